// The console around a page: its places, who is signed in with which role, and the request id.

import { type Html, html } from "../html/html.ts";
import { type Place, renderPage, type Site } from "../html/page.ts";
import { renderPageBody } from "../html/pageBody.ts";
import type { OperatorRole, SignedInOperator } from "../signIn/signedInOperator.ts";
import type { SitePage, Surroundings } from "../site/visit.ts";
import { adminRoles, allRoles, isAmong } from "./allRoles.ts";
import type { Roles } from "./consoleServer.ts";

type ConsolePlace = Place & { readonly roles: Roles };

/** Where the day's work is done. */
const places: readonly ConsolePlace[] = [
  { href: "/console", text: "Today", roles: allRoles },
  { href: "/console/key-requests", text: "Key requests", roles: allRoles },
  { href: "/console/accounts", text: "Accounts", roles: allRoles },
  { href: "/console/keys", text: "Keys", roles: allRoles },
  { href: "/console/catalog", text: "Catalog", roles: allRoles },
  { href: "/console/imports", text: "Imports", roles: allRoles },
  { href: "/console/agreements", text: "Agreements", roles: allRoles },
  { href: "/console/orders", text: "Orders", roles: allRoles },
  { href: "/console/requests", text: "Requests", roles: allRoles },
];

/** What is looked at now and then. */
const morePlaces: readonly ConsolePlace[] = [
  { href: "/console/charts", text: "Charts", roles: allRoles },
  { href: "/console/outbox", text: "Outbox", roles: allRoles },
  { href: "/console/audit", text: "Audit", roles: allRoles },
  { href: "/console/system", text: "System", roles: allRoles },
  { href: "/console/operators", text: "Operators", roles: adminRoles },
];

function placesOf(of: readonly ConsolePlace[], role: OperatorRole): readonly Place[] {
  return of.filter(({ roles }) => isAmong(roles, role));
}

function describeSite({ signedIn, requestId }: Surroundings<SignedInOperator>): Site {
  const footer = html`<span>Request <code>${requestId}</code></span>`;
  const frame = { name: "partsdesk console", home: "/console", search: null, footer };
  if (signedIn === null) return { ...frame, places: [], menu: null };
  const { operator } = signedIn;
  return {
    ...frame,
    places: placesOf(places, operator.role),
    more: placesOf(morePlaces, operator.role),
    menu: {
      title: operator.name,
      note: operator.role,
      places: [{ href: "/console/account", text: "Your account" }],
      signOut: "/console/sign-out",
    },
  };
}

/** The place a path belongs to, by its first two parts. */
function placeOf(path: string): string {
  return path.split("/", 3).join("/");
}

/** A page of the console, whole. */
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
