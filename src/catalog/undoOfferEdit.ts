// Invariant: undoing an edit is a run that restores the values before it; what was sold in the
// meantime stays sold.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { retryTransaction } from "../db/retryTransaction.ts";
import type { RunId } from "../imports/importRun.ts";
import { recordManualRun } from "../imports/recordManualRun.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import { diffOfferTexts } from "./editOffer.ts";
import { lockImports } from "./import/importQueries.ts";
import { restoreOffers, selectLaterRuns } from "./import/revertQueries.ts";
import { hasChanged, lockOfferTexts } from "./offerEditQueries.ts";
import type { OfferId } from "./partId.ts";
import { forgetCounts } from "./stock/countTimeQueries.ts";

/** `changed since`: a later run changed the same offer, and that change would be lost. */
type UndoOutcome = "undone" | "expired" | "undone already" | "changed since" | "unknown" | "busy";

/** Undoes the edit that is run `runId`, unless the offer changed since. */
export function undoOfferEdit(
  db: Database,
  offerId: OfferId,
  runId: RunId,
  actor: OperatorActor,
  now: Date,
): Promise<UndoOutcome> {
  return retryTransaction<UndoOutcome>(db, async (tx) => {
    await lockImports(tx);
    const found = await findRevertible(tx, runId);
    if (found.outcome === "reverted") return "undone already";
    if (found.outcome === "expired") return "expired";
    if (found.outcome !== "revertible" || found.run.mode !== "edit") return "unknown";
    if (!(await hasChanged(tx, offerId, runId))) return "unknown";
    const before = await lockOfferTexts(tx, offerId);
    if (before === undefined) return "unknown";
    if ((await selectLaterRuns(tx, runId)).length > 0) return "changed since";
    const { kind, vendor } = found.run;
    const startedBy = actor.operator.name;
    const run = { kind, vendor, accountId: null, reverts: runId, startedBy, now };
    await forgetCounts(tx, runId);
    await recordManualRun(tx, run, async (id) => {
      return { restored: await restoreOffers(tx, runId, id, now) };
    });
    const after = await lockOfferTexts(tx, offerId);
    recordAuditEvent(tx, {
      actor,
      action: "undid an edit of an offer",
      subjectKind: "offer",
      subjectId: String(offerId),
      accountId: null,
      ...diffOfferTexts(before, after ?? before),
      now,
    });
    return "undone";
  });
}
