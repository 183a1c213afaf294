// Invariant: a run is one transaction. It is committed whole, or leaves only its own row.
import type { StaffActor } from "../audit/actor.ts";
import type { RunMode } from "../catalog/changeQueries.ts";
import type { StockDeclaration, StockTerms } from "../catalog/feedStock.ts";
import { groupDigits, parseCurrency } from "../kit/money.ts";
import { formatBarePrice, parsePrice } from "../kit/price.ts";
import type { AppliedTranslation } from "../reading/cellValues.ts";
import { type CleanedCells, createCleaningTally } from "../reading/cleanText.ts";
import type { RepeatRule } from "./rows/columns.ts";
import type { Refusal, RefusalGroup, RefusedValue } from "./rows/refusals.ts";

/**
 * `previewed` is a dry run that ended, `stopped` a run stopped by a guard rail or a refusal,
 * `interrupted` a run whose program died.
 */
export type RunState =
  | "running"
  | "committed"
  | "previewed"
  | "stopped"
  | "failed"
  | "cancelled"
  | "interrupted";

/**
 * What is known of a file once it is read. `vendors` are those of the accepted rows, null if they
 * are too many to identify a file; a correction has rows that were refused before.
 */
export type CheckedFeedFile = {
  readonly vendors: readonly string[] | null;
  readonly isCorrection: boolean;
};

declare const runIdBrand: unique symbol;

/** The number of a run; later runs have larger numbers. */
export type RunId = number & { readonly [runIdBrand]: true };

const maxRunId = 2_147_483_647;

/** Reads the number of a run; undefined if the text is not one. */
export function readRunId(text: string): RunId | undefined {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= maxRunId ? (number as RunId) : undefined;
}

export type RunKind = "catalog" | "stock" | "agreement";

/** Why a run stopped, in the order of the checks. */
type StopCode =
  | "same_file"
  | "cut_off"
  | "fewer_rows"
  | "rows_refused"
  | "stock_mode"
  | "goes_inactive"
  | "price_moves"
  | "small_discounts"
  | "changed_since"
  | "changes_expired";

/** A guard rail that was reached; `message` describes what would happen. */
export type RunStop = { readonly code: StopCode; readonly message: string };

/** Stops that no reason can pass. */
export const finalStops: ReadonlySet<RunStop["code"]> = new Set([
  "rows_refused",
  "stock_mode",
  "changed_since",
  "changes_expired",
]);

/** A price before and after, as amounts with currency; `subject` is what has it. */
export type PriceMove = {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
};

/** USD 1,234.50 for "USD 1234.50"; any other text as it is. */
export function formatReportedPrice(reported: string): string {
  const [, code = "", amount = ""] = /^([A-Z]{3}) ([\d.]+)$/.exec(reported) ?? [];
  const currency = parseCurrency(code);
  const price = currency && parsePrice(amount, currency, 1);
  return price === undefined ? reported : `${price.currency} ${formatBarePrice(price)}`;
}

/**
 * The result of a run. `counts` have their names of the JSON output, `refusals` are the first
 * hundred, `groups` all of them by reason.
 */
export type RunReport = {
  readonly counts: Readonly<Record<string, number>>;
  readonly stops: readonly RunStop[];
  readonly refusals: readonly Refusal[];
  readonly groups: readonly RefusalGroup[];
  /** Unreadable optional cells of accepted rows, by reason; missing in reports of other imports. */
  readonly unread?: readonly RefusalGroup[];
  /** Values that refused rows have and that can be translated; missing in earlier reports. */
  readonly refusedValues?: readonly RefusedValue[];
  /** The translations that applied to rows; missing in earlier reports. */
  readonly translated?: readonly AppliedTranslation[];
  /** Missing in earlier reports. */
  readonly cleaned?: CleanedCells;
  /** Missing if no rows are repeated, and in earlier reports. */
  readonly repeats?: RepeatedRows;
  /** Missing without quantities, and in earlier reports. */
  readonly stock?: StockTerms;
  readonly warnings: readonly string[];
};

/** Creates the report of a run that read no file. */
export function createReport(counts: RunReport["counts"], stops: readonly RunStop[]): RunReport {
  return { counts, stops, refusals: [], groups: [], cleaned: createCleaningTally(), warnings: [] };
}

/** Where the rows come from. `sha256` and `bytes` are null if unknown beforehand. */
export type RunSource = {
  readonly fileName: string | null;
  readonly bytes: number | null;
  readonly sha256: Buffer | null;
};

