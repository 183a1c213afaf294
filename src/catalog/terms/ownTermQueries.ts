// The SQL of the terms of this distributor.
import type { Queryable, Transaction } from "../../db/database.ts";

/** A term of this distributor; without meanings it switches a standard term off. */
export type OwnTerm = { readonly written: string; readonly meanings: readonly string[] };

export async function selectOwnTerms(db: Queryable): Promise<OwnTerm[]> {
  return db.query<OwnTerm>({
    name: "select_own_terms",
    text: `select written, meanings from own_terms order by term_key collate "C"`,
  });
}

/** Locks the terms against other changes until the transaction ends. */
export async function lockOwnTerms(tx: Transaction): Promise<void> {
  await tx.query({
    name: "lock_own_terms",
    text: "select pg_advisory_xact_lock(hashtextextended('own terms', 0))",
  });
}

export async function upsertOwnTerm(
  tx: Transaction,
  key: string,
  { written, meanings }: OwnTerm,
  now: Date,
): Promise<void> {
  await tx.query({
    name: "upsert_own_term",
    text: `insert into own_terms (term_key, written, meanings, updated_at) values ($1, $2, $3, $4)
      on conflict (term_key) do update set written = excluded.written,
        meanings = excluded.meanings, updated_at = excluded.updated_at`,
    values: [key, written, meanings, now],
  });
}

export async function deleteOwnTerm(tx: Transaction, key: string): Promise<void> {
  await tx.query({
    name: "delete_own_term",
    text: "delete from own_terms where term_key = $1",
    values: [key],
  });
}
