import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { type Distributor, type Logo, unsetDistributor } from "./distributor.ts";

type StoredDistributor = Omit<Distributor, "logo"> & {
  readonly logo: Buffer | null;
  readonly logoType: Logo["type"] | null;
};

/** What operators have set. */
export async function selectDistributor(db: Queryable): Promise<Distributor> {
  const row = await queryFirst<StoredDistributor>(db, {
    name: "select_distributor",
    text: `select name, color, address, terms, logo, logo_type as "logoType" from distributor`,
    values: [],
  });
  if (row === undefined) return unsetDistributor;
  const { logo: bytes, logoType: type, ...texts } = row;
  return { ...texts, logo: bytes === null || type === null ? null : { type, bytes } };
}

/** Serializes changes, so that each audit event has what was there before. */
export async function lockDistributor(tx: Transaction): Promise<void> {
  await tx.query({
    name: "lock_distributor",
    text: "select pg_advisory_xact_lock(hashtext('distributor'))",
    values: [],
  });
}

export async function upsertDistributor(
  tx: Transaction,
  { name, color, address, terms, logo }: Distributor,
  now: Date,
): Promise<void> {
  await tx.query({
    name: "upsert_distributor",
    text: `insert into distributor (name, color, address, terms, logo, logo_type, changed_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (only_row) do update set name = excluded.name, color = excluded.color,
        address = excluded.address, terms = excluded.terms, logo = excluded.logo,
        logo_type = excluded.logo_type, changed_at = excluded.changed_at`,
    values: [name, color, address, terms, logo?.bytes ?? null, logo?.type ?? null, now],
  });
}
