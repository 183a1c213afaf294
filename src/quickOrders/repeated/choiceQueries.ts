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
  /** Whether a person changed the row that it is for, so that it stays as it is. */
  readonly isEdited: boolean;
};

/** What a row says, without the count in its quantity: a choice concerns the part. */
function withoutCount(written: string): string {
  const unit = `regexp_replace(lower(${written} ->> 1), '[\\d\\s.,]+', '', 'g')`;
  return `case jsonb_array_length(${written}) when 1 then ${written}
    else jsonb_set(${written}, '{1}', to_jsonb(${unit})) end`;
}

const choice = `jsonb_build_array("partNumber", condition, certificate, "offerId")`;

/** The choices for the rows that said the same. A split one is only for exactly such a row. */
function groupChoices(said: string, isExact: boolean): string {
  return `select ${isExact} as "isExact", ${said} as said, min("partNumber") as "partNumber",
      min(condition) as condition, min(certificate) as certificate, min("offerId") as "offerId",
      count(distinct ${choice}) > 1 ${isExact ? "" : `or bool_or("isSplit")`} as "isUnclear",
      ${isExact ? `bool_or("isSplit")` : "false"} as "isSplit", bool_or("isChanged") as "isChanged"
    from earlier group by 2`;
}

/** Whether a person changed more of a row than its quantity. */
function isEdited(row: string): string {
  return `not (${row}.written is null or ${row}.chosen_offer_id is null
    and jsonb_typeof(${row}.written) = 'array' and ${row}.readings is null
    and ${row}.written = jsonb_build_array(${row}.part_number, ${row}.written -> 1,
      ${row}.condition, ${row}.certificate))`;
}

/**
 * The rows of the list `own`, each with the choice for the rows of the list `earlier` that said the
 * same; if there are none, for those that said the same with another count. A choice that a row has
 * already is none.
 */
export function matchChoices(own: string, earlier: string): string {
  // Numbers are compared first: building what every row of a long list says is slow.
  const isChanged = (row: string) => `${row}.part_number in (select number from changed)`;
  return `(
    with changed as materialized (
      select distinct written ->> 0 as number from quick_order_rows
      where quick_order_id = ${earlier} and written is not null
    ), earlier as materialized (
      select coalesce(r.written, ${writtenOf("r")}) as written, r.part_number as "partNumber",
        r.condition, r.certificate, r.chosen_offer_id::float8 as "offerId",
        r.written is not null as "isChanged",
        coalesce(r.note like '% split into rows %', false) as "isSplit"
      from quick_order_rows r
      where r.quick_order_id = ${earlier} and r.part_number is not null and r.readings is null
        and (r.written is not null or ${isChanged("r")})
        and jsonb_typeof(coalesce(r.written, '[]')) = 'array'
    ), chosen as materialized (
      ${groupChoices("written", true)} union all ${groupChoices(withoutCount("written"), false)}
    ), found as (
      select distinct on (mine.row_number) mine.row_number as "rowNumber", chosen.*,
        ${isEdited("mine")} as "isEdited",
        mine.readings is not null
          or mine.part_number is distinct from chosen."partNumber"
          or mine.condition is distinct from chosen.condition
          or mine.certificate is distinct from chosen.certificate
          or mine.offer_id is distinct from coalesce(chosen."offerId"::bigint, mine.offer_id)
          as "isOther"
      from quick_order_rows mine
        cross join lateral (
          select case when ${isEdited("mine")} then mine.written else ${writtenOf("mine")} end
            as written offset 0
        ) says
        cross join lateral (
          values (true, says.written), (false, ${withoutCount("says.written")})
        ) key ("isExact", said)
        join chosen on chosen."isExact" = key."isExact" and chosen.said = key.said
      where mine.quick_order_id = ${own}
        and mine.state not in ('waiting', 'added')
        and coalesce(jsonb_typeof(mine.written), 'array') = 'array'
        and (mine.part_number is null or mine.readings is not null or ${isChanged("mine")}
          or mine.written ->> 0 in (select number from changed))
      order by mine.row_number, chosen."isExact" desc
    )
    select "rowNumber", "partNumber", condition, certificate, "offerId", "isUnclear", "isSplit",
      "isEdited"
    from found where "isChanged" and "isOther"
  )`;
}

/** Whether two lists of an account have the same upload or rows (decision 249). */
export function areSame(one: string, other: string): string {
  const isEqual = `substring(${one}.rows_digest for 32) = substring(${other}.rows_digest for 32)`;
  return `(${one}.content_digest = ${other}.content_digest or ${isEqual})`;
}

/**
 * Whether the lists `one` and `other` are of one account and have the same parts, in whatever
 * quantities. Lists of versions before have no digest of their parts.
 */
export function haveSameParts(one: string, other: string): string {
  return `${one}.account_id = ${other}.account_id
    and ${one}.quick_order_id <> ${other}.quick_order_id
    and (${areSame(one, other)} or length(${one}.rows_digest) > 32
      and substring(${one}.rows_digest from 33) = substring(${other}.rows_digest from 33))`;
}

/**
 * The choices of another list of the account with the same parts, for up to `limit` rows after
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
      from quick_orders own join quick_orders l on ${haveSameParts("l", "own")}
        cross join lateral ${matchChoices("own.quick_order_id", "l.quick_order_id")} choices
      where own.quick_order_id = $1 and l.quick_order_id = $2
      order by choices."isSplit" or choices."isUnclear" or choices."isEdited",
        choices."rowNumber" offset $3 limit $4`,
    values: [listId, earlierId, offset, limit],
  });
}
