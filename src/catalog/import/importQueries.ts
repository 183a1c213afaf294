// The SQL around a catalog import: the staging table, which lives as long as the transaction, the
// lock among imports, and what is to be said of names that are almost the same.
import { type CopyValue, encodeCopyRow } from "../../db/copyRows.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/importRun.ts";
import { readOfferField } from "../offerFieldQueries.ts";
import { identityColumns, offerFields } from "../offerFields.ts";
import { type Certificate, createCertificateReader } from "./createCertificateReader.ts";
import type { CatalogCodes, OfferKey, OfferRow } from "./readOfferRecord.ts";

/** The table an import is copied into. */
export const stagingTable = "staged_offers";

/** What is copied; of a row that is refused, or says what stands, the identity alone. */
export const stagedColumns: readonly string[] = [
  "refused",
  "stands",
  ...offerFields.map(({ column }) => column),
  "line",
  "raw",
];

/**
 * An accepted row for the staging table; with its cells where it may yet be refused for what other
 * rows say.
 */
export function encodeOffer(offer: OfferRow, line: number, cells: readonly string[]): string {
  const values: CopyValue[] = [false, false];
  for (const field of offerFields) values.push(readOfferField(field, offer));
  values.push(line, offer.supersededBy === null ? null : JSON.stringify(cells));
  return encodeCopyRow(values);
}

/**
 * The trace of a row that is refused, and which offers it may have meant; or of one that is
 * accepted, whose offer stands as it says.
 */
export function encodeIdentity(key: OfferKey, what: "refused" | "stands"): string {
  return encodeCopyRow([
    what === "refused",
    what === "stands",
    ...offerFields.map(({ isIdentity, property }) =>
      isIdentity === true ? key[property as keyof OfferKey] : null,
    ),
    null,
    null,
  ]);
}

/** Whether staged row `s` means offer `o`. */
export const sameIdentity = identityColumns
  .map((column) => `s.${column} = o.${column}`)
  .join(" and ");

/** The codes of conditions, best first, of units of measure and of certificates. */
export async function selectCatalogCodes(db: Queryable): Promise<CatalogCodes> {
  type Row = { conditions: string[]; units: string[]; certificates: Certificate[] };
  const rows = await db.query<Row>({
    name: "select_catalog_codes",
    text: `select array(select code from conditions order by rank) as conditions,
      array(select code from units_of_measure) as units,
      array(select to_jsonb(c) from certificates c) as certificates`,
    values: [],
  });
  return {
    conditions: new Set(rows[0]?.conditions),
    unitsOfMeasure: new Set(rows[0]?.units),
    certificates: createCertificateReader(rows[0]?.certificates ?? []),
  };
}

/** Makes the staging table; it goes with the transaction. */
export async function createStaging(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_staging",
    text: `create temporary table ${stagingTable} (
        refused boolean not null, stands boolean not null,
        ${offerFields.map(({ column, type }) => `${column} ${type}`).join(", ")},
        line integer, raw text, refusal text
      ) on commit drop`,
    values: [],
  });
  const text = `create index on ${stagingTable} (line) where refusal is not null`;
  await tx.query({ name: "index_staging", text, values: [] });
}

/** Lets the planner know how much was staged: ten rows want an index, a million a hash. */
export async function analyzeStaging(tx: Transaction): Promise<void> {
  const columns = identityColumns.join(", ");
  const text = `analyze ${stagingTable} (refused, stands, ${columns})`;
  await tx.query({ name: "analyze_staging", text, values: [] });
}

/**
 * True where no other import of the catalog is writing, which this one then does until its
 * transaction ends.
 */
export async function tryLockImports(tx: Transaction): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>({
    name: "try_lock_imports",
    text: "select pg_try_advisory_xact_lock(hashtextextended('catalog import', 0)) as locked",
    values: [],
  });
  return rows[0]?.locked === true;
}

/** Waits until no other import of the catalog is writing. */
export async function lockImports(tx: Transaction): Promise<void> {
  await tx.query({
    name: "lock_imports",
    text: "select pg_advisory_xact_lock(hashtextextended('catalog import', 0))",
    values: [],
  });
}

/** Vendors of the staged rows that the catalog also has in another case; the pairs are few. */
export function selectSimilarVendors(
  tx: Transaction,
): Promise<{ readonly vendor: string; readonly twin: string }[]> {
  return tx.query({
    name: "select_near_duplicate_vendors",
    text: `with vendors as (select distinct vendor from offers)
      select s.vendor, v.vendor as twin
      from (select distinct vendor from ${stagingTable} where not refused) s
      join vendors v on lower(v.vendor) = lower(s.vendor) and v.vendor <> s.vendor
      order by s.vendor, v.vendor limit 10`,
    values: [],
  });
}

/** New part numbers that differ from others by punctuation alone: how many, and the first ten. */
export type NearDuplicates = {
  readonly count: number;
  readonly first: readonly { readonly partNumber: string; readonly twin: string }[];
};

/** The part numbers among the offers a run created that look like another number. */
export async function selectNearDuplicates(tx: Transaction, runId: RunId): Promise<NearDuplicates> {
  const rows = await tx.query<NearDuplicates>({
    name: "select_near_duplicates",
    text: `with twins as (
        select n.part_number_key, min(n.part_number) as part_number, min(o.part_number) as twin
        from offers n
        join offers o on o.part_number_bare = n.part_number_bare
          and o.part_number_key <> n.part_number_key
        where n.created_run = $1 and n.part_number_bare <> ''
        group by n.part_number_key
      )
      select count(*)::integer as count, coalesce(
          (
            select json_agg(json_build_object('partNumber', part_number, 'twin', twin))
            from (select * from twins order by part_number_key limit 10) first
          ), '[]'
        ) as first
      from twins`,
    values: [runId],
  });
  return rows[0] ?? { count: 0, first: [] };
}

/** Puts the words of new offers into their index, so that searches need not look elsewhere. */
export async function flushSearchIndex(db: Queryable): Promise<void> {
  await db.query({
    name: "merge_pending_search",
    text: "select merge_pending_search()",
    values: [],
  });
}

/**
 * Refreshes what the planner knows of the offers. Where the service may not (before PostgreSQL 17
 * only an owner may) the server skips it with a warning, and autovacuum does it within its next
 * minute.
 */
export async function analyzeOffers(db: Queryable): Promise<void> {
  await db.query({ name: "analyze_offers", text: "analyze offers", values: [] });
}
