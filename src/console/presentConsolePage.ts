// The console around a page: its places, who is signed in with which role, and the request id.
import type { OperatorSession } from "../accounts/operatorQueries.ts";
import type { OperatorRole } from "../accounts/signedInOperator.ts";
import { type Html, html } from "../html/html.ts";
import { type Place, type Site, writePage } from "../html/page.ts";
import { writePageBody } from "../html/pageBody.ts";
import type { SitePage, Surroundings } from "../http/visit.ts";
import type { Roles } from "./consoleServer.ts";
import { adminRoles, everyRole, isAmong } from "./everyRole.ts";

type ConsolePlace = Place & { readonly roles: Roles };

/** Where the day's work is done. */
const places: readonly ConsolePlace[] = [
  { href: "/console", text: "Today", roles: everyRole },
  { href: "/console/key-requests", text: "Key requests", roles: everyRole },
  { href: "/console/accounts", text: "Accounts", roles: everyRole },
  { href: "/console/keys", text: "Keys", roles: everyRole },
  { href: "/console/catalog", text: "Catalog", roles: everyRole },
  { href: "/console/imports", text: "Imports", roles: everyRole },
  { href: "/console/agreements", text: "Agreements", roles: everyRole },
  { href: "/console/orders", text: "Orders", roles: everyRole },
  { href: "/console/requests", text: "Requests", roles: everyRole },
];

/** What is looked at now and then. */
const morePlaces: readonly ConsolePlace[] = [
  { href: "/console/charts", text: "Charts", roles: everyRole },
  { href: "/console/outbox", text: "Outbox", roles: everyRole },
  { href: "/console/audit", text: "Audit", roles: everyRole },
  { href: "/console/system", text: "System", roles: everyRole },
  { href: "/console/operators", text: "Operators", roles: adminRoles },
];

function placesOf(of: readonly ConsolePlace[], role: OperatorRole): readonly Place[] {
  return of.filter(({ roles }) => isAmong(roles, role));
}

function describeSite({ signedIn, requestId }: Surroundings<OperatorSession>): Site {
  const footer = html`<span>Request <code>${requestId}</code></span>`;
  const frame = { name: "partsdesk console", home: "/console", search: null, footer };
  if (signedIn === null) return { ...frame, places: [], menu: null };
  const { operator } = signedIn.signedIn;
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
  surroundings: Surroundings<OperatorSession>,
): Html {
  return writePage({
    site: describeSite(surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: writePageBody(page),
    refreshS: page.refreshS,
  });
}
