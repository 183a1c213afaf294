// Words for runs: their states, what they are of, what they came to.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { RunKind, RunMode, RunState } from "../../imports/importRun.ts";

/** The kinds in their order. */
export const kindWords: Readonly<Record<RunKind, string>> = {
  catalog: "Catalog",
  stock: "Stock",
  agreement: "Agreement",
};

/** The states in the order in which they are looked for, each with its meaning and word. */
export const stateWords: Readonly<Record<RunState, readonly [Meaning, string]>> = {
  running: ["neutral", "Running"],
  stopped: ["short", "Stopped"],
  failed: ["fault", "Failed"],
  interrupted: ["fault", "Interrupted"],
  previewed: ["neutral", "Checked"],
  committed: ["good", "Committed"],
  cancelled: ["neutral", "Cancelled"],
};

/** The state of a run as a badge. */
export function renderRunState(state: RunState): Html {
  return renderBadge(...stateWords[state]);
}

/** What a run or a file is of and how far it goes: "Catalog, replacing". */
export function nameKind(kind: RunKind, mode: RunMode): string {
  const goes = { merge: "", replace: ", replacing", revert: ", undoing", edit: ", by hand" }[mode];
  return `${kindWords[kind]}${goes}`;
}

const countWords: Readonly<Record<string, string>> = {
  unknown_parts: "not in the catalog",
  emptied: "put out of stock",
  deactivated: "discontinued",
};

/** The word of a count. */
export function nameCount(name: string): string {
  return countWords[name] ?? name.replaceAll("_", " ");
}

/** Counts in a line, those that are none left out: "3 created, 1 refused". */
export function listCounts(counts: Readonly<Record<string, number>> | null): string {
  return Object.entries(counts ?? {})
    .filter(([name, count]) => count > 0 && name !== "rows")
    .map(([name, count]) => `${formatCount(count)} ${nameCount(name)}`)
    .join(", ");
}

/** Whose rows they are: a vendor, several, or an account. */
export function nameSubject(
  vendor: string | null,
  vendors: readonly string[] | null,
  accountName: string | null,
): Html | string {
  if (accountName !== null) return accountName;
  if (vendor !== null) return vendor;
  if (vendors?.length === 0) return "";
  const [first, ...others] = vendors ?? [];
  if (first === undefined) return html`<span class="quiet">as the file says</span>`;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** A size as people read it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
