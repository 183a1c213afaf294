// The staging table of a catalog import, the lock among imports, and near duplicates.
import { type CopyValue, encodeCopyRow } from "../../db/copyRows.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { CellFault } from "../../imports/feedRow.ts";
import { selectTradeCodes } from "../codeQueries.ts";
import type { Manufacturer } from "../identity/manufacturer.ts";
import { identityColumns, offerFields } from "../offerFields.ts";
import { toConditionCodes } from "../tradeCodes.ts";
import { createCertificateReader } from "./createCertificateReader.ts";
import type { CatalogCodes, OfferKey, OfferRow } from "./readOfferRecord.ts";

export const stagingTable = "staged_offers";

/** The columns copied; only identity and line for rows that are refused or unchanged. */
export const stagedColumns: readonly string[] = [
  "refused",
  "unchanged",
  ...offerFields.map(({ column }) => column),
  "line",
  "raw",
  "unread",
];

/**
 * Encodes an accepted row; `cells` are given if the row may still be written to the file of refused
 * rows.
 * `unread` has the faults of its optional cells.
 */
export function encodeOffer(
  offer: OfferRow,
  line: number,
  cells: readonly string[] | null,
  unread: readonly CellFault[],
): string {
  const values: CopyValue[] = [false, false];
  for (const field of offerFields) values.push(offer[field.property]);
  values.push(line, cells === null ? null : JSON.stringify(cells));
  values.push(unread.length === 0 ? null : unread.map(({ column }) => column ?? ""));
  return encodeCopyRow(values);
}

/**
 * Encodes only the identity: of a refused row, for the offers it may mean, or of a row whose offer
 * is unchanged.
 */
export function encodeIdentity(
  key: OfferKey & Manufacturer,
  line: number,
  what: "refused" | "unchanged",
): string {
  return encodeCopyRow([
    what === "refused",
    what === "unchanged",
    ...offerFields.map(({ property }) =>
      property in key ? key[property as keyof OfferKey] : null,
    ),
    line,
    null,
    null,
  ]);
}

/** The codes that files may use. */
export async function selectCatalogCodes(db: Queryable): Promise<CatalogCodes> {
  const { conditions, unitsOfMeasure, certificates } = await selectTradeCodes(db);
  return {
    conditions: toConditionCodes(conditions),
    unitsOfMeasure: new Set(unitsOfMeasure.map(({ code }) => code)),
    certificates: createCertificateReader(certificates),
  };
}

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function createStaging(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_staging",
    text: `create temporary table ${stagingTable} (
        refused boolean not null, unchanged boolean not null,
        ${offerFields.map(({ column, type }) => `${column} ${type}`).join(", ")},
        line integer, raw text, unread text[], excluded boolean not null default false,
        meant_key text collate "C", offer_cage text, offer_manufacturer text,
        refusal text, refused_column text
      ) on commit drop`,
  });
  const text = `create index on ${stagingTable} (line) where refusal is not null`;
  await tx.query({ name: "index_staging", text });
}

/** A row refused after it was staged; `cells` is the row as written, a JSON array. */
type RefusedStagedRow = {
  readonly line: number;
  readonly cells: string;
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
};

/** The rows that have a refusal, after a line, by line. */
export function selectRefusedStaged(
  tx: Transaction,
  afterLine: number,
  limit: number,
): Promise<RefusedStagedRow[]> {
  return tx.query({
    name: "select_refused_staged",
    text: `select line, raw as cells, refused_column as column,
        case when refused_column is null then '' else superseded_by end as value,
        refusal as reason
      from ${stagingTable} where refusal is not null and line > $1 order by line limit $2`,
    values: [afterLine, limit],
  });
}

/** Updates the planner's statistics: ten rows need an index, a million a hash. */
export async function analyzeStaging(tx: Transaction): Promise<void> {
  const columns = identityColumns.join(", ");
  const text = `analyze ${stagingTable} (refused, unchanged, ${columns})`;
  await tx.query({ name: "analyze_staging", text });
}

/**
 * Takes the lock among imports of the catalog until the transaction ends. Returns false if another
 * import holds it.
 */
export async function tryLockImports(tx: Transaction): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>({
    name: "try_lock_imports",
    text: "select pg_try_advisory_xact_lock(hashtextextended('catalog import', 0)) as locked",
  });
  return rows[0]?.locked === true;
}

/** As `tryLockImports`, but waits; calls `onWait` first if another import holds the lock. */
export async function lockImports(tx: Transaction, onWait?: () => void): Promise<void> {
  if (await tryLockImports(tx)) return;
  onWait?.();
  await tx.query({
    name: "lock_imports",
    text: "select pg_advisory_xact_lock(hashtextextended('catalog import', 0))",
  });
}

/** Vendors of the staged rows that differ from others only in case, at most ten pairs. */
export function selectSimilarVendors(
  tx: Transaction,
): Promise<{ readonly vendor: string; readonly other: string }[]> {
  return tx.query({
    name: "select_near_duplicate_vendors",
    text: `with staged as (select distinct vendor from ${stagingTable} where not refused),
      vendors as (select vendor from staged union select vendor from offers)
      select s.vendor, v.vendor as other
      from staged s join vendors v on lower(v.vendor) = lower(s.vendor) and v.vendor <> s.vendor
      order by s.vendor, v.vendor limit 10`,
  });
}

/** New part numbers that differ from others only in punctuation: the count and the first ten. */
type NearDuplicates = {
  readonly count: number;
  readonly first: readonly { readonly partNumber: string; readonly other: string }[];
};

/**
 * The near duplicates of the offers that a plan creates, before they are written. Each offer is
 * found by its index: after a dry run the statistics may say that there are none.
 */
export async function selectNearDuplicates(tx: Transaction): Promise<NearDuplicates> {
  const rows = await tx.query<NearDuplicates>({
    name: "select_near_duplicates",
    text: `with created as materialized (
        select s.part_number_key, s.part_number, s.part_number_bare
        from planned_changes p join ${stagingTable} s on s.ctid = p.staged
        where p.offer_id is null and s.part_number_bare <> ''
      ),
      shared as (
        select part_number_bare from created
        group by part_number_bare having min(part_number_key) <> max(part_number_key)
      ),
      duplicates as (
        select part_number_key, min(part_number) as part_number, min(other) as other
        from (
          select n.part_number_key, n.part_number, o.part_number as other
          from created n cross join lateral (
            select part_number from offers
            where part_number_bare = n.part_number_bare
              and part_number_key <> n.part_number_key
            offset 0
          ) o
          where exists (select from offers)
          union all
          select n.part_number_key, n.part_number, o.part_number
          from shared join created n using (part_number_bare)
          join created o using (part_number_bare)
          where o.part_number_key <> n.part_number_key
        ) pairs
        group by part_number_key
      )
      select count(*)::integer as count, coalesce(
          (
            select json_agg(json_build_object('partNumber', part_number, 'other', other))
            from (select * from duplicates order by part_number_key limit 10) first
          ), '[]'
        ) as first
      from duplicates`,
    values: [],
  });
  return rows[0] ?? { count: 0, first: [] };
}

/**
 * Updates the planner's statistics of the offers. Before PostgreSQL 17 only an owner may; then the
 * server skips it with a warning, and autovacuum does it within a minute.
 */
export async function analyzeOffers(db: Queryable): Promise<void> {
  await db.query({ name: "analyze_offers", text: "analyze offers" });
}
