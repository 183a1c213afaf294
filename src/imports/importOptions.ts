import { type ColumnMapping, describeMapping } from "./feedColumns.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { GuardRails } from "./guardRails.ts";
import type { RunOrigin, RunProgress, RunRequest, RunSource } from "./importRun.ts";

export type ImportOptions = {
  readonly mapping: ColumnMapping;
  /** Whether it is rolled back at the end. */
  readonly dryRun: boolean;
  /** Whether one refused row stops the whole file. */
  readonly refusesFile: boolean;
  /** The reason for passing guard rails; null to stop at them. */
  readonly accepted: string | null;
  readonly limits: GuardRails;
  readonly source: RunSource;
  readonly startedBy: string;
  /** Absent if a command starts it. */
  readonly origin?: RunOrigin | undefined;
  readonly refusedRows: RefusedRows | null;
  readonly onProgress: (progress: RunProgress) => void;
};

/** What a run imports, and for whom. */
type RunSubject = Pick<RunRequest, "kind" | "mode" | "vendor" | "accountId">;

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