/**
 * What a run is asked to do: plain values, which the process that reads an uploaded file gets as
 * they are.
 */
export type RunRequest = {
  readonly kind: RunKind;
  /** With `replace`, offers of the file's vendors that are not in the file go, see each import. */
  readonly mode: RunMode;
  /** The vendor of every row; null if the file has a vendor column. Clean, see `cleanText`. */
  readonly vendor: string | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly source: RunSource;
  readonly startedBy: string;
  /** Who starts it in the console, and with which uploaded file; absent if a command does. */
  readonly origin?: { readonly actor: StaffActor; readonly fileId: string | null };
  /** Whether it is rolled back at the end. */
  readonly isDry: boolean;
  /** Whether one refused row stops the whole file, and unreadable optional cells refuse rows. */
  readonly refusesFile: boolean;
  /** The reason for passing guard rails; null to stop at them. */
  readonly accepted: string | null;
  /** The guard rails that the reason is for; absent: all. */
  readonly passes?: readonly RunStop["code"][];
  /** The mapping of columns, as `describeMapping` writes it. */
  readonly mapping: string;
  /** Absent without quantities. */
  readonly stock?: StockDeclaration;
  /** When the file was received; absent: when the run starts. */
  readonly receivedAt?: Date;
  readonly now: Date;
};

/** Who is told that a run has its number, and how far it is. */
export type RunListener = {
  readonly onStart?: (runId: RunId) => void;
  readonly onProgress?: (progress: RunProgress) => void;
};

/** How far a running import is. `rowsInAll` is an estimate, null if there is none. */
export type RunProgress = {
  readonly step: "reading" | "comparing" | "waiting" | "writing";
  readonly rows: number;
  readonly rowsInAll: number | null;
};

export type ImportRun = {
  readonly runId: RunId;
  readonly kind: RunKind;
  readonly mode: RunMode;
  readonly state: RunState;
  readonly isDry: boolean;
  readonly vendor: string | null;
  /** The vendors of the accepted rows; null if unknown. */
  readonly vendors: readonly string[] | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly fileName: string | null;
  readonly fileBytes: number | null;
  readonly fileSha256: string | null;
  readonly startedBy: string;
  readonly accepted: string | null;
  readonly mapping: string;
  /** The uploaded file, which may have been removed; null if there was none. */
  readonly fileId: string | null;
  readonly progress: RunProgress | null;
  readonly report: RunReport | null;
  readonly message: string | null;
  readonly cancelRequestedBy: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** When its changes were deleted; from then on it cannot be reverted. */
  readonly changesExpiredAt: Date | null;
  /** When an operator said that nothing is to be done about it any more. */
  readonly dismissedAt: Date | null;
};

/** Thrown inside a run that was cancelled; it is rolled back. */
export class RunCancelled extends Error {
  constructor(options?: ErrorOptions) {
    super("The run was cancelled. Nothing changed.", options);
    this.name = "RunCancelled";
  }
}

// Rows of a file that mean the same offer: several lots or bins of a part.

/** What a run did with repeated rows. `rows` are those beside the first row of each offer. */
export type RepeatedRows = {
  readonly rule: RepeatRule;
  readonly isDeclared: boolean;
  readonly rows: number;
  readonly offers: number;
  /** The first row that repeats another. */
  readonly example: {
    readonly partNumber: string;
    readonly line: number;
    readonly earlier: number;
  };
};

/** Of the rows of a file; with fewer nobody is asked. */
const askedPortion = 0.01;

/** Whether an operator should say what repeated rows mean. */
export function isToAsk(repeats: RepeatedRows | undefined, rowsOfFile: number): boolean {
  return repeats !== undefined && repeats.rows > rowsOfFile * askedPortion;
}

const ruleWords: Readonly<Record<RepeatRule, string>> = {
  refuse: "only the first is imported, the others are refused",
  first: "the first is imported",
  last: "the last is imported",
  sum: "their quantities are added",
};

/** "412 rows repeat the offer of another row; their quantities are added. For example …" */
export function describeRepeats({ rule, rows, offers, example }: RepeatedRows): string {
  const repeat = rows === 1 ? "1 row repeats another" : `${groupDigits(rows)} rows repeat another`;
  const of = offers === 1 ? "1 offer" : `${groupDigits(offers)} offers`;
  const { partNumber, line, earlier } = example;
  const lines = `lines ${groupDigits(earlier)} and ${groupDigits(line)}`;
  return `${repeat}, of ${of}: ${ruleWords[rule]}. Example: ${partNumber} on ${lines}.`;
}
