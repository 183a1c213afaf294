import type { Queryable } from "../../db/database.ts";
import type { Replica } from "./replica.ts";
import { countChangesAfter } from "./replicaQueries.ts";

/**
 * How far a replica is behind: the age of the last proof that it shows the newest state, and the
 * changes that it does not show yet.
 */
export type ReplicaLag = { readonly seconds: number; readonly changes: number };

/** Undefined before the first fill. */
export async function readReplicaLag(
  db: Queryable,
  replica: Pick<Replica, "status">,
): Promise<ReplicaLag | undefined> {
  const state = replica.status();
  if (state === undefined) return undefined;
  return { seconds: state.ageMs / 1_000, changes: await countChangesAfter(db, state.place) };
}
