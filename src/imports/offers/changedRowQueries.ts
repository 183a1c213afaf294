// The rows that a run changes, stored from its plan before anything is written: what a dry run
// shows is what the same import would write.
import { fileFields, integerColumns } from "../../catalog/offerFields.ts";
import { compareRows, type FieldChange } from "../../catalog/partHistory.ts";
import {
  countChanged,
  type Queryable,
  type Session,
  type Statement,
  type Transaction,
} from "../../db/database.ts";
import { readRows } from "../../db/readRows.ts";
import type { Currency } from "../../kit/money.ts";
import { formatPrice, readPriceOfRow } from "../../kit/price.ts";
import type { WrittenCell } from "../../reading/files/writtenCells.ts";
import type { RunId } from "../run.ts";
import { stagingTable } from "./stagingQueries.ts";
import { changesOffer } from "./stockQueries.ts";

/**
 * A run that commits more changes does not list them again: that would make a large import slower
 * by a tenth. The check of its file has listed them.
 */
export const maxListedRows = 20_000;

const target = `import_changed_rows (run_id, position, kind, part_number, part_name, vendor,
  condition, unit_of_measure, price_change, fields, before, after, stock_before, stock_after)`;

const besideRow = new Set(["received", "vendor", "condition", "unit_of_measure"]);
/** The columns that are compared and stored, without the stock. */
const rowColumns: readonly string[] = fileFields
  .map(({ column }) => column)
  .filter((column) => !besideRow.has(column));

/** SQL: the columns of a row that a file can set, as JSON. */
function rowOf(alias: "o" | "s"): string {
  const columns = rowColumns.map((column) => `${alias}.${column}`).join(", ");
  return `(select row_to_json(r) from (select ${columns}) r)`;
}

const differing = [
  ...rowColumns.map((column) => [column, `o.${column} is distinct from s.${column}`]),
  ["on_hand", "o.received <> p.received"],
].map(([column, differs]) => `case when ${differs} then '${column}' end`);

function identityOf(alias: "o" | "s"): string {
  return ["part_number", "part_name", "vendor", "condition", "unit_of_measure"]
    .map((column) => `${alias}.${column}`)
    .join(", ");
}

const stock = "o.received - o.shipped, p.received - o.shipped";
/** After the last line that a file can have. */
const absentFrom = 1_000_000_000;

/** SQL: by how many percent the price of `row` is above that of offer `o` in plan `p`. */
function priceChangeOf(row: "s" | "p"): string {
  return `case when p.price_move = 'Infinity' then p.price_move
    else p.price_move * sign(${row}.list_price - o.list_price) end`;
}

/** Stores the rows that a planned import of the catalog would change. */
export async function insertChangedRows(tx: Transaction, runId: RunId): Promise<void> {
  const planned = `planned_changes p join ${stagingTable} s on s.ctid = p.staged`;
  await tx.query({
    name: "insert_created_rows",
    text: `insert into ${target}
      select $1, s.line, 'created', ${identityOf("s")}, null, null, null, ${rowOf("s")},
        null, s.received
      from ${planned} where p.offer_id is null`,
    values: [runId],
  });
  await tx.query({
    name: "insert_updated_rows",
    text: `insert into ${target}
      select $1, s.line, 'updated', ${identityOf("s")},
        ${priceChangeOf("s")},
        array_remove(array[${differing.join(", ")}], null),
        case when not p.is_stock then ${rowOf("o")} end,
        case when not p.is_stock then ${rowOf("s")} end, ${stock}
      from ${planned} join offers o on o.offer_id = p.offer_id`,
    values: [runId],
  });
  await tx.query({
    name: "insert_discontinued_rows",
    text: `insert into ${target}
      select $1, ${absentFrom} + row_number() over (order by o.part_number_key, o.offer_id),
        'deactivated', ${identityOf("o")}, null, array['status'],
        json_build_object('status', o.status), json_build_object('status', 'DISCONTINUED'),
        null, null
      from planned_absent join offers o using (offer_id)`,
    values: [runId],
  });
}

