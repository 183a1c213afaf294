// An import as a run: what it is of, how it ended, and what it came to. A run is one transaction:
// it is committed whole or leaves nothing but its own record.
import type { OperatorActor } from "../audit/actor.ts";
import type { CleanedCells } from "./cleanedCells.ts";
import type { Refusal, RefusalGroup } from "./feedRefusals.ts";

declare const runIdBrand: unique symbol;

/** The number of a run, growing with time. */
export type RunId = number & { readonly [runIdBrand]: true };

const maxRunId = 2_147_483_647;

/** Reads a run's number, as people and addresses write it; undefined if the text is none. */
export function readRunId(text: string): RunId | undefined {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= maxRunId ? (number as RunId) : undefined;
}

export type RunKind = "catalog" | "stock" | "agreement";

/**
 * `merge` changes what the file has; `replace` also ends what it no longer has; `edit` is a change
 * of one row by hand (decision 123).
 */
export type RunMode = "merge" | "replace" | "revert" | "edit";

/**
 * `previewed` is a dry run that came to its end, `stopped` one that a guard rail or a refusal
 * stopped, `interrupted` one whose program ended before it did.
 */
export type RunState =
  | "running"
  | "committed"
  | "previewed"
  | "stopped"
  | "failed"
  | "cancelled"
  | "interrupted";

/** Why a run stopped, in the order in which the reasons are judged. */
export const stopCodes = [
  "same_file",
  "cut_off",
  "fewer_rows",
  "rows_refused",
  "goes_inactive",
  "price_moves",
  "changed_since",
] as const;

/** A guard rail that was reached; `message` says what would happen. */
export type RunStop = { readonly code: (typeof stopCodes)[number]; readonly message: string };

/** A refused row where none may be, and a later run, are no matter of opinion. */
export const finalStops: ReadonlySet<RunStop["code"]> = new Set(["rows_refused", "changed_since"]);

/** What has a price, and that before and after, as amounts with their currency. */
export type PriceMove = {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
};

/**
 * What a run came to; `counts` have their names on the wire, `refusals` are the first hundred,
 * `groups` all of them by reason.
 */
export type RunReport = {
  readonly counts: Readonly<Record<string, number>>;
  readonly stops: readonly RunStop[];
  readonly refusals: readonly Refusal[];
  readonly groups: readonly RefusalGroup[];
  /** Counted since migration 0018; reports of earlier runs do not have it. */
  readonly cleaned?: CleanedCells;
  /** The prices that move furthest, be it within the limit; reports before 0024 have none. */
  readonly moves?: readonly PriceMove[];
  readonly warnings: readonly string[];
};

/** Where the rows come from. `sha256` and `bytes` are null where they are not known beforehand. */
export type RunSource = {
  readonly fileName: string | null;
  readonly bytes: number | null;
  readonly sha256: Buffer | null;
};

/**
 * Who of the console starts a run, and with which file that was sent there. `onStart` is told the
 * run's number once it is written down. `passes`: the guard rails that the reason was given for;
 * absent: all of them.
 */
export type RunOrigin = {
  readonly actor: OperatorActor;
  readonly fileId: string | null;
  readonly passes?: readonly RunStop["code"][];
  readonly onStart: (runId: RunId) => void;
};

/** What a run is started with. `accepted` is the reason with which guard rails are passed. */
export type RunRequest = {
  readonly kind: RunKind;
  readonly mode: RunMode;
  readonly vendor: string | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly source: RunSource;
  readonly startedBy: string;
  readonly isDry: boolean;
  readonly accepted: string | null;
  /** What the import is told of the columns, as a text to compare. */
  readonly mapping: string;
  /** Absent where the shell starts it. */
  readonly origin?: RunOrigin | undefined;
  readonly now: Date;
};

/** How far a running import is. `rowsInAll` is an estimate, null where there is none. */
export type RunProgress = {
  readonly step: "reading" | "comparing" | "waiting" | "writing";
  readonly rows: number;
  readonly rowsInAll: number | null;
};

/** A run as it is kept. */
export type ImportRun = {
  readonly runId: RunId;
  readonly kind: RunKind;
  readonly mode: RunMode;
  readonly state: RunState;
  readonly isDry: boolean;
  /** The vendor it was told of. */
  readonly vendor: string | null;
  /** The vendors of the rows it took; null where they are not known. */
  readonly vendors: readonly string[] | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly fileName: string | null;
  readonly fileBytes: number | null;
  readonly fileSha256: string | null;
  readonly startedBy: string;
  readonly accepted: string | null;
  /** What it was told of the columns. */
  readonly mapping: string;
  /** The file that was sent for it; null where it came otherwise. It may be gone. */
  readonly fileId: string | null;
  readonly progress: RunProgress | null;
  readonly report: RunReport | null;
  readonly message: string | null;
  readonly cancelRequestedBy: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
};

/** Thrown inside a run that somebody asked to stop; nothing of it is kept. */
export class RunCancelled extends Error {
  constructor(options?: ErrorOptions) {
    super("The run was cancelled; nothing is changed.", options);
    this.name = "RunCancelled";
  }
}
