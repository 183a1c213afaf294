// The views of what was asked: the calls themselves, and what they asked for in vain.
import type { Html } from "../../html/html.ts";
import { writeTabs } from "../../html/tabs.ts";
import type { MissKind } from "../../requests/missedQueries.ts";

/** The page of what was asked in vain, and the words it is asked for by. */
export const missedPath = "/console/requests/missed";
export const missNames: Readonly<Record<MissKind, string>> = {
  "not found": "not-found",
  "out of stock": "out-of-stock",
};

/** The tabs of `/console/requests` and what is beside it. */
export function writeRequestTabs(current: "calls" | MissKind): Html {
  const missed = (kind: MissKind) => ({
    href: `${missedPath}?kind=${missNames[kind]}`,
    text: `Most asked and ${kind}`,
    current: current === kind,
  });
  return writeTabs("Views", [
    { href: "/console/requests", text: "All requests", current: current === "calls" },
    missed("not found"),
    missed("out of stock"),
  ]);
}
