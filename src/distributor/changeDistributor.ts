import { createHash } from "node:crypto";
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { type MergedEdit, mergeEdit } from "../mergeEdit.ts";
import { type Distributor, type DistributorText, distributorTexts } from "./distributor.ts";
import { lockDistributor, selectDistributor, upsertDistributor } from "./queries.ts";

/** A logo is recorded by its type and hash. */
function toRecord({ logo, ...texts }: Distributor) {
  if (logo === null) return { ...texts, logo: null };
  const hash = createHash("sha256").update(logo.bytes).digest("hex").slice(0, 12);
  return { ...texts, logo: `${logo.type} ${hash}` };
}

type Recorded = ReturnType<typeof toRecord>;

function diff(before: Recorded, after: Recorded) {
  const names = (Object.keys(after) as (keyof Recorded)[]).filter(
    (name) => before[name] !== after[name],
  );
  const pick = (record: Recorded) => Object.fromEntries(names.map((name) => [name, record[name]]));
  return { before: pick(before), after: pick(after) };
}

type Texts = Pick<Distributor, DistributorText>;

/** `shown` are the texts that the person saw; those that are missing are not compared. */
type DistributorEdit = {
  readonly typed: Partial<Texts>;
  readonly shown: Partial<Texts>;
  /** Absent: the logo stays. */
  readonly logo?: Distributor["logo"];
};

/** `before`: what was stored, with which the edit was merged. */
export type DistributorChange = MergedEdit<DistributorText, Texts> & {
  readonly before: Distributor;
};

const groups = (Object.keys(distributorTexts) as DistributorText[]).map((text) => [text] as const);

/**
 * Changes what operators have set; the audit event has what changed, if anything did. If someone
 * else has changed one of the typed texts since it was shown, nothing is written.
 */
export function changeDistributor(
  db: Database,
  { typed, shown, logo }: DistributorEdit,
  { actor, now }: { readonly actor: OperatorActor; readonly now: Date },
): Promise<DistributorChange> {
  return db.transaction(async (tx) => {
    await lockDistributor(tx);
    const before = await selectDistributor(tx);
    const { logo: _logo, ...current } = before;
    const merged = mergeEdit<DistributorText, Texts>(
      { shown: { ...current, ...shown }, typed: { ...current, ...typed }, current },
      groups,
    );
    const edited = { ...merged, before };
    if (edited.conflicts.length > 0) return edited;
    const after = { ...before, ...edited.merged, ...(logo !== undefined && { logo }) };
    const changes = diff(toRecord(before), toRecord(after));
    if (Object.keys(changes.after).length === 0) return edited;
    await upsertDistributor(tx, after, now);
    recordAuditEvent(tx, {
      actor,
      action: "changed the company",
      subjectKind: "company",
      subjectId: null,
      accountId: null,
      ...changes,
      now,
    });
    return edited;
  });
}
