// What every import is told beside its file.
import { type ColumnMapping, describeMapping } from "./feedColumns.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { GuardRails } from "./guardRails.ts";
import type { RunOrigin, RunProgress, RunRequest, RunSource } from "./importRun.ts";

export type ImportOptions = {
  readonly mapping: ColumnMapping;
  /** Whether it is rolled back at its end. */
  readonly dryRun: boolean;
  /** Whether one refused row stops the whole file. */
  readonly refusesFile: boolean;
  /** The reason with which guard rails are passed; null to stop at them. */
  readonly accepted: string | null;
  readonly limits: GuardRails;
  readonly source: RunSource;
  /** Who runs it, as the record of the run says. */
  readonly startedBy: string;
  /** Absent where the shell starts it. */
  readonly origin?: RunOrigin | undefined;
  readonly refusedRows: RefusedRows | null;
  readonly onProgress: (progress: RunProgress) => void;
};

/** What a run is of: whose rows they are, and how far it goes. */
export type RunSubject = Pick<RunRequest, "kind" | "mode" | "vendor" | "accountId">;

/** The request of a run that imports a file. */
export function createImportRequest(
  subject: RunSubject,
  options: ImportOptions,
  now: Date,
): RunRequest {
  return {
    ...subject,
    reverts: null,
    source: options.source,
    startedBy: options.startedBy,
    isDry: options.dryRun,
    accepted: options.accepted,
    mapping: describeMapping(options.mapping),
    origin: options.origin,
    now,
  };
}
