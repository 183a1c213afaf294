import type { Queryable, Transaction } from "../db/database.ts";
import type { CatalogCodes } from "./readOfferRecord.ts";
import type { Certificate, Condition, TradeCodes, UnitOfMeasure } from "./tradeCodes.ts";
import { createCertificateReader, toConditionCodes } from "./tradeCodes.ts";

/** The codes that files may use. */
export async function selectCatalogCodes(db: Queryable): Promise<CatalogCodes> {
  const { conditions, unitsOfMeasure, certificates } = await selectTradeCodes(db);
  return {
    conditions: toConditionCodes(conditions),
    unitsOfMeasure: new Set(unitsOfMeasure.map(({ code }) => code)),
    certificates: createCertificateReader(certificates),
  };
}

export async function selectTradeCodes(db: Queryable): Promise<TradeCodes> {
  const rows = await db.query<TradeCodes>({
    name: "select_trade_codes",
    text: `select
        array(
          select jsonb_build_object('code', code, 'name', name, 'synonyms', array(
            select synonym from condition_synonyms s where s.condition = c.code
            order by synonym collate "C"
          ))
          from conditions c order by rank
        ) as conditions,
        array(select to_jsonb(u) from units_of_measure u order by code collate "C")
          as "unitsOfMeasure",
        array(select to_jsonb(c) from certificates c order by code collate "C") as certificates`,
  });
  return rows[0] ?? { conditions: [], unitsOfMeasure: [], certificates: [] };
}

/** Locks the codes against other additions until the transaction ends. */
export async function lockCodes(tx: Transaction): Promise<void> {
  await tx.query({
    name: "lock_codes",
    text: "select pg_advisory_xact_lock(hashtextextended('trade codes', 0))",
  });
}

/**
 * Inserts a condition right before or after another and moves the conditions behind it. What was a
 * synonym becomes a code.
 */
export async function insertCondition(
  tx: Transaction,
  { code, name }: Omit<Condition, "synonyms">,
  neighbour: string,
  isAfter: boolean,
): Promise<void> {
  await tx.query({
    name: "shift_condition_ranks",
    text: `update conditions c set rank = c.rank + 1 from conditions n
      where n.code = $1 and c.rank >= n.rank + $2::integer`,
    values: [neighbour, isAfter ? 1 : 0],
  });
  await tx.query({
    name: "insert_condition",
    text: `insert into conditions (code, name, rank)
      select $1, $2, n.rank + $4::integer from conditions n where n.code = $3`,
    values: [code, name, neighbour, isAfter ? 1 : -1],
  });
  await deleteSynonym(tx, code);
}

export async function upsertSynonym(
  tx: Transaction,
  synonym: string,
  condition: string,
): Promise<void> {
  await tx.query({
    name: "upsert_synonym",
    text: `insert into condition_synonyms (synonym, condition) values ($1, $2)
      on conflict (synonym) do update set condition = excluded.condition`,
    values: [synonym, condition],
  });
}

/** Returns the condition it meant; undefined if it is no synonym. */
export async function deleteSynonym(tx: Transaction, synonym: string): Promise<string | undefined> {
  const rows = await tx.query<{ condition: string }>({
    name: "delete_synonym",
    text: "delete from condition_synonyms where synonym = $1 returning condition",
    values: [synonym],
  });
  return rows[0]?.condition;
}

export async function insertUnit(tx: Transaction, { code, name }: UnitOfMeasure): Promise<void> {
  await tx.query({
    name: "insert_unit",
    text: "insert into units_of_measure (code, name) values ($1, $2)",
    values: [code, name],
  });
}

export async function insertCertificate(tx: Transaction, certificate: Certificate): Promise<void> {
  await tx.query({
    name: "insert_certificate",
    text: "insert into certificates (code, name, synonyms) values ($1, $2, $3)",
    values: [certificate.code, certificate.name, certificate.synonyms],
  });
}
