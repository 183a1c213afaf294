// The staging table of a catalog import, the lock among imports, and near duplicates.
import type { Manufacturer } from "../../catalog/manufacturer.ts";
import { offerFacts } from "../../catalog/offerFacts.ts";
import { fileFields, identityColumns, offerFields } from "../../catalog/offerFields.ts";
import type { OfferKey, OfferRow } from "../../catalog/readOfferRecord.ts";
import { type CopyValue, encodeCopyRow } from "../../db/copyRows.ts";
import { countChanged, type Queryable, type Transaction } from "../../db/database.ts";
import { groupDigits } from "../../kit/money.ts";
import type { CellFault, FeedColumns } from "../../reading/row.ts";

// SQL: which offer a row means. Equal texts are compared first, as keys of a hash: names are only
// folded where texts differ.

/** What identifies the manufacturer of a row; empty if it states none that can be read. */
export function manufacturerOf(row: "s" | "o" | "b"): string {
  return `manufacturer_key(${row}.cage, ${row}.manufacturer)`;
}

/** Whether two rows are of one part number, vendor, condition and unit of measure. */
export function haveSamePart(a: string, b: string): string {
  return identityColumns.map((column) => `${a}.${column} = ${b}.${column}`).join(" and ");
}

/** Whether two rows of offers have the same identity. */
export function haveSameIdentity(a: "o", b: "b"): string {
  return `${haveSamePart(a, b)} and ${manufacturerOf(a)} = ${manufacturerOf(b)}`;
}

const textOf = (row: string, column: string) => `coalesce(${row}.${column}, '')`;
const makerColumns = ["cage", "manufacturer"];

/** Whether staged row `s` and offer `o` are of one part and state the same manufacturer. */
export const haveSameText = [
  haveSamePart("s", "o"),
  ...makerColumns.map((column) => `${textOf("s", column)} = ${textOf("o", column)}`),
].join(" and ");

/** The key of the manufacturer that staged row `s` means. */
export const meantManufacturer = `coalesce(s.meant_key, ${manufacturerOf("s")})`;

/** The part of staged row `s`; its vendor is no condition of an index, see `findMeantOffer`. */
const isOfSamePart = identityColumns
  .map((column) => `o.${column}${column === "vendor" ? " || ''" : ""} = s.${column}`)
  .join(" and ");

/**
 * SQL: the columns `columns` of the offer that staged row `s` means, by its key. Whatever the
 * planner estimates, it is found by the index of identities, whose collation it has: the index of
 * vendors would fold the name of every offer of the part.
 */
export function findMeantOffer(columns: string): string {
  return `(
    select ${columns} from offers o
    where ${isOfSamePart} and ${manufacturerOf("o")} = ${meantManufacturer} collate "default"
    offset 0
  )`;
}

/**
 * Whether staged row `s` means offer `o`, after `settleIdentities`: a row with a `meant_key` has
 * the text of its offer in `offer_cage` and `offer_manufacturer`.
 */
export const sameIdentity = [
  haveSamePart("s", "o"),
  ...makerColumns.map(
    (column) =>
      `case when s.meant_key is null then ${textOf("s", column)} else s.offer_${column} end` +
      ` = ${textOf("o", column)}`,
  ),
].join(" and ");

const ofLots = new Set([...identityColumns, ...makerColumns, "received", "lots"]);
const compared = offerFields.map(({ column }) => column).filter((column) => !ofLots.has(column));

/** What offer `o` or staged row `s` says besides its quantity, manufacturer and identity. */
function contentOf(row: "s" | "o", unread: string): string {
  return `md5(row(${unread}, ${compared.map((column) => `${row}.${column}`).join(", ")})::text)`;
}

/** What staged row `s` says besides that; an unchanged row says what its offer says. */
export const contentOfRow = `case when s.unchanged
  then ${findMeantOffer(contentOf("o", "null::text[]"))} else ${contentOf("s", "s.unread")} end`;

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

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function createStaging(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_staging",
    text: `create temporary table ${stagingTable} (
        refused boolean not null, unchanged boolean not null,
        ${offerFields.map(({ column, type }) => `${column} ${type}`).join(", ")},
        line integer, raw text, unread text[],
        meant_key text collate "C", offer_cage text, offer_manufacturer text,
        refusal text
      ) on commit drop`,
  });
  const text = `create index on ${stagingTable} (line) where refusal is not null`;
  await tx.query({ name: "index_staging", text });
}

