import type { StockTerms } from "../catalog/feedStock.ts";
import { createProgress, formatBar, type ProgressPrinter } from "../kit/shell/createProgress.ts";
import { makeVisible } from "../kit/shell/printResult.ts";
import { type AppliedTranslation, isWordForm, listReadings } from "../reading/cellValues.ts";
import { describeCleaned } from "../reading/cleanText.ts";
import { numberMeaning, thousandsMeaning } from "../reading/number.ts";
import type { ConductedRun } from "./conductRun.ts";
import type { Refusal, RefusalGroup, RefusedValue } from "./rows/refusals.ts";
import { describeRepeats, type RunProgress, type RunReport } from "./run.ts";

const modeWords: Readonly<Record<StockTerms["mode"], string>> = {
  "on-hand": "on hand",
  available: "available",
  "by vendor": "on hand or available, by vendor",
  "by column": "on hand or available, by column",
};

/** How a run read quantities, in a sentence. */
function formatStock({ stock }: RunReport): string[] {
  if (stock === undefined) return [];
  const { mode, asOf, asOfFrom } = stock;
  const counted = asOfFrom === "upload" ? "counted when the file was received" : `as of ${asOf}`;
  return [`Quantities are ${modeWords[mode]}, ${counted}.`];
}

function formatSample({ line, column, value, reason, suggestion }: Refusal): string {
  const text = column === null ? (value ?? reason) : makeVisible(JSON.stringify(value ?? ""));
  return `    line ${line}: ${text}${suggestion === null ? "" : `; ${makeVisible(suggestion)}`}`;
}

function formatGroups(groups: readonly RefusalGroup[], what: "row" | "cell"): string[] {
  return groups.flatMap(({ column, reason, count, samples }) => {
    const more = count > samples.length ? [`    and ${count - samples.length} more`] : [];
    const counted = count === 1 ? `1 ${what}` : `${count} ${what}s`;
    return [
      `  ${column ?? "the row"} ${reason}: ${counted}`,
      ...samples.map(formatSample),
      ...more,
    ];
  });
}

function countRows(rows: number): string {
  return rows === 1 ? "1 row" : `${rows} rows`;
}

function quote(value: string): string {
  return makeVisible(JSON.stringify(value));
}

function formatReading({ column, written, meaning, certificate, rows }: AppliedTranslation) {
  const meant = meaning === "" ? "empty" : quote(meaning);
  const also = certificate === undefined ? "" : ` with certificate ${quote(certificate)}`;
  return `  ${column} ${quote(written)} as ${meant}${also}: ${countRows(rows)}`;
}

/** What a form can be read as; empty if a value is none. */
function formatChoices({ column, written }: RefusedValue): string {
  const [first, other] = listReadings(column, written).map(quote);
  if (first === quote(thousandsMeaning)) {
    return `; read as ${first} for thousands, as ${other} for decimals`;
  }
  if (column === "cage") return `; read as ${first} to add the zeros that they have lost`;
  if (!isWordForm(column, written)) return "";
  const number = `; read as ${quote(numberMeaning)} for the number`;
  return other === undefined ? number : `${number}, as ${other} if it is not known`;
}

function formatRefusedValue(value: RefusedValue): string {
  const { column, written, rows, examples = [] } = value;
  const cells = examples.length === 0 ? "" : ` (such as ${examples.map(quote).join(", ")})`;
  return `  ${column} ${quote(written)}${cells}: ${countRows(rows)}${formatChoices(value)}`;
}

/** Which values were read as something else, and which refused ones can be. */
function formatValues({ translated = [], refusedValues = [] }: RunReport): string[] {
  const read = translated.map(formatReading);
  const open = refusedValues.slice(0, maxNamedValues).map(formatRefusedValue);
  const title = "Unknown values. Set what they mean with --value column:written=read:";
  return [
    ...(read.length === 0 ? [] : ["How values were read:", ...read]),
    ...(open.length === 0 ? [] : [title, ...open]),
  ];
}

const maxNamedValues = 20;

const unreadTitle =
  "Unreadable cells: new offers have no value there, existing offers keep theirs.";

/** Formats counts, the meaning of quantities, cleaned values, guard rails, refusals by reason. */
export function formatReport(report: RunReport, prefix: string): string[] {
  const counts = Object.entries(report.counts)
    .filter(([name]) => name !== "rows")
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  const lines = counts.length === 0 ? [] : [`${prefix}${counts.join(", ")}.`];
  const groups = formatGroups(report.groups, "row");
  const unread = formatGroups(report.unread ?? [], "cell");
  return [
    ...lines,
    ...formatStock(report),
    ...(report.repeats === undefined ? [] : [makeVisible(describeRepeats(report.repeats))]),
    ...describeCleaned(report.cleaned),
    ...formatValues(report),
    ...report.stops.map(({ message }) => makeVisible(message)),
    ...(groups.length === 0 ? [] : ["Refused:", ...groups]),
    ...(unread.length === 0 ? [] : [unreadTitle, ...unread]),
  ];
}

export function formatRun(run: ConductedRun, isDry: boolean): string[] {
  const wouldBe = run.state === "stopped" && !isDry ? "Stopped before writing: " : "";
  const prefix = isDry ? "Dry run, nothing was written: " : wouldBe;
  return formatReport(run, prefix);
}

/** `secondsLeft` is null if unknown. */
type Speed = { readonly rowsPerSecond: number; readonly secondsLeft: number | null };

function measure(progress: RunProgress, elapsedMs: number): Speed {
  const rowsPerSecond = Math.round((progress.rows * 1000) / Math.max(1, elapsedMs));
  const { rowsInAll, rows, step } = progress;
  const isKnown = step === "reading" && rowsInAll !== null && rowsPerSecond > 0;
  const secondsLeft = isKnown ? Math.ceil((rowsInAll - rows) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft };
}

function formatLine(progress: RunProgress, elapsedMs: number): string {
  const { step, rows, rowsInAll } = progress;
  if (step === "comparing") return `${rows} rows read; comparing with the catalog`;
  if (step === "waiting") return `${rows} rows read; waiting for another import`;
  if (step === "writing") return `${rows} rows accepted; writing`;
  const speed = measure(progress, elapsedMs);
  const bar = rowsInAll === null ? "" : formatBar(rows / Math.max(1, rowsInAll));
  const total = rowsInAll === null ? "" : ` of about ${rowsInAll}`;
  const left = speed.secondsLeft === null ? "" : `, ${speed.secondsLeft} s left`;
  return `${bar}${rows}${total} rows read, ${speed.rowsPerSecond} per second${left}`;
}

function toJson(progress: RunProgress, elapsedMs: number): Readonly<Record<string, unknown>> {
  const { step, rows, rowsInAll } = progress;
  const { rowsPerSecond, secondsLeft } = measure(progress, elapsedMs);
  return {
    step,
    rows,
    total_rows: rowsInAll,
    rows_per_second: rowsPerSecond,
    seconds_left: secondsLeft,
  };
}

export function createImportProgress(): ProgressPrinter<RunProgress> {
  return createProgress({ formatLine, toJson });
}
