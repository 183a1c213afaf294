// Words for runs and files: type, state, counts, size.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { RunKind, RunMode, RunState } from "../../imports/importRun.ts";
import { texts } from "./texts.ts";

/** In the order of the tabs. */
export const stateWords: Readonly<Record<RunState, readonly [Meaning, string]>> = {
  running: ["neutral", texts.states.running],
  stopped: ["short", texts.states.stopped],
  failed: ["fault", texts.states.failed],
  interrupted: ["fault", texts.states.interrupted],
  previewed: ["neutral", texts.states.previewed],
  committed: ["good", texts.states.committed],
  cancelled: ["neutral", texts.states.cancelled],
};

export function renderRunState(state: RunState): Html {
  return renderBadge(...stateWords[state]);
}

/** Type and mode: "Catalog, replace". */
export function nameKind(kind: RunKind, mode: RunMode): string {
  return texts.kindsInMode[mode](texts.kinds[kind]);
}

const countWords: ReadonlyMap<string, string> = new Map([
  ["unknown_parts", texts.counts.unknown_parts],
  ["emptied", texts.counts.emptied],
  ["deactivated", texts.counts.deactivated],
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
  if (first === undefined) return html`<span class="quiet">${texts.subjects.seeFile}</span>`;
  return others.length === 0 ? first : texts.subjects.andMore(first, others.length);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return texts.bytes(bytes);
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
