// The SQL that lists what a bulk action changed: rows as they were before it, and as they are now.
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../money.ts";
import { type Price, readStoredPrice } from "../../price.ts";
import type { ListId } from "../orderList.ts";

/** What an action can change in a row. The texts of a removed row are null. */
type RowFacts = {
  readonly partNumber: string | null;
  readonly quantity: number | null;
  readonly condition: string | null;
};

export type ChangedRow = {
  readonly rowNumber: number;
  readonly before: RowFacts;
  readonly now: RowFacts;
  readonly isRemoved: boolean;
  /** The offer that the row has now, if it had another or none; a price only if it is ready. */
  readonly offer: {
    readonly vendor: string;
    readonly condition: string;
    readonly unitOfMeasure: string;
    readonly unitPrice: Price | null;
  } | null;
};

type ChangedRecord = Omit<ChangedRow, "offer"> & {
  readonly vendor: string | null;
  readonly offerCondition: string;
  readonly unitOfMeasure: string;
  readonly unitPrice: string | null;
  readonly currency: Currency | null;
};

function toChangedRow(record: ChangedRecord): ChangedRow {
  const { rowNumber, before, now, isRemoved, vendor, offerCondition, unitOfMeasure } = record;
  const { unitPrice: stored, currency } = record;
  const unitPrice = stored === null || currency === null ? null : readStoredPrice(stored, currency);
  const offer = vendor && { vendor, condition: offerCondition, unitOfMeasure, unitPrice };
  return { rowNumber, before, now, isRemoved, offer: offer || null };
}

/** The first rows that a step changed; none if it was undone. */
export async function selectChangedRows(
  db: Queryable,
  listId: ListId,
  step: number,
  limit: number,
): Promise<ChangedRow[]> {
  const rows = await db.query<ChangedRecord>({
    name: "select_changed_rows",
    text: `select (s -> 'row' ->> 'row_number')::integer as "rowNumber",
        jsonb_build_object('partNumber', s -> 'row' -> 'part_number',
          'quantity', s -> 'row' -> 'quantity', 'condition', s -> 'row' -> 'condition') as before,
        jsonb_build_object('partNumber', r.part_number, 'quantity', r.quantity,
          'condition', r.condition) as now, r.row_number is null as "isRemoved",
        o.vendor, o.condition as "offerCondition", o.unit_of_measure as "unitOfMeasure",
        r.unit_price::text as "unitPrice", r.currency
      from quick_order_steps u
      cross join jsonb_array_elements(u.rows) s
      left join quick_order_rows r on r.quick_order_id = u.quick_order_id
        and r.row_number = (s -> 'row' ->> 'row_number')::integer
      left join offers o on o.offer_id = r.offer_id
        and o.offer_id is distinct from (s -> 'row' ->> 'offer_id')::bigint
      where u.quick_order_id = $1 and u.step = $2
      order by 1 limit $3`,
    values: [listId, step, limit],
  });
  return rows.map(toChangedRow);
}
