// The terms of this distributor in a replica file: one row, which changes as a whole.
import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { OwnTerm } from "../terms/ownTermQueries.ts";
import type { ReplicaView } from "./read/replicaView.ts";

export function writeReplicatedTerms(file: DatabaseSync, terms: readonly OwnTerm[]): void {
  const json = JSON.stringify(terms);
  const digest = createHash("sha256").update(json).digest("hex");
  file.exec("delete from own_terms");
  file.prepare("insert into own_terms (digest, terms) values (?, ?)").run(digest, json);
}

/** Identifies the terms of a state: equal digests mean equal terms. */
export function readTermsDigest(view: ReplicaView): string {
  return view.rows<[string]>("select digest from own_terms")[0]?.[0] ?? "";
}

export function readReplicatedTerms(view: ReplicaView): OwnTerm[] {
  const [row] = view.rows<[string]>("select terms from own_terms");
  return row === undefined ? [] : (JSON.parse(row[0]) as OwnTerm[]);
}
