// What the commands that import share: the file, the refused rows, progress, and how it all ends.

import type { Database, Session } from "../db/database.ts";
import type { RecordBatches } from "../files/fileRecord.ts";
import type { ImportOutlets, ImportStep } from "../imports/stageFeed.ts";
import { describeReport, type ImportReport, layOutReport, makeVisible } from "./importReport.ts";
import { explainUnreadable, openFeedFile } from "./openFeedFile.ts";
import { printResult, say } from "./printResult.ts";
import { openRefusedRowsFile } from "./refusedRowsFile.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

/** The options every import has. */
export type ImportCommandOptions = {
  readonly dryRun: boolean;
  readonly errors?: string;
  readonly json: boolean;
};

/** What an import works with. */
export type ImportGround = ImportOutlets & {
  readonly db: Database;
  readonly session: Session;
  readonly batches: RecordBatches;
  readonly now: Date;
};

const silentMs = 2_000;

/** Says how far an import is, to people only, once it takes longer than they wait gladly. */
function createProgress(isTerminal: boolean): (step: ImportStep) => void {
  if (!isTerminal) return () => undefined;
  const startedMs = Date.now();
  let saidMs = startedMs;
  return (step) => {
    const nowMs = Date.now();
    if (step.kind === "waiting") say("Another import is writing; waiting for its end.");
    if (nowMs - saidMs < silentMs && (step.kind === "reading" || nowMs - startedMs < silentMs)) {
      return;
    }
    saidMs = nowMs;
    if (step.kind === "writing") say(`${step.rows} rows accepted; writing them.`);
    if (step.kind !== "reading") return;
    const rowsPerSecond = Math.round((step.rows * 1000) / (nowMs - startedMs));
    say(`${step.rows} rows read, ${rowsPerSecond} a second.`);
  };
}

async function withSession<T>(db: Database, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await db.openSession();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/**
 * Runs an import and prints its report; ends the command where rows were refused or nothing could
 * be read.
 */
export async function runImport(
  shell: Shell,
  path: string,
  options: ImportCommandOptions,
  work: (ground: ImportGround) => Promise<ImportReport>,
): Promise<void> {
  const { errors, json } = options;
  const { batches, close } = await openFeedFile(path);
  const refusedRows =
    errors === undefined
      ? null
      : await openRefusedRowsFile(errors, path).catch(async (error: unknown) => {
          await close();
          throw error;
        });
  const onStep = createProgress(process.stderr.isTTY);
  const now = shell.now();
  const report = await withDatabase(shell, (db) =>
    withSession(db, (session) => work({ db, session, batches, now, refusedRows, onStep })),
  )
    .catch((error: unknown) => {
      throw explainUnreadable(path, error);
    })
    .finally(() => close().then(() => refusedRows?.discard()));
  printResult(json, describeReport(report), layOutReport(report));
  if (!json) for (const warning of report.warnings) say(`Warning: ${makeVisible(warning)}`);
  const refused = report.counts["refused"] ?? 0;
  if (refused > 0) {
    const where = errors === undefined ? "" : ` They are in ${errors}.`;
    const rows = refused === 1 ? "1 row is" : `${refused} rows are`;
    throw new CommandFailure("rowsRefused", `${rows} refused.${where}`);
  }
}
