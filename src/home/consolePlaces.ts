// The pages of the console that the navigation lists, and those that only the search finds.

import {
  admins,
  type ConsoleAccess,
  catalogManagers,
  everyone,
  mayUse,
  operators,
} from "../kit/access.ts";
import type { IconName } from "../kit/html/icons.ts";
import type { Place } from "../kit/html/page.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { texts } from "./consoleTexts.ts";

type ConsolePlace = Place & {
  readonly icon: IconName;
  readonly about: string;
  readonly access: ConsoleAccess;
};

type ConsoleGroup = { readonly title: string | null; readonly places: readonly ConsolePlace[] };

/** The navigation: pages in five groups. */
export const placeGroups: readonly ConsoleGroup[] = [
  {
    title: null,
    places: [
      { href: "/console", ...texts.places.home, icon: "house", access: everyone },
      {
        href: "/console/orders",
        ...texts.places.orders,
        icon: "shopping-cart",
        access: everyone,
      },
      {
        href: "/console/key-requests",
        ...texts.places.keyRequests,
        icon: "inbox",
        access: everyone,
      },
      {
        href: "/console/quote-requests",
        ...texts.places.quoteRequests,
        icon: "scroll-text",
        access: everyone,
      },
    ],
  },
  {
    title: "Catalog",
    places: [
      {
        href: "/console/catalog",
        ...texts.places.parts,
        icon: "package",
        access: everyone,
      },
      {
        href: "/console/imports",
        ...texts.places.imports,
        icon: "upload",
        access: everyone,
      },
      {
        href: "/console/agreements",
        ...texts.places.agreements,
        icon: "tag",
        access: everyone,
      },
    ],
  },
  {
    title: "Customers",
    places: [
      {
        href: "/console/accounts",
        ...texts.places.accounts,
        icon: "users",
        access: everyone,
      },
      {
        href: "/console/keys",
        ...texts.places.keys,
        icon: "key-round",
        access: everyone,
      },
    ],
  },
  {
    title: "Insights",
    places: [
      {
        href: "/console/reports",
        ...texts.places.reports,
        icon: "chart-column",
        access: everyone,
      },
      {
        href: "/console/requests",
        ...texts.places.requests,
        icon: "code",
        access: everyone,
      },
    ],
  },
  {
    title: "Settings",
    places: [
      { href: "/console/outbox", ...texts.places.outbox, icon: "mail", access: everyone },
      {
        href: "/console/audit",
        ...texts.places.audit,
        icon: "history",
        access: everyone,
      },
      {
        href: "/console/company",
        ...texts.places.company,
        icon: "building-2",
        access: admins,
      },
      {
        href: "/console/operators",
        ...texts.places.operators,
        icon: "shield",
        access: admins,
      },
      {
        href: "/console/operator-keys",
        ...texts.places.operatorKeys,
        icon: "key-round",
        access: admins,
      },
      {
        href: "/console/system",
        ...texts.places.system,
        icon: "settings",
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
    ...texts.places.createAccount,
    icon: "plus",
    access: operators,
  },
  {
    href: "/console/imports/new",
    ...texts.places.importFile,
    icon: "upload",
    access: catalogManagers,
  },
  {
    href: "/console/key-requests/new",
    ...texts.places.enterKeyRequest,
    icon: "inbox",
    access: operators,
  },
  {
    href: "/console/orders?status=draft",
    ...texts.places.drafts,
    icon: "shopping-cart",
    access: everyone,
  },
  {
    href: "/console/catalog/shortfalls",
    ...texts.places.shortfalls,
    icon: "package",
    access: everyone,
  },
  {
    href: "/console/catalog/conditions",
    ...texts.places.conditions,
    icon: "package",
    access: everyone,
  },
  {
    href: "/console/catalog/terms",
    ...texts.places.terms,
    icon: "search",
    access: everyone,
  },
  {
    href: "/console/requests/unmet-demand",
    ...texts.places.unmetDemand,
    icon: "chart-column",
    access: everyone,
  },
  {
    href: "/console/account",
    ...texts.places.account,
    icon: "circle-user",
    access: everyone,
  },
];

/** The pages that an operator may open, those of the navigation first. */
export function listPlaces(signedIn: SignedInOperator): readonly SoughtPlace[] {
  const named = placeGroups.flatMap(({ places }) => places);
  return [...named, ...otherPlaces].filter(({ access }) => mayUse(access, signedIn));
}
