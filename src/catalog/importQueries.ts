// The SQL of the catalog import: a staging table that lives as long as the transaction, and the few
// statements that make the offers what it says. Offers that are as they should be are not touched.
import { encodeCopyRow } from "../db/copyRows.ts";
import type { Queryable } from "../db/database.ts";
import { type Certificate, gatherCertificates } from "./readCertificates.ts";
import type { CatalogCodes, OfferKey, OfferRow } from "./readOfferRecord.ts";

/** The table an import is copied into. */
export const stagingTable = "staged_offers";

/** The columns of an offer that a file sets, in the order of `encodeOffer`, the identity first. */
const identityColumns = ["part_number_key", "vendor", "condition", "unit_of_measure"] as const;
const givenColumns = [
  ...["part_number", "part_number_bare", "part_name", "name_key", "title", "description", "search"],
  ...["available_stock", "list_price", "currency", "status", "min_quantity", "multiple"],
  ...["lead_time_days", "superseded_by", "superseded_by_key", "alternates", "alternate_keys"],
  ...["interchangeable", "interchangeable_keys", "manufacturer", "cage", "nsn"],
  ...["certificate", "shelf_life_expires"],
] as const;

/** What is copied: a refused row leaves its identity alone, as far as it could be read. */
export const stagedColumns: readonly string[] = [
  ...["refused", ...identityColumns, ...givenColumns],
  ...["line", "raw"],
];

/**
 * An accepted row for the staging table; with its cells where it may yet be refused for what other
 * rows say.
 */
export function encodeOffer(offer: OfferRow, line: number, cells: readonly string[]): string {
  return encodeCopyRow([
    false,
    ...[offer.partNumberKey, offer.vendor, offer.condition, offer.unitOfMeasure],
    ...[offer.partNumber, offer.partNumberBare, offer.partName, offer.nameKey, offer.title],
    ...[offer.description, offer.search, offer.availableStock, offer.listPrice, offer.currency],
    ...[offer.status, offer.minQuantity, offer.multiple, offer.leadTimeDays, offer.supersededBy],
    ...[offer.supersededByKey, offer.alternates, offer.alternateKeys, offer.interchangeable],
    ...[offer.interchangeableKeys, offer.manufacturer, offer.cage, offer.nsn, offer.certificate],
    ...[offer.shelfLifeExpires, line, offer.supersededBy === null ? null : JSON.stringify(cells)],
  ]);
}

/** The trace of a refused row: which offers it may have meant. */
export function encodeRefusedKey(key: OfferKey): string {
  const { partNumberKey, vendor, condition, unitOfMeasure } = key;
  const nothing = givenColumns.map(() => null);
  return encodeCopyRow([
    true,
    partNumberKey,
    vendor,
    condition,
    unitOfMeasure,
    ...nothing,
    null,
    null,
  ]);
}

function columnsOf(alias: string): string {
  return givenColumns.map((column) => `${alias}.${column}`).join(", ");
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
    certificates: gatherCertificates(rows[0]?.certificates ?? []),
  };
}

/** Makes the staging table; it goes with the transaction. */
export async function createStaging(db: Queryable): Promise<void> {
  await db.query({
    name: "create_staging",
    text: `create temporary table ${stagingTable} (
        refused boolean not null, part_number_key text collate "C", vendor text, condition text,
        unit_of_measure text, part_number text, part_number_bare text collate "C", part_name text,
        name_key text collate "C", title text, description text, search tsvector,
        available_stock integer, list_price bigint, currency text, status text,
        min_quantity integer, multiple integer, lead_time_days integer, superseded_by text,
        superseded_by_key text collate "C", alternates text[], alternate_keys text[] collate "C",
        interchangeable text[], interchangeable_keys text[] collate "C", manufacturer text,
        cage text, nsn text, certificate text, shelf_life_expires date,
        line integer, raw text, refusal text
      ) on commit drop`,
    values: [],
  });
}

/** Lets the planner know how much was staged: ten rows want an index, a million a hash. */
export async function analyzeStaging(db: Queryable): Promise<void> {
  const columns = identityColumns.join(", ");
  const text = `analyze ${stagingTable} (refused, ${columns})`;
  await db.query({ name: "analyze_staging", text, values: [] });
}

