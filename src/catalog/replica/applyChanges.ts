// Reads what has changed since a place, and applies it to a replica file.
import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { selectPlaces } from "../changeQueries.ts";
import type { ConditionRanks, RankBasis } from "./hitRank.ts";
import { copiedOffer } from "./offerRecord.ts";
import type { FileWatch } from "./replicaFolder.ts";
import type { ReplicaProof } from "./replicaProof.ts";
import { idsOfRuns } from "./replicaQueries.ts";
import type { ReplicaWriter } from "./replicaWriter.ts";

/** Changes cannot bring the file up to date: it must be rebuilt. */
export class MustFill extends Error {}

/** A new file is built if changes affect more offers than this and more than a share of all. */
const maxApplied = 50_000;
const maxAppliedShare = 0.1;

const placesPerQuery = 10_000;

export type OpenFile = {
  readonly file: DatabaseSync;
  /** Its name in its folder. */
  readonly name: string;
  readonly watch: FileWatch;
  readonly proof: ReplicaProof;
  readonly writer: ReplicaWriter;
  /** Empties a long log of changes. */
  readonly boundLog: () => Promise<void>;
};

/** What has changed. */
export type CatalogChanges = {
  /** Whether codes or terms have. */
  readonly hasCodes: boolean;
  readonly runIds: readonly number[];
  readonly offerIds: ReadonlySet<number>;
};

export async function readPlaces(session: Session, since: number): Promise<CatalogChanges> {
  const runIds: number[] = [];
  const offerIds = new Set<number>();
  let hasCodes = false;
  for (let read = since; ; ) {
    const places = await selectPlaces(session, read, placesPerQuery);
    for (const { place, runId, offerId } of places) {
      if (runId !== null) runIds.push(runId);
      if (offerId !== null) offerIds.add(offerId);
      if (runId === null && offerId === null) hasCodes = true;
      read = place;
    }
    if (places.length < placesPerQuery) return { hasCodes, runIds, offerIds };
  }
}

export function haveSameRanks(one: ConditionRanks, other: ConditionRanks): boolean {
  return one.size === other.size && [...one].every(([code, rank]) => other.get(code) === rank);
}

/** SQL: the ids of changed offers. They are integers, so they need no parameters. */
export function selectChangedIds({
  runIds,
  offerIds,
}: Pick<CatalogChanges, "runIds" | "offerIds">): string {
  const single = `select unnest('{${[...offerIds].join(",")}}'::bigint[]) as offer_id`;
  return runIds.length === 0 ? single : `${single} union ${idsOfRuns(runIds)}`;
}

/**
 * Applies the rows of the session's snapshot; offers without a row are deleted. Throws MustFill if
 * a new file takes less time. `beforeWrite` is called before each batch, and may throw.
 */
export async function applyChanges(
  session: Session,
  { file, writer }: Pick<OpenFile, "file" | "writer">,
  changes: CatalogChanges,
  basis: RankBasis,
  beforeWrite: () => void,
): Promise<void> {
  const counted = file.prepare("select count(*) as offers from offers").get();
  const most = Math.max(maxApplied, Number(counted?.["offers"]) * maxAppliedShare);
  let count = 0;
  const countRows = (rows: number): void => {
    count += rows;
    if (count > most) throw new MustFill("too many offers have changed");
    beforeWrite();
  };
  countRows(changes.offerIds.size);
  const changed = selectChangedIds(changes);
  const missing = `select offer_id from (${changed}) changed
    where not exists (select from offers o where o.offer_id = changed.offer_id)`;
  for await (const rows of readCopy(session, missing)) {
    countRows(rows.length);
    writer.delete(rows.map(([offerId]) => Number(offerId)));
  }
  const existing = `select ${copiedOffer} from offers o where o.offer_id in (${changed})`;
  for await (const rows of readCopy(session, existing)) {
    countRows(rows.length);
    writer.put(rows, basis);
  }
}
