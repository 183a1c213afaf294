import { revertOffers } from "../catalog/import/revertOffers.ts";
import type { Database, Session } from "../db/database.ts";
import { type ConductedRun, conductRun } from "../imports/conductRun.ts";
import type { ImportRun, RunProgress } from "../imports/importRun.ts";
import { createRevertRequest, type Reverter } from "../imports/revertRequest.ts";
import { revertAgreement } from "../pricing/agreements/revertAgreement.ts";

/** Reverts a run of any kind; see `findRevertible` for which can be reverted. */
export function revertRun(
  db: Database,
  session: Session,
  run: ImportRun,
  by: Reverter,
  onProgress: (progress: RunProgress) => void,
): Promise<ConductedRun> {
  const revert = run.kind === "agreement" ? revertAgreement : revertOffers;
  const request = createRevertRequest(run, by);
  return conductRun(db, session, request, onProgress, (context) => revert(context, run, by.now));
}
