import { describeCleaned } from "../imports/cleanText.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import type { Refusal, RefusalGroup } from "../imports/feedRefusals.ts";
import type { RunReport, StockTerms } from "../imports/importRun.ts";
import { describeRepeats } from "../imports/repeats/repeats.ts";
import type { AppliedTranslation } from "../imports/values/readingTally.ts";
import type { RefusedValue } from "../imports/values/refusedValues.ts";
import { isWordForm, listReadings } from "../imports/values/valueForms.ts";
import { numberMeaning, thousandsMeaning } from "../reading/number.ts";

/** The output of `--json`. */
export function describeRun(run: ConductedRun, isDry: boolean): Record<string, unknown> {
  const { runId, state, counts, stops, refusals, unread, cleaned, warnings, stock } = run;
  const values = { translated: run.translated ?? [], refused_values: run.refusedValues ?? [] };
  const given = { ...describeStock(stock), ...writeRepeats(run), ...writeLeftOut(run) };
  const report = { stops, refusals, unread, ...values, cleaned, warnings, ...given };
  return { run_id: runId, state, ...counts, dry_run: isDry, ...report };
}

/** What a run did with repeated rows, for `--json`; without any nothing. */
export function writeRepeats({ repeats }: Pick<RunReport, "repeats">): Record<string, unknown> {
  if (repeats === undefined) return {};
  const { rule, isDeclared, rows, offers, example } = repeats;
  const { partNumber, line, earlier } = example;
  const first = { part_number: partNumber, line, earlier_line: earlier };
  return { repeats: { rule, is_declared: isDeclared, rows, offers, example: first } };
}

/** The rows that a run left out, for `--json`; without any nothing. */
export function writeLeftOut({ leftOut }: Pick<RunReport, "leftOut">): Record<string, unknown> {
  if (leftOut === undefined) return {};
  return {
    left_out_rows: leftOut.map(({ line, partNumber, by }) => ({
      line,
      part_number: partNumber,
      left_out_by: by,
    })),
  };
}

/** How a run read quantities, for `--json`; without quantities nothing. */
export function describeStock(stock: StockTerms | undefined): Record<string, unknown> {
  if (stock === undefined) return {};
  const { mode, isDeclared, asOf, asOfFrom } = stock;
  return {
    stock: { mode, is_declared: isDeclared, as_of: asOf, as_of_from: asOfFrom },
  };
}

const modeWords: Readonly<Record<StockTerms["mode"], string>> = {
  "on-hand": "on hand",
  available: "available",
  "by vendor": "on hand or available, by vendor",
};

/** How a run read quantities, in a sentence. */
function formatStock({ stock }: RunReport): string[] {
  if (stock === undefined) return [];
  const { mode, asOf, asOfFrom } = stock;
  const counted = asOfFrom === "upload" ? "counted when the file was received" : `as of ${asOf}`;
  return [`Quantities are ${modeWords[mode]}, ${counted}.`];
}

/** Escapes control characters, so that text from a file cannot control the terminal. */
export function makeVisible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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

/** The rows that were left out, in a line. */
function formatLeftOut({ leftOut = [] }: RunReport): string[] {
  if (leftOut.length === 0) return [];
  const named = leftOut
    .slice(0, maxNamedValues)
    .map(({ line, partNumber }) => `line ${line} (${makeVisible(partNumber)})`);
  const more = leftOut.length > named.length ? `, and ${leftOut.length - named.length} more` : "";
  return [`Left out: ${named.join(", ")}${more}.`];
}

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
    ...formatLeftOut(report),
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
