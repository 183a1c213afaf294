// The stored rows of a run, for its page and its file.
import { buildConditions, type Condition, escapeLikePattern } from "../../db/conditions.ts";
import type { Queryable, Session, Statement } from "../../db/database.ts";
import { readRows } from "../../db/readRows.ts";
import type { RunId } from "../../imports/importRun.ts";
import type { Currency } from "../../money.ts";
import { compareRows, type FieldChange } from "../partHistory.ts";

/** `deactivated`: discontinued; `emptied`: set out of stock. As in the counts of a run. */
export const changedRowKinds = ["created", "updated", "deactivated", "emptied"] as const;
type ChangedRowKind = (typeof changedRowKinds)[number];

/** Null filters nothing. */
export type ChangedRowFilter = {
  readonly kind: ChangedRowKind | null;
  /** Whether it has the rows that are left out, or those that are not. */
  readonly isExcluded: boolean;
  /** A column that differs. */
  readonly field: string | null;
  /** Part of a part number, in any case. */
  readonly partNumber: string | null;
  /** In percent, up or down. */
  readonly minPriceChange: number | null;
  /** Only rows with a price change, the largest first; otherwise in the order of the file. */
  readonly isByPrice: boolean;
};

export const allChangedRows: ChangedRowFilter = {
  kind: null,
  isExcluded: false,
  field: null,
  partNumber: null,
  minPriceChange: null,
  isByPrice: false,
};

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
  filter: ChangedRowFilter,
  after: ChangedRowKey | null,
): Statement & { readonly values: unknown[] } {
  const { kind, isExcluded, field, partNumber, minPriceChange, isByPrice } = filter;
  const conditions: Condition[] = [
    ["run_id = ?", runId],
    ["kind = ?", kind],
    ["excluded = ?", isExcluded],
    ["? = any(fields)", field],
    ["part_number ilike ?", partNumber === null ? null : escapeLikePattern(partNumber)],
    ["abs(price_change) >= ?", minPriceChange],
    ["price_change is not null", isByPrice ? true : null],
  ];
  if (after !== null) {
    const isAfter = isByPrice ? "(-abs(price_change), position) > ($2, $1)" : "position > $1";
    conditions.push([isAfter, true]);
  }
  const sizes = isByPrice ? [-Math.abs(after?.priceChange ?? 0)] : [];
  const given = after === null ? [] : [after.position, ...sizes];
  const { where, values, key } = buildConditions(conditions, given);
  const order = isByPrice ? "-abs(price_change), position" : "position";
  return {
    name: `changed_rows ${key}`,
    text: `select ${columns} from import_changed_rows where ${where} order by ${order}`,
    values: [...values],
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

/** Of these lines, those that a run would create or change an offer by, or leaves out. */
export async function selectChangedLines(
  db: Queryable,
  runId: RunId,
  lines: readonly number[],
): Promise<readonly number[]> {
  const rows = await db.query<{ line: number }>({
    name: "select_changed_lines",
    text: `select position as line from import_changed_rows
      where run_id = $1 and position = any($2::integer[]) and kind in ('created', 'updated')
      order by position`,
    values: [runId, lines],
  });
  return rows.map(({ line }) => line);
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
        where d.mapping = r.mapping and d.excluded = r.excluded and not exists (
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
