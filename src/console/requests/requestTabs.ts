// The views of what was asked: the calls themselves, and what they asked for in vain.
import type { Html } from "../../html/html.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { UnmetDemandKind } from "../../requests/unmetDemandQueries.ts";

/** The page of what was asked in vain, and the words it is asked for by. */
export const unmetDemandPath = "/console/requests/unmet-demand";
export const unmetDemandNames: Readonly<Record<UnmetDemandKind, string>> = {
  "not found": "not-found",
  "out of stock": "out-of-stock",
};

/** The tabs of `/console/requests` and what is beside it. */
export function renderRequestTabs(current: "calls" | UnmetDemandKind): Html {
  const missed = (kind: UnmetDemandKind) => ({
    href: `${unmetDemandPath}?kind=${unmetDemandNames[kind]}`,
    text: `Most asked and ${kind}`,
    current: current === kind,
  });
  return renderTabs("Views", [
    { href: "/console/requests", text: "All requests", current: current === "calls" },
    missed("not found"),
    missed("out of stock"),
  ]);
}
