import { type Html, html } from "../html/html.ts";
import { type Place, renderPage, renderPageBody, type Site } from "../html/page.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { SitePage, Surroundings as SiteSurroundings } from "../site/visit.ts";
import type { PortalContext } from "./portalContext.ts";

const places: readonly Place[] = [
  { href: "/parts", text: "Parts" },
  { href: "/quick-order", text: "Quick order" },
  { href: "/orders", text: "Orders" },
  { href: "/developers", text: "Developers" },
];

export type Surroundings = SiteSurroundings<SignedIn> & { readonly context: PortalContext };

function renderViewBanner(accountName: string): Html {
  return html`<div class="banner" role="region" aria-label="View as a buyer">
<p>You are viewing the site as a buyer of <strong>${accountName}</strong>. Read-only.</p>
<form method="post" action="/console/view/end"><button class="button plain">End view</button></form>
</div>
`;
}

function describeSite(page: SitePage, { context, signedIn, requestId }: Surroundings): Site {
  const { supportEmail, distributorName } = context;
  const help = html`<a href="mailto:${supportEmail}">${supportEmail}</a>`;
  const asking = signedIn === null ? html` <a href="/request-key">Request an API key</a>` : null;
  const footer = html`<span>Help: ${help}</span> <a href="/docs">API reference</a>${asking}
<span>Request <code>${requestId}</code></span>`;
  const frame = { name: distributorName ?? "partsdesk", home: "/", footer };
  if (signedIn === null) return { ...frame, places: [], search: null, menu: null };
  const { user, account, viewedBy } = signedIn;
  return {
    ...frame,
    banner: viewedBy && renderViewBanner(account.name),
    places,
    search: { action: "/parts", label: "Part number or name", text: page.search ?? "" },
    menu: {
      title: user.name === "" ? user.email : user.name,
      note: account.name,
      places: [{ href: "/account", text: "Account and people" }],
      signOut: viewedBy === undefined ? "/sign-out" : null,
    },
  };
}

function placeOf(path: string): string {
  return `/${path.split("/", 2)[1] ?? ""}`;
}

export function presentPage(page: SitePage, surroundings: Surroundings): Html {
  return renderPage({
    site: describeSite(page, surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: renderPageBody(page),
    refreshS: page.refreshS,
  });
}
