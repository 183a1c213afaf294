import type { ReplicaView } from "../replica/read/replicaView.ts";
import { readReplicatedTerms, readTermsDigest } from "../replica/replicatedTerms.ts";
import { createTermTable, type TermTable } from "./termTable.ts";

/** The tables of this thread by digest; a new one replaces all when the terms change. */
const tables = new Map<string, TermTable>();

/** The standard terms with those of this distributor, as a state of the catalog has them. */
export function readTermTable(view: ReplicaView): TermTable {
  const digest = readTermsDigest(view);
  const known = tables.get(digest);
  if (known !== undefined) return known;
  const table = createTermTable(readReplicatedTerms(view));
  tables.clear();
  tables.set(digest, table);
  return table;
}
