import { brandOf } from "../kit/html/brand/brand.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type Frame, type Place, renderPage, renderPageBody, type Site } from "../kit/html/page.ts";
import { renderHelp } from "../kit/site/renderHelp.ts";
import type { SitePage, Surroundings as SiteSurroundings } from "../kit/site/visit.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { PortalContext } from "./portalContext.ts";
import { describeDraft } from "./portalCurrentDraft.ts";
import { texts } from "./portalTexts.ts";

const places: readonly Place[] = [
  { href: "/parts", text: "Parts", icon: "package" },
  { href: "/quick-order", text: "Quick order", icon: "list" },
  { href: "/orders", text: "Orders", icon: "shopping-cart" },
  { href: "/quote-requests", text: "Quote requests", icon: "tag" },
  { href: "/developers", text: "Developers", icon: "code" },
];

export type Surroundings = SiteSurroundings<SignedIn> & { readonly context: PortalContext };

function renderViewBanner(accountName: string): Html {
  return html`<div class="banner" role="region" aria-label="View as a buyer"><div>
<p>You are viewing the site as a buyer of <strong>${accountName}</strong>. Read-only.
Only buyers can order and confirm.</p>
<form method="post" action="/console/view/end">
<button class="button plain">End view</button></form>
</div></div>
`;
}

function describeSite(page: SitePage, { context, signedIn, requestId }: Surroundings): Site {
  const { supportEmail, distributor } = context;
  const help = html`<a href="mailto:${supportEmail}">${supportEmail}</a>`;
  const { requestKey } = texts.footer;
  const asking = signedIn === null ? html` <a href="/request-key">${requestKey}</a>` : null;
  const contact = page.isForSigningIn
    ? html`<span>Help: ${help}</span> `
    : renderHelp(texts.footer.write(help), requestId);
  const footer = html`${contact}<a href="/docs">${texts.footer.reference}</a>${asking}`;
  const site = { brand: brandOf(distributor.current()), home: "/", footer };
  if (signedIn === null) {
    const frame: Frame = page.isForSigningIn
      ? {
          kind: "split",
          slogan: "Live stock, and the prices agreed with your company.",
          sentence: null,
        }
      : { kind: "bar", places: [], search: null, draft: null };
    return { ...site, frame, menu: null };
  }
  const { user, account, draft, viewedBy } = signedIn;
  return {
    ...site,
    banner: viewedBy && renderViewBanner(account.name),
    frame: {
      kind: "bar",
      places,
      search: {
        action: "/parts",
        label: "Part number, NSN or description",
        text: page.search ?? "",
        suggestions: "/suggestions",
      },
      draft: draft == null ? null : describeDraft(draft),
    },
    menu: {
      title: user.name === "" ? user.email : user.name,
      note: account.name,
      places: [{ href: "/account", text: "Account and people", icon: "users" }],
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
    bottomBar: page.bottomBar,
    refreshS: page.refreshS,
  });
}
