// Reads what has changed since a place, and applies it to a replica file.
import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { selectPlaces } from "../changeQueries.ts";
import type { ConditionRanks, RankBasis } from "./hitRank.ts";
import { copiedOffer } from "./offerRecord.ts";
import { countRows, idsOfRuns, rulesOfRuns } from "./replicaQueries.ts";
import { applyRules } from "./replicatedRules.ts";
import type { ReplicaWriter } from "./replicaWriter.ts";

/** Changes cannot bring the file up to date: it must be rebuilt. */
export class MustFill extends Error {}

/**
 * A new file is filled if changes affect more offers and rules than this. Meanwhile contact with the database
 * is recorded in the existing file, which is not possible while changes are applied to it.
 */
const maxApplied = 100_000;

const placesPerQuery = 10_000;

/** What has changed. */
export type CatalogChanges = {
  /** Whether codes or terms have. */
  readonly hasCodes: boolean;
  readonly runIds: readonly number[];
  readonly offerIds: ReadonlySet<number>;
  readonly ruleIds: ReadonlySet<string>;
};

export async function readPlaces(session: Session, since: number): Promise<CatalogChanges> {
  const runIds: number[] = [];
  const offerIds = new Set<number>();
  const ruleIds = new Set<string>();
  let hasCodes = false;
  for (let read = since; ; ) {
    const places = await selectPlaces(session, read, placesPerQuery);
    for (const { place, runId, offerId, ruleId } of places) {
      if (runId !== null) runIds.push(runId);
      else if (offerId !== null) offerIds.add(offerId);
      else if (ruleId !== null) ruleIds.add(ruleId);
      else hasCodes = true;
      read = place;
    }
    if (places.length < placesPerQuery) return { hasCodes, runIds, offerIds, ruleIds };
  }
}

export function haveSameRanks(one: ConditionRanks, other: ConditionRanks): boolean {
  return one.size === other.size && [...one].every(([code, rank]) => other.get(code) === rank);
}

/** SQL: the ids of changed offers. They are integers, so they need no parameters. */
function selectChangedIds({ runIds, offerIds }: CatalogChanges): string {
  const single = `select unnest('{${[...offerIds].join(",")}}'::bigint[]) as offer_id`;
  return runIds.length === 0 ? single : `${single} union ${idsOfRuns(runIds)}`;
}

/** SQL: the ids of changed rules. */
function selectChangedRules({ runIds, ruleIds }: CatalogChanges): string {
  const single = `select unnest('{${[...ruleIds].join(",")}}'::bigint[]) as rule_id`;
  return `${single} union ${rulesOfRuns(runIds)}`;
}

/**
 * Applies the rows of the session's snapshot; what has no row is deleted. Throws MustFill if
 * a new file takes less time. `check` is called before each batch, and may throw.
 */
export async function applyChanges(
  session: Session,
  { file, writer }: { readonly file: DatabaseSync; readonly writer: ReplicaWriter },
  changes: CatalogChanges,
  basis: RankBasis,
  check: () => void,
): Promise<void> {
  const changed = selectChangedIds(changes);
  const changedRules = selectChangedRules(changes);
  const all = `select offer_id from (${changed}) offers union all ${changedRules}`;
  if ((await countRows(session, all)) > maxApplied) throw new MustFill("too much has changed");
  const missing = `select offer_id from (${changed}) changed
    where not exists (select from offers o where o.offer_id = changed.offer_id)`;
  for await (const rows of readCopy(session, missing)) {
    check();
    writer.delete(rows.map(([offerId]) => Number(offerId)));
  }
  const existing = `select ${copiedOffer} from offers o where o.offer_id in (${changed})`;
  for await (const rows of readCopy(session, existing)) {
    check();
    writer.put(rows, basis);
  }
  await applyRules(session, file, changedRules, check);
}
