// Words for runs and files: type, state, counts, size.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { RunKind, RunMode, RunState } from "../../imports/importRun.ts";
import { texts } from "./texts.ts";

/** In the order of the tabs. */
export const stateWords: Readonly<Record<RunState, readonly [Meaning, string]>> = {
  running: ["neutral", "Running"],
  stopped: ["short", "Stopped"],
  failed: ["fault", "Failed"],
  interrupted: ["fault", "Interrupted"],
  previewed: ["neutral", "Checked"],
  committed: ["good", "Committed"],
  cancelled: ["neutral", "Cancelled"],
};

export function renderRunState(state: RunState): Html {
  return renderBadge(...stateWords[state]);
}

/** Type and mode: "Catalog, replace". */
export function nameKind(kind: RunKind, mode: RunMode): string {
  return texts.kindsInMode[mode](texts.kinds[kind]);
}

const countWords: ReadonlyMap<string, string> = new Map([
  ["unknown_parts", "not in the catalog"],
  ["emptied", "set out of stock"],
  ["deactivated", "discontinued"],
]);

export function nameCount(name: string): string {
  return countWords.get(name) ?? name.replaceAll("_", " ");
}

/** The counts above 0: "3 created, 1 refused". */
export function listCounts(counts: Readonly<Record<string, number>> | null): string {
  return Object.entries(counts ?? {})
    .filter(([name, count]) => count > 0 && name !== "rows")
    .map(([name, count]) => `${formatCount(count)} ${nameCount(name)}`)
    .join(", ");
}

export function nameSubject(
  vendor: string | null,
  vendors: readonly string[] | null,
  accountName: string | null,
): Html | string {
  if (accountName !== null) return accountName;
  if (vendor !== null) return vendor;
  if (vendors?.length === 0) return "";
  const [first, ...others] = vendors ?? [];
  if (first === undefined) return html`<span class="quiet">see file</span>`;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
