// What every import is told beside its file.
import type { ColumnMapping } from "./feedColumns.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { GuardRails } from "./guardRails.ts";
import type { RunProgress, RunSource } from "./importRun.ts";

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
  readonly refusedRows: RefusedRows | null;
  readonly onProgress: (progress: RunProgress) => void;
};
