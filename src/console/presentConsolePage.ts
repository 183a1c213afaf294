import { brandOf } from "../html/brand/brand.ts";
import type { Html } from "../html/html.ts";
import {
  type Frame,
  type Place,
  type PlaceGroup,
  renderPage,
  renderPageBody,
  type Site,
} from "../html/page.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { renderHelp } from "../site/renderHelp.ts";
import type { SitePage, Surroundings } from "../site/visit.ts";
import { admins, type ConsoleAccess, everyone, mayUse } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import type { TaskCounter } from "./openTasks.ts";

type ConsoleSurroundings = Surroundings<SignedInOperator> & {
  readonly context: Pick<ConsoleContext, "distributor">;
  readonly tasks: Pick<TaskCounter, "current">;
};

type ConsolePlace = Place & { readonly access: ConsoleAccess };

type ConsoleGroup = { readonly title: string | null; readonly places: readonly ConsolePlace[] };

const groups: readonly ConsoleGroup[] = [
  {
    title: null,
    places: [
      { href: "/console", text: "Home", icon: "house", access: everyone },
      { href: "/console/orders", text: "Orders", icon: "shopping-cart", access: everyone },
      { href: "/console/key-requests", text: "Key requests", icon: "inbox", access: everyone },
    ],
  },
  {
    title: "Catalog",
    places: [
      { href: "/console/catalog", text: "Parts", icon: "package", access: everyone },
      { href: "/console/imports", text: "Imports", icon: "upload", access: everyone },
      { href: "/console/agreements", text: "Price agreements", icon: "tag", access: everyone },
    ],
  },
  {
    title: "Customers",
    places: [
      { href: "/console/accounts", text: "Accounts", icon: "users", access: everyone },
      { href: "/console/keys", text: "API keys", icon: "key-round", access: everyone },
    ],
  },
  {
    title: "Insights",
    places: [
      { href: "/console/charts", text: "Charts", icon: "chart-column", access: everyone },
      { href: "/console/requests", text: "API requests", icon: "code", access: everyone },
    ],
  },
  {
    title: "Settings",
    places: [
      { href: "/console/outbox", text: "Outbox", icon: "mail", access: everyone },
      { href: "/console/audit", text: "Audit log", icon: "history", access: everyone },
      { href: "/console/company", text: "Company", icon: "building-2", access: admins },
      { href: "/console/operators", text: "Operators", icon: "shield", access: admins },
      { href: "/console/system", text: "System", icon: "settings", access: everyone },
    ],
  },
];

function groupsFor(signedIn: SignedInOperator, tasks: Pick<TaskCounter, "current">): PlaceGroup[] {
  const counts = tasks.current();
  return groups.map(({ title, places }) => {
    const mine = places.filter(({ access }) => mayUse(access, signedIn));
    return { title, places: mine.map((place) => ({ ...place, count: counts[place.href] })) };
  });
}

function describeSite(
  { isForSigningIn }: SitePage,
  { signedIn, requestId, context, tasks }: ConsoleSurroundings,
): Site {
  const footer = isForSigningIn ? null : renderHelp(null, requestId);
  const site = { brand: brandOf(context.distributor.current()), home: "/console", footer };
  if (signedIn === null) {
    const frame: Frame = isForSigningIn
      ? { kind: "split", slogan: "The console", sentence: "For the distributor's staff." }
      : { kind: "side", groups: [] };
    return { ...site, frame, menu: null };
  }
  const { operator } = signedIn;
  return {
    ...site,
    frame: { kind: "side", groups: groupsFor(signedIn, tasks) },
    menu: {
      title: operator.name,
      note: operator.role,
      places: [{ href: "/console/account", text: "Your account", icon: "circle-user" }],
      signOut: "/console/sign-out",
    },
  };
}

/** The navigation entry that a path belongs to. */
function placeOf(path: string): string {
  return path.split("/", 3).join("/");
}

export function presentConsolePage(page: SitePage, surroundings: ConsoleSurroundings): Html {
  return renderPage({
    site: describeSite(page, surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: renderPageBody(page),
    refreshS: page.refreshS,
  });
}