/** Stores the rows that a planned stock feed would change. */
export async function insertChangedStock(tx: Transaction, runId: RunId): Promise<void> {
  await tx.query({
    name: "insert_stock_rows",
    text: `insert into ${target}
      select $1,
        case when p.line > 0 then p.line
          else ${absentFrom} + row_number() over (order by p.line, o.part_number_key, o.offer_id)
        end,
        case when p.line > 0 then 'updated' else 'emptied' end, ${identityOf("o")},
        ${priceChangeOf("p")},
        array_remove(array[
          case when p.received <> o.received then 'on_hand' end,
          case when p.list_price <> o.list_price then 'list_price' end,
          case when p.currency <> o.currency then 'currency' end
        ], null),
        case when p.list_price is not null
          then json_build_object('list_price', o.list_price, 'currency', o.currency) end,
        case when p.list_price is not null
          then json_build_object('list_price', p.list_price, 'currency', p.currency) end,
        ${stock}
      from planned_stock p join offers o using (offer_id)
      where ${changesOffer}`,
    values: [runId],
  });
}

/** Removes some rows of runs that started before `before`; returns how many. */
export async function deleteSomeChangedRows(db: Queryable, before: Date): Promise<number> {
  return countChanged(db, {
    name: "delete_changed_rows",
    text: `delete from import_changed_rows where ctid = any (array(
        select c.ctid from import_changed_rows c join import_runs r using (run_id)
        where r.started_at < $1 limit 10000
      ))`,
    values: [before],
  });
}

// The stored rows of a run, for its page and its file.

/** `deactivated`: discontinued; `emptied`: set out of stock. As in the counts of a run. */
export const changedRowKinds = ["created", "updated", "deactivated", "emptied"] as const;
type ChangedRowKind = (typeof changedRowKinds)[number];

export type ChangedRowFilter = {
  /** Null: all kinds. */
  readonly kind: ChangedRowKind | null;
  /** Only rows with a price change, the largest first; otherwise in the order of the file. */
  readonly isByPrice: boolean;
};

export const allChangedRows: ChangedRowFilter = { kind: null, isByPrice: false };

type StoredRow = {
  readonly position: number;
  readonly kind: ChangedRowKind;
  readonly partNumber: string;
  readonly partName: string | null;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  /** In percent of the price before; Infinity if there is no percentage. */
  readonly priceChange: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly stockBefore: number | null;
  readonly stockAfter: number | null;
};

/** A row that a run creates, with all its values as `fields`, or changes. */
export type ChangedRow = Omit<StoredRow, "before" | "after" | "stockBefore" | "stockAfter"> & {
  readonly fields: readonly FieldChange[];
  /** The currencies of the prices before and after. */
  readonly currencies: { readonly before: Currency | null; readonly after: Currency | null };
};

const columns = `position, kind, part_number as "partNumber", part_name as "partName", vendor,
  condition, unit_of_measure as "unitOfMeasure", price_change as "priceChange", before, after,
  stock_before::float8 as "stockBefore", stock_after::float8 as "stockAfter"`;

const isFilled = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

function toChangedRow({ before, after, stockBefore, stockAfter, ...row }: StoredRow): ChangedRow {
  const was = { ...before, on_hand: stockBefore };
  const is = { ...after, on_hand: stockAfter };
  const fields = compareRows(was, is).filter(
    ({ field, after }) =>
      row.kind !== "created" ||
      (isFilled(after) && field !== "part_number" && field !== "part_name"),
  );
  const currencies = {
    before: (before?.["currency"] ?? null) as Currency | null,
    after: (after?.["currency"] ?? null) as Currency | null,
  };
  return { ...row, fields, currencies };
}

/** The place of a row in the list: its price change, if they are sorted by it, and position. */
export type ChangedRowKey = Pick<StoredRow, "position" | "priceChange">;

function selectRows(
  runId: RunId,
  { kind, isByPrice }: ChangedRowFilter,
  after: ChangedRowKey | null,
): Statement & { readonly values: unknown[] } {
  const place = isByPrice ? "-abs(price_change), position" : "position";
  const start = isByPrice ? "$3::float8, $4" : "$3";
  const key =
    after === null
      ? []
      : [...(isByPrice ? [-Math.abs(after.priceChange ?? 0)] : []), after.position];
  const beyond = after === null ? "" : `and (${place}) > (${start})`;
  const priced = isByPrice ? "and price_change is not null" : "";
  return {
    name: `changed_rows ${isByPrice ? "by price" : ""} ${after === null ? "" : "after"}`,
    text: `select ${columns} from import_changed_rows
      where run_id = $1 and ($2::text is null or kind = $2) ${priced} ${beyond} order by ${place}`,
    values: [runId, kind, ...key],
  };
}

