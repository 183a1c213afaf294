// The pages of the console that the navigation lists, and those that only the search finds.
import type { IconName } from "../html/icons.ts";
import type { Place } from "../html/page.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import {
  admins,
  type ConsoleAccess,
  catalogManagers,
  everyone,
  mayUse,
  operators,
} from "./access.ts";

type ConsolePlace = Place & {
  readonly icon: IconName;
  readonly about?: string;
  readonly access: ConsoleAccess;
};

type ConsoleGroup = { readonly title: string | null; readonly places: readonly ConsolePlace[] };

/** The navigation: pages in five groups. */
export const placeGroups: readonly ConsoleGroup[] = [
  {
    title: null,
    places: [
      { href: "/console", text: "Home", icon: "house", about: "Needs attention", access: everyone },
      {
        href: "/console/orders",
        text: "Orders",
        icon: "shopping-cart",
        about: "Confirmed, fulfilled and cancelled orders",
        access: everyone,
      },
      {
        href: "/console/key-requests",
        text: "Key requests",
        icon: "inbox",
        about: "Requests for API keys",
        access: everyone,
      },
    ],
  },
  {
    title: "Catalog",
    places: [
      {
        href: "/console/catalog",
        text: "Parts",
        icon: "package",
        about: "Catalog, offers and stock",
        access: everyone,
      },
      {
        href: "/console/imports",
        text: "Imports",
        icon: "upload",
        about: "Catalog, stock and agreement files",
        access: everyone,
      },
      {
        href: "/console/agreements",
        text: "Price agreements",
        icon: "tag",
        about: "Prices of accounts",
        access: everyone,
      },
    ],
  },
  {
    title: "Customers",
    places: [
      {
        href: "/console/accounts",
        text: "Accounts",
        icon: "users",
        about: "Customers and their people",
        access: everyone,
      },
      {
        href: "/console/keys",
        text: "API keys",
        icon: "key-round",
        about: "Keys of all accounts",
        access: everyone,
      },
    ],
  },
  {
    title: "Insights",
    places: [
      {
        href: "/console/charts",
        text: "Charts",
        icon: "chart-column",
        about: "Requests, orders and response times",
        access: everyone,
      },
      {
        href: "/console/requests",
        text: "API requests",
        icon: "code",
        about: "Request log",
        access: everyone,
      },
    ],
  },
  {
    title: "Settings",
    places: [
      { href: "/console/outbox", text: "Outbox", icon: "mail", about: "E-mails", access: everyone },
      {
        href: "/console/audit",
        text: "Audit log",
        icon: "history",
        about: "Who changed what",
        access: everyone,
      },
      {
        href: "/console/company",
        text: "Company",
        icon: "building-2",
        about: "Name, logo, brand color, address and terms",
        access: admins,
      },
      {
        href: "/console/operators",
        text: "Operators",
        icon: "shield",
        about: "Staff and their roles",
        access: admins,
      },
      {
        href: "/console/system",
        text: "System",
        icon: "settings",
        about: "Settings, version and database",
        access: everyone,
      },
    ],
  },
];

/** `about`: words by which people also seek a page. */
export type SoughtPlace = {
  readonly href: string;
  readonly text: string;
  readonly icon: IconName;
  readonly about: string;
};

const otherPlaces: readonly (SoughtPlace & { readonly access: ConsoleAccess })[] = [
  {
    href: "/console/accounts/new",
    text: "Create account",
    icon: "plus",
    about: "New customer",
    access: operators,
  },
  {
    href: "/console/imports/new",
    text: "Import file",
    icon: "upload",
    about: "Upload a catalog, stock or agreement",
    access: catalogManagers,
  },
  {
    href: "/console/key-requests/new",
    text: "Enter key request",
    icon: "inbox",
    about: "New request from an e-mail",
    access: operators,
  },
  {
    href: "/console/orders?status=draft",
    text: "Drafts",
    icon: "shopping-cart",
    about: "Orders that buyers have not confirmed",
    access: everyone,
  },
  {
    href: "/console/catalog/shortfalls",
    text: "Shortfalls",
    icon: "package",
    about: "Less stock than confirmed orders need",
    access: everyone,
  },
  {
    href: "/console/catalog/conditions",
    text: "Conditions",
    icon: "package",
    about: "Condition codes and synonyms",
    access: everyone,
  },
  {
    href: "/console/catalog/terms",
    text: "Search terms",
    icon: "search",
    about: "Synonyms of part names",
    access: everyone,
  },
  {
    href: "/console/imports/values",
    text: "Saved values",
    icon: "upload",
    about: "What the values of a vendor mean",
    access: everyone,
  },
  {
    href: "/console/requests/unmet-demand",
    text: "Unmet demand",
    icon: "chart-column",
    about: "Part numbers that were not found",
    access: everyone,
  },
  {
    href: "/console/account",
    text: "Your account",
    icon: "circle-user",
    about: "Password, two-factor authentication and sessions",
    access: everyone,
  },
];

/** The pages that an operator may open, those of the navigation first. */
export function listPlaces(signedIn: SignedInOperator): readonly SoughtPlace[] {
  const named = placeGroups.flatMap(({ title, places }) =>
    places.map(({ about = title ?? "", ...place }) => ({ ...place, about })),
  );
  return [...named, ...otherPlaces].filter(({ access }) => mayUse(access, signedIn));
}
