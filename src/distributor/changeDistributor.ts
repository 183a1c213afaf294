import { createHash } from "node:crypto";
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { Distributor } from "./distributor.ts";
import { lockDistributor, selectDistributor, upsertDistributor } from "./queries.ts";

/** A logo is recorded by its type and hash. */
function toRecord({ logo, ...texts }: Distributor) {
  if (logo === null) return { ...texts, logo: null };
  const hash = createHash("sha256").update(logo.bytes).digest("hex").slice(0, 12);
  return { ...texts, logo: `${logo.type} ${hash}` };
}

/** Changes what operators have set. The audit event has both versions. */
export function changeDistributor(
  db: Database,
  change: Partial<Distributor>,
  { actor, now }: { readonly actor: OperatorActor; readonly now: Date },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockDistributor(tx);
    const before = await selectDistributor(tx);
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
  });
}
