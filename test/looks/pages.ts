// The pages with a reference image.
import { demoShowcase } from "../../src/demo/demoShowcase.ts";

export type LookedPage = {
  readonly name: string;
  readonly as: "buyer" | "operator" | "nobody";
  readonly path: string;
  /** Links to follow from there, as CSS selectors, for addresses that contain an id. */
  readonly links?: readonly string[];
  /** Also in dark, at both widths. */
  readonly dark?: boolean;
};

/** In CSS pixels. */
export const windows = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

const search = `/parts?q=${encodeURIComponent("fuel boost pump")}`;

export const pages: readonly LookedPage[] = [
  { name: "sign-in", as: "nobody", path: "/sign-in", dark: true },
  { name: "request-key", as: "nobody", path: "/request-key" },
  { name: "home", as: "buyer", path: "/", dark: true },
  { name: "search", as: "buyer", path: search },
  { name: "part", as: "buyer", path: `/parts/${demoShowcase.severalOffers}`, dark: true },
  { name: "orders", as: "buyer", path: "/orders" },
  { name: "order", as: "buyer", path: "/orders", links: ["main table a[href^='/orders/']"] },
  { name: "confirm", as: "buyer", path: "/", links: ["main a[href$='/confirm']"] },
  { name: "list", as: "buyer", path: "/quick-order", links: ["main a[href^='/quick-order/']"] },
  { name: "developers", as: "buyer", path: "/developers" },
  { name: "console-home", as: "operator", path: "/console", dark: true },
  { name: "console-orders", as: "operator", path: "/console/orders" },
  {
    name: "console-order",
    as: "operator",
    path: "/console/orders",
    links: ["main table a[href^='/console/orders/']"],
  },
  { name: "console-imports", as: "operator", path: "/console/imports" },
  {
    name: "console-import",
    as: "operator",
    path: "/console/imports",
    links: ["main table a[href^='/console/imports/']:not([href*='files'])"],
  },
  {
    name: "console-key-request",
    as: "operator",
    path: "/console/key-requests",
    links: ["main table a[href^='/console/key-requests/']"],
  },
  { name: "console-accounts", as: "operator", path: "/console/accounts" },
  { name: "console-requests", as: "operator", path: "/console/requests" },
  { name: "console-company", as: "operator", path: "/console/company" },
];