/** At most `limit` rows of a run after the one with the key `after`. */
export async function selectChangedRows(
  db: Queryable,
  runId: RunId,
  filter: ChangedRowFilter,
  { after, limit }: { readonly after: ChangedRowKey | null; readonly limit: number },
): Promise<ChangedRow[]> {
  const { name, text, values } = selectRows(runId, filter, after);
  const limited = `${text} limit $${values.length + 1}`;
  const rows = await db.query<StoredRow>({ name, text: limited, values: [...values, limit] });
  return rows.map(toChangedRow);
}

/** Yields the rows of a run that match, in batches. */
export async function* readChangedRows(
  session: Session,
  runId: RunId,
  filter: ChangedRowFilter,
): AsyncGenerator<readonly ChangedRow[]> {
  const statement = { ...selectRows(runId, filter, null), name: "changed_rows" };
  for await (const rows of readRows<StoredRow>(session, statement)) yield rows.map(toChangedRow);
}

/**
 * The run whose list has the rows of a run: itself or, if it committed too many to list them again,
 * the last check of its file, unless the catalog changed in between. Undefined if no list has them.
 */
export async function selectListingRun(db: Queryable, runId: RunId): Promise<RunId | undefined> {
  const rows = await db.query<{ runId: RunId }>({
    name: "select_listing_run",
    text: `with run as (select * from import_runs where run_id = $1),
      checked as (
        select d.* from import_runs d join run r on d.file_id = r.file_id
        where r.state = 'committed' and d.is_dry and d.run_id < r.run_id
        order by d.run_id desc limit 1
      )
      select run_id as "runId" from (
        select 1 as rank, run_id from run
        union all
        select 2, d.run_id from checked d, run r
        where d.mapping = r.mapping and not exists (
          select from import_runs l
          where l.state = 'committed' and l.kind <> 'agreement' and l.run_id <> r.run_id
            and l.ended_at between d.started_at and r.ended_at
        )
      ) lists
      where exists (select from import_changed_rows c where c.run_id = lists.run_id)
      order by rank limit 1`,
    values: [runId],
  });
  return rows[0]?.runId;
}

const fields = ["on_hand", ...rowColumns];
const numbers = new Set(["on_hand", "list_price", ...integerColumns]);

const header = [
  "change",
  "part_number",
  "vendor",
  "condition",
  "unit_of_measure",
  "price_change_percent",
  ...fields.flatMap((field) => [`${field}_before`, `${field}_after`]),
];

function toCell(field: string, value: unknown, currency: Currency | null): WrittenCell {
  if (value === null || value === undefined) return "";
  if (field === "list_price" && currency !== null) {
    return { number: formatPrice(readPriceOfRow(value, currency)) };
  }
  if (Array.isArray(value)) return value.join("; ");
  return numbers.has(field) ? { number: String(value) } : String(value);
}

function toCells({ fields: changes, currencies, ...row }: ChangedRow): WrittenCell[] {
  const { priceChange } = row;
  const hasPercentage = priceChange !== null && Number.isFinite(priceChange);
  const changed = new Map(changes.map((change) => [change.field, change]));
  return [
    row.kind === "deactivated" ? "discontinued" : row.kind,
    row.partNumber,
    row.vendor,
    row.condition,
    row.unitOfMeasure,
    hasPercentage ? { number: priceChange.toFixed(2) } : "",
    ...fields.flatMap((field) => [
      toCell(field, changed.get(field)?.before, currencies.before),
      toCell(field, changed.get(field)?.after, currencies.after),
    ]),
  ];
}

/** Yields the header, then a row of cells per changed row; what did not change is empty. */
export async function* exportChangedRows(
  batches: AsyncIterable<readonly ChangedRow[]>,
): AsyncGenerator<readonly WrittenCell[]> {
  yield header;
  for await (const rows of batches) for (const row of rows) yield toCells(row);
}
