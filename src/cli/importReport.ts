// What an import says at its end, to machines and to people.
import type { Refusal, RefusalGroup } from "../imports/feedRefusals.ts";

/** What every import comes to; `counts` are shown in their order, by their names on the wire. */
export type ImportReport = {
  readonly counts: Readonly<Record<string, number>>;
  readonly dryRun: boolean;
  readonly refusals: readonly Refusal[];
  readonly groups: readonly RefusalGroup[];
  readonly warnings: readonly string[];
};

/** The answer of `--json`. */
export function describeReport(report: ImportReport): Record<string, unknown> {
  const { counts, dryRun, refusals, warnings } = report;
  return { ...counts, dry_run: dryRun, refusals, warnings };
}

/** A text from a file for a terminal: what could command the terminal is made visible. */
export function makeVisible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function showSample({ line, column, value, reason, suggestion }: Refusal): string {
  const said = column === null ? (value ?? reason) : makeVisible(JSON.stringify(value ?? ""));
  return `    line ${line}: ${said}${suggestion === null ? "" : `; ${makeVisible(suggestion)}`}`;
}

function showGroup({ column, reason, count, samples }: RefusalGroup): string[] {
  const more = count > samples.length ? [`    and ${count - samples.length} more`] : [];
  const rows = count === 1 ? "1 row" : `${count} rows`;
  return [`  ${column ?? "the row"} ${reason}: ${rows}`, ...samples.map(showSample), ...more];
}

/** The answer for people: the counts, and the refusals by reason. */
export function layOutReport(report: ImportReport): string[] {
  const counts = Object.entries(report.counts).map(
    ([name, count]) => `${count} ${name.replaceAll("_", " ")}`,
  );
  const beginning = report.dryRun ? "Dry run, nothing is written: " : "";
  const groups = report.groups.flatMap(showGroup);
  const lines = [`${beginning}${counts.join(", ")}.`];
  return groups.length === 0 ? lines : [...lines, "Refused:", ...groups];
}
