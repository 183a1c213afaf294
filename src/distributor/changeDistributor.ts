import { createHash } from "node:crypto";
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { Distributor, DistributorText } from "./distributor.ts";
import { lockDistributor, selectDistributor, upsertDistributor } from "./queries.ts";

/** A logo is recorded by its type and hash. */
function toRecord({ logo, ...texts }: Distributor) {
  if (logo === null) return { ...texts, logo: null };
  const hash = createHash("sha256").update(logo.bytes).digest("hex").slice(0, 12);
  return { ...texts, logo: `${logo.type} ${hash}` };
}

/** `shown` are the texts that the person saw; those that are missing are not compared. */
type DistributorEdit = {
  readonly change: Partial<Distributor>;
  readonly shown: Partial<Pick<Distributor, DistributorText>>;
};

/**
 * Changes what operators have set. The audit event has both versions. If someone else has changed
 * one of the changed texts since it was shown, nothing is written, and the texts are returned.
 */
export function changeDistributor(
  db: Database,
  { change, shown }: DistributorEdit,
  { actor, now }: { readonly actor: OperatorActor; readonly now: Date },
): Promise<readonly DistributorText[]> {
  return db.transaction(async (tx) => {
    await lockDistributor(tx);
    const before = await selectDistributor(tx);
    const shownNames = Object.keys(shown) as DistributorText[];
    const conflicts = shownNames.filter(
      (name) => name in change && ![shown[name], change[name]].includes(before[name]),
    );
    if (conflicts.length > 0) return conflicts;
    const after = { ...before, ...change };
    await upsertDistributor(tx, after, now);
    recordAuditEvent(tx, {
      actor,
      action: "changed the company",
      subjectKind: "company",
      subjectId: null,
      accountId: null,
      before: toRecord(before),
      after: toRecord(after),
      now,
    });
    return [];
  });
}
