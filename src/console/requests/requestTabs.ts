import type { Html } from "../../html/html.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { UnmetDemandKind } from "../../requests/unmetDemandQueries.ts";
import { texts } from "./texts.ts";

export const unmetDemandPath = "/console/requests/unmet-demand";
export const unmetDemandNames: Readonly<Record<UnmetDemandKind, string>> = {
  "not found": "not-found",
  "out of stock": "out-of-stock",
};

export function renderRequestTabs(current: "requests" | UnmetDemandKind): Html {
  const unmet = (kind: UnmetDemandKind) => ({
    href: `${unmetDemandPath}?kind=${unmetDemandNames[kind]}`,
    text: texts.unmet.title(kind),
    current: current === kind,
  });
  return renderTabs("Requests", [
    { href: "/console/requests", text: "All requests", current: current === "requests" },
    unmet("not found"),
    unmet("out of stock"),
  ]);
}