/**
 * True where no other import of the catalog is writing, which this one then does until its
 * transaction ends.
 */
export async function tryLockImports(db: Queryable): Promise<boolean> {
  const rows = await db.query<{ locked: boolean }>({
    name: "try_lock_imports",
    text: "select pg_try_advisory_xact_lock(hashtextextended('catalog import', 0)) as locked",
    values: [],
  });
  return rows[0]?.locked === true;
}

/** Waits until no other import of the catalog is writing. */
export async function lockImports(db: Queryable): Promise<void> {
  await db.query({
    name: "lock_imports",
    text: "select pg_advisory_xact_lock(hashtextextended('catalog import', 0))",
    values: [],
  });
}

/** Updates the offers that differ from their staged row, and says how many there were. */
export async function updateStagedOffers(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "update_staged_offers",
    text: `with updated as (
        update offers o set (${givenColumns.join(", ")}, updated_at) = (${columnsOf("s")}, $1)
        from ${stagingTable} s
        where not s.refused and ${sameIdentity}
          and (${columnsOf("o")}) is distinct from (${columnsOf("s")})
        returning 1
      )
      select count(*)::integer as count from updated`,
    values: [now],
  });
  return rows[0]?.count ?? 0;
}

/** What an insert came to: an offer that someone else created meanwhile is updated. */
export type InsertedOffers = { readonly created: number; readonly updated: number };

/** Creates the offers that are not there yet. */
export async function insertStagedOffers(db: Queryable, now: Date): Promise<InsertedOffers> {
  const set = givenColumns.map((column) => `${column} = excluded.${column}`).join(", ");
  const rows = await db.query<InsertedOffers>({
    name: "insert_staged_offers",
    text: `with stored as (
        insert into offers (${[...identityColumns, ...givenColumns].join(", ")}, updated_at)
        select ${identityColumns.map((column) => `s.${column}`).join(", ")}, ${columnsOf("s")}, $1
        from ${stagingTable} s
        where not s.refused and not exists (select from offers o where ${sameIdentity})
        order by s.part_number_key
        on conflict on constraint offers_identity do update set ${set},
          updated_at = excluded.updated_at
        returning xmax = 0 as is_new
      )
      select count(*) filter (where is_new)::integer as created,
        count(*) filter (where not is_new)::integer as updated
      from stored`,
    values: [now],
  });
  return rows[0] ?? { created: 0, updated: 0 };
}

/**
 * Discontinues the offers of every vendor with accepted rows that no staged row means, be it
 * refused; a part of a refused row's identity that could not be read may mean any. Vendors in
 * `spared` are left alone.
 */
export async function discontinueAbsentOffers(
  db: Queryable,
  spared: readonly string[],
  now: Date,
): Promise<number> {
  const mayMean = ["vendor", "condition", "unit_of_measure"]
    .map((column) => `(s.${column} is null or s.${column} = o.${column})`)
    .join(" and ");
  const rows = await db.query<{ count: number }>({
    name: "discontinue_absent_offers",
    text: `with discontinued as (
        update offers o set status = 'DISCONTINUED', updated_at = $1
        where o.status <> 'DISCONTINUED' and o.vendor <> all($2::text[])
          and o.vendor in (select vendor from ${stagingTable} where not refused)
          and not exists (
            select from ${stagingTable} s
            where s.part_number_key = o.part_number_key and ${mayMean}
          )
        returning 1
      )
      select count(*)::integer as count from discontinued`,
    values: [now, spared],
  });
  return rows[0]?.count ?? 0;
}

/** Vendors of the staged rows that the catalog also has in another case; the pairs are few. */
export function selectVendorTwins(
  db: Queryable,
): Promise<{ readonly vendor: string; readonly twin: string }[]> {
  return db.query({
    name: "select_vendor_twins",
    text: `with vendors as (select distinct vendor from offers)
      select s.vendor, v.vendor as twin
      from (select distinct vendor from ${stagingTable} where not refused) s
      join vendors v on lower(v.vendor) = lower(s.vendor) and v.vendor <> s.vendor
      order by s.vendor, v.vendor limit 10`,
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