/** A row refused after it was staged; `cells` is the row as written, a JSON array. */
type RefusedStagedRow = {
  readonly line: number;
  readonly cells: string;
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
    text: `select line, raw as cells, refusal as reason
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

/**
 * Updates the planner's statistics of the offers. Before PostgreSQL 17 only an owner may; then the
 * server skips it with a warning, and autovacuum does it within a minute.
 */
export async function analyzeOffers(db: Queryable): Promise<void> {
  await db.query({ name: "analyze_offers", text: "analyze offers" });
}

// What a file says nothing about: an existing offer keeps what it has there. These are the columns
// that the file does not have, and optional cells that could not be read.

/** The columns whose unreadable cells do not cause their row to be refused. */
const optionalColumns = [
  ...["lead_time_days", "lots", "alternates", "interchangeable"],
  ...offerFacts.flatMap(({ column, isOptional }) => (isOptional ? [column] : [])),
];

/** SQL: what an offer `o` has after a file without a column, if not what it had; `s` is the row. */
const changedColumns: ReadonlyMap<string, string> = new Map([
  // A title that only repeated the name follows the name.
  ["title", "case when o.title is not distinct from o.part_name then s.title else o.title end"],
  // A row brings a discontinued offer back, but takes none off hold.
  ["status", "case when o.status = 'DISCONTINUED' then s.status else o.status end"],
  // A condition cell can have one.
  ["certificate", "coalesce(s.certificate, o.certificate)"],
]);
const keptColumns: ReadonlyMap<string, string> = new Map(
  fileFields.flatMap(({ column, isRequired, isIdentity }): [string, string][] => {
    const isKept = isRequired === undefined && isIdentity !== true && column !== "lots";
    return isKept ? [[column, changedColumns.get(column) ?? `o.${column}`]] : [];
  }),
);

const columnNames = [...keptColumns.keys()];

function listAbsent({ places, fixed }: FeedColumns): string[] {
  return columnNames.filter((name) => !places.has(name) && fixed?.has(name) !== true);
}

function describeKept(absent: readonly string[], offers: number): string {
  const subject = offers === 1 ? "1 offer keeps" : `${groupDigits(offers)} offers keep`;
  const columns = absent.length === 1 ? "column" : "columns";
  return `The file has no ${columns} ${absent.join(", ")}: ${subject} the values there.`;
}

/**
 * Fills what the columns of a file say nothing about from the offers. Returns at most one sentence.
 * Call it under the import lock, when it is settled which offer each row means.
 */
export async function keepAbsentColumns(tx: Transaction, columns: FeedColumns): Promise<string[]> {
  const absent = listAbsent(columns);
  if (absent.length === 0) return [];
  const derived = absent.includes("superseded_by")
    ? [["superseded_by_key", "o.superseded_by_key"] as const]
    : [];
  const kept = [...absent.map((name) => [name, keptColumns.get(name) ?? ""] as const), ...derived];
  const count = await countChanged(tx, {
    name: `keep_absent_columns ${absent.map((name) => columnNames.indexOf(name)).join(" ")}`,
    text: `update ${stagingTable} s
      set ${kept.map(([name, value]) => `${name} = ${value}`).join(", ")}
      from offers o
      where not s.refused and not s.unchanged and ${sameIdentity}
        and (${kept.map(([name]) => `s.${name}`).join(", ")})
          is distinct from (${kept.map(([, value]) => value).join(", ")})`,
  });
  return count === 0 ? [] : [describeKept(absent, count)];
}

/** Fills unreadable optional cells from the offers. Call it as `keepAbsentColumns`. */
export async function keepUnreadCells(tx: Transaction): Promise<void> {
  const assignments = optionalColumns.map(
    (name) => `${name} = case when '${name}' = any(s.unread) then o.${name} else s.${name} end`,
  );
  await tx.query({
    name: "fill_unread_cells",
    text: `update ${stagingTable} s set ${assignments.join(", ")} from offers o
      where s.unread is not null and not s.refused and ${sameIdentity}`,
  });
}
