// SQL of the choices that a buyer made for the rows of a list: another part number, condition or
// certificate, or an offer.
import type { OfferId } from "../../catalog/partId.ts";
import type { Transaction } from "../../db/database.ts";
import type { ListId } from "../orderList.ts";

/**
 * What a row says, by which it is recognized in another list: its cells if it can be read several
 * ways. Rows store it before their first change.
 */
export function writtenOf(row: string): string {
  return `case when ${row}.part_number is null or ${row}.readings is not null
    then jsonb_build_array(${row}.cells)
    else jsonb_build_array(${row}.part_number, ${row}.quantity_text, ${row}.condition,
      ${row}.certificate) end`;
}

/** What was chosen for all rows of a list that said the same. */
export type EarlierChoice = {
  readonly rowNumber: number;
  readonly partNumber: string;
  readonly condition: string | null;
  readonly certificate: string | null;
  readonly offerId: OfferId | null;
  /** Whether rows that said the same got different choices. */
  readonly isUnclear: boolean;
  readonly isSplit: boolean;
};

const choice = "jsonb_build_array(r.part_number, r.condition, r.certificate, r.chosen_offer_id)";

/**
 * The rows of the list `own` that nobody has changed, each with the choice for the rows of the list
 * `earlier` that said the same. A choice that a row has already is none.
 */
export function matchChoices(own: string, earlier: string): string {
  // Numbers are compared first: building what every row of a long list says is slow.
  const isChanged = (row: string) => `${row}.part_number in (select number from changed)`;
  return `(
    with changed as materialized (
      select distinct written ->> 0 as number from quick_order_rows
      where quick_order_id = ${earlier} and written is not null
    )
    select mine.row_number as "rowNumber", chosen."partNumber", chosen.condition,
      chosen.certificate, chosen."offerId", chosen."isUnclear", chosen."isSplit"
    from quick_order_rows mine join (
      select coalesce(r.written, ${writtenOf("r")}) as written,
        min(r.part_number) as "partNumber", min(r.condition) as condition,
        min(r.certificate) as certificate, min(r.chosen_offer_id)::float8 as "offerId",
        count(distinct ${choice}) > 1 as "isUnclear",
        bool_or(coalesce(r.note like '% split into rows %', false)) as "isSplit"
      from quick_order_rows r
      where r.quick_order_id = ${earlier} and r.part_number is not null and r.readings is null
        and (r.written is not null or ${isChanged("r")})
      group by 1 having bool_or(r.written is not null)
    ) chosen on chosen.written = ${writtenOf("mine")}
    where mine.quick_order_id = ${own} and mine.written is null
      and mine.state not in ('waiting', 'added')
      and (mine.part_number is null or mine.readings is not null or ${isChanged("mine")})
      and (mine.readings is not null
        or mine.part_number is distinct from chosen."partNumber"
        or mine.condition is distinct from chosen.condition
        or mine.certificate is distinct from chosen.certificate
        or mine.offer_id is distinct from coalesce(chosen."offerId"::bigint, mine.offer_id))
  )`;
}

/** Whether the lists `one` and `other` have the same upload or rows (decision 249). */
export function areSame(one: string, other: string): string {
  return `${one}.account_id = ${other}.account_id
    and ${one}.quick_order_id <> ${other}.quick_order_id
    and (${one}.content_digest = ${other}.content_digest
      or ${one}.rows_digest = ${other}.rows_digest)`;
}

/**
 * The choices of another list of the account that is the same, for up to `limit` rows after
 * `offset` others. Those that no row can use come last.
 */
export function selectEarlierChoices(
  tx: Transaction,
  listId: ListId,
  earlierId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<EarlierChoice[]> {
  return tx.query<EarlierChoice>({
    name: "select_earlier_choices",
    text: `select choices.*
      from quick_orders own join quick_orders l on ${areSame("l", "own")}
        cross join lateral ${matchChoices("own.quick_order_id", "l.quick_order_id")} choices
      where own.quick_order_id = $1 and l.quick_order_id = $2
      order by choices."isSplit" or choices."isUnclear", choices."rowNumber" offset $3 limit $4`,
    values: [listId, earlierId, offset, limit],
  });
}
