import { createHash } from "node:crypto";
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { listDifferences, versionOf } from "../kit/version.ts";
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

/** `version`: of the texts that were edited. */
type DistributorEdit = {
  readonly typed: Partial<Texts>;
  readonly version: string;
  /** Absent: the logo stays. */
  readonly logo?: Distributor["logo"];
};

/** `latest`: what is stored now. */
type DistributorChange =
  | { readonly outcome: "saved" }
  | { readonly outcome: "conflict"; readonly latest: Distributor };

const textNames = Object.keys(distributorTexts) as DistributorText[];

export function distributorVersion(texts: Texts): string {
  return versionOf(texts, textNames);
}

/**
 * Changes what operators have set; the audit event has what changed, if anything did. If someone
 * has changed the texts since, nothing is written.
 */
export function changeDistributor(
  db: Database,
  { typed, version, logo }: DistributorEdit,
  { actor, now }: { readonly actor: OperatorActor; readonly now: Date },
): Promise<DistributorChange> {
  return db.transaction(async (tx) => {
    await lockDistributor(tx);
    const before = await selectDistributor(tx);
    const after = { ...before, ...typed, ...(logo !== undefined && { logo }) };
    const changes = diff(toRecord(before), toRecord(after));
    if (Object.keys(changes.after).length === 0) return { outcome: "saved" };
    const isStale = listDifferences(before, after, textNames).length > 0;
    if (isStale && version !== distributorVersion(before)) {
      return { outcome: "conflict", latest: before };
    }
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
    return { outcome: "saved" };
  });
}
