// What an import says at its end, to machines and to people.
import { describeCleaned } from "../imports/cleanedCells.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import type { Refusal, RefusalGroup } from "../imports/feedRefusals.ts";
import type { RunReport } from "../imports/importRun.ts";

/** The answer of `--json`. */
export function describeRun(run: ConductedRun, isDry: boolean): Record<string, unknown> {
  const { runId, state, counts, stops, refusals, cleaned, warnings } = run;
  return { run_id: runId, state, ...counts, dry_run: isDry, stops, refusals, cleaned, warnings };
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

/** A report for people: counts, what was cleaned, guard rails, and the refusals by reason. */
export function formatReport(report: RunReport, beginning: string): string[] {
  const counts = Object.entries(report.counts)
    .filter(([name]) => name !== "rows")
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  const lines = counts.length === 0 ? [] : [`${beginning}${counts.join(", ")}.`];
  const groups = report.groups.flatMap(showGroup);
  return [
    ...lines,
    ...describeCleaned(report.cleaned),
    ...report.stops.map(({ message }) => makeVisible(message)),
    ...(groups.length === 0 ? [] : ["Refused:", ...groups]),
  ];
}

/** The answer for people. */
export function formatRun(run: ConductedRun, isDry: boolean): string[] {
  const wouldBe = run.state === "stopped" && !isDry ? "Stopped before writing: " : "";
  const beginning = isDry ? "Dry run, nothing is written: " : wouldBe;
  return formatReport(run, beginning);
}
