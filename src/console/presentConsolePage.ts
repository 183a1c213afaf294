import { type Html, html } from "../html/html.ts";
import { type Place, renderPage, renderPageBody, type Site } from "../html/page.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { SitePage, Surroundings } from "../site/visit.ts";
import { admins, type ConsoleAccess, everyone, mayUse } from "./access.ts";

type ConsolePlace = Place & { readonly access: ConsoleAccess };

/** Daily work. */
const places: readonly ConsolePlace[] = [
  { href: "/console", text: "Today", access: everyone },
  { href: "/console/key-requests", text: "Key requests", access: everyone },
  { href: "/console/accounts", text: "Accounts", access: everyone },
  { href: "/console/keys", text: "Keys", access: everyone },
  { href: "/console/catalog", text: "Catalog", access: everyone },
  { href: "/console/imports", text: "Imports", access: everyone },
  { href: "/console/agreements", text: "Agreements", access: everyone },
  { href: "/console/orders", text: "Orders", access: everyone },
  { href: "/console/requests", text: "Requests", access: everyone },
];

/** Less frequent; behind "More". */
const morePlaces: readonly ConsolePlace[] = [
  { href: "/console/charts", text: "Charts", access: everyone },
  { href: "/console/outbox", text: "Outbox", access: everyone },
  { href: "/console/audit", text: "Audit", access: everyone },
  { href: "/console/system", text: "System", access: everyone },
  { href: "/console/operators", text: "Operators", access: admins },
];

function placesOf(of: readonly ConsolePlace[], signedIn: SignedInOperator): readonly Place[] {
  return of.filter(({ access }) => mayUse(access, signedIn));
}

function describeSite({ signedIn, requestId }: Surroundings<SignedInOperator>): Site {
  const footer = html`<span>Request <code>${requestId}</code></span>`;
  const frame = { name: "partsdesk console", home: "/console", search: null, footer };
  if (signedIn === null) return { ...frame, places: [], menu: null };
  const { operator } = signedIn;
  return {
    ...frame,
    places: placesOf(places, signedIn),
    more: placesOf(morePlaces, signedIn),
    menu: {
      title: operator.name,
      note: operator.role,
      places: [{ href: "/console/account", text: "Your account" }],
      signOut: "/console/sign-out",
    },
  };
}

/** The navigation entry that a path belongs to. */
function placeOf(path: string): string {
  return path.split("/", 3).join("/");
}

export function presentConsolePage(
  page: SitePage,
  surroundings: Surroundings<SignedInOperator>,
): Html {
  return renderPage({
    site: describeSite(surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: renderPageBody(page),
    refreshS: page.refreshS,
  });
}
