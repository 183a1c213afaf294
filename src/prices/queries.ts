import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { freeOfCharge, zeroPriceColumn } from "../catalog/readOfferRecord.ts";
import type { Queryable, Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import type { BasisPoints, Currency } from "../kit/money.ts";
import { readStoredPrice } from "../kit/price.ts";
import type { WrittenRecord } from "../reading/files/writtenCells.ts";
import {
  type Agreement,
  type AgreementRule,
  openAgreement,
  type PricedOffer,
} from "./agreement.ts";

/** A stored rule; the database ensures exactly one of price and discount. */
export type RuleRow = Omit<AgreementRule, "term"> & {
  readonly unitPrice: string | null;
  readonly currency: Currency | null;
  readonly discount: number | null;
};

/** The columns of a `RuleRow`, of rules `r`, with the same values in a row and in JSON. */
export const ruleFields = `r.rule_id::text as "ruleId", r.run_id::text as "runId", r.scope,
  r.part_number_key as "partNumberKey", r.vendor, r.condition, r.min_quantity as "minQuantity",
  r.unit_price::text as "unitPrice", r.currency, r.discount, r.order_min as "orderMin",
  r.order_multiple as "orderMultiple", r.valid_from as "validFrom", r.valid_to as "validTo"`;

export function toRule({ unitPrice, currency, discount, ...rule }: RuleRow): AgreementRule {
  return unitPrice !== null && currency !== null
    ? { ...rule, term: { kind: "price", price: readStoredPrice(unitPrice, currency) } }
    : { ...rule, term: { kind: "discount", basisPoints: discount ?? 0 } };
}

/**
 * The rules of account $1 for the part numbers and vendors of `requested`, and for the whole
 * account. Arrays, because each join costs more than reading the few rules.
 */
const writeSelectRules = (requested: string) => `with requested as materialized (
    select part_number_key, vendor from ${requested}
  ), rules as (
    select * from agreement_rules where account_id = $1 and scope = 'part'
      and part_number_key = any(array(select part_number_key from requested))
    union all
    select * from agreement_rules where account_id = $1 and scope = 'vendor'
      and vendor = any(array(select vendor from requested))
    union all
    select * from agreement_rules where account_id = $1 and scope = 'account'
  )
  select ${ruleFields} from rules r`;

/** The rules that are in force on the day of this parameter. */
const writeSelectValidRules = (requested: string, day: string) => `${writeSelectRules(requested)}
  where r.valid_from <= ${day} and (r.valid_to is null or r.valid_to >= ${day})`;

/**
 * An expression: the rules of account $1 that apply to `requested` on a day, as JSON that
 * `readAgreement` reads. `requested` has the columns part_number_key and vendor.
 */
export function writeAgreement(requested: string, day: string): string {
  return `(select json_agg(rule) from (${writeSelectValidRules(requested, day)}) rule)`;
}

/** Reads what `writeAgreement` selects. */
export function readAgreement(rules: readonly RuleRow[] | null, day: string): Agreement {
  return openAgreement((rules ?? []).map(toRule), day);
}

const requestedIds = "offers where offer_id = any($2::bigint[])";

/**
 * The agreement of one account for some offers on `day` (YYYY-MM-DD, UTC): the rules of their part
 * numbers, of their vendors and of the whole account that are in force on that day. Reads no other
 * account's rules.
 */
export async function selectAgreement(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Agreement> {
  const rows = await db.query<RuleRow>({
    name: "select_agreement",
    text: writeSelectValidRules(requestedIds, "$3"),
    values: [accountId, offerIds, day],
  });
  return openAgreement(rows.map(toRule), day);
}

const requestedOffers = "unnest($2::text[], $3::text[]) offer(part_number_key, vendor)";

/** Like `selectAgreement`, for offers that were already read. */
export async function selectAgreementFor(
  db: Queryable,
  accountId: AccountId,
  offers: readonly Pick<PricedOffer, "partNumberKey" | "vendor">[],
  day: string,
): Promise<Agreement> {
  if (offers.length === 0) return openAgreement([], day);
  const keys = offers.map(({ partNumberKey }) => partNumberKey);
  const vendors = offers.map(({ vendor }) => vendor);
  const rows = await db.query<RuleRow>({
    name: "select_agreement_for",
    text: writeSelectValidRules(requestedOffers, "$4"),
    values: [accountId, keys, vendors, day],
  });
  return openAgreement(rows.map(toRule), day);
}

/** Like `selectAgreement`, including rules that are not in force on the day. */
export async function selectFullAgreement(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Agreement> {
  const rows = await db.query<RuleRow>({
    name: "select_full_agreement",
    text: writeSelectRules(requestedIds),
    values: [accountId, offerIds],
  });
  return openAgreement(rows.map(toRule), day);
}

/** Grants an account a discount off list prices from the day of `now`. */
export async function insertAccountDiscount(
  db: Queryable,
  accountId: AccountId,
  discount: BasisPoints,
  now: Date,
): Promise<void> {
  await db.query({
    name: "insert_account_discount",
    text: `insert into agreement_rules (account_id, scope, discount, valid_from, updated_at)
      values ($1, 'account', $2, $3::timestamptz at time zone 'UTC', $3)`,
    values: [accountId, discount, now],
  });
}

/** SQL: whether a rule means free of charge, as a file has it; null if not. */
export const zeroPriceText = `case when unit_price = 0 or discount = 10000
  then '${freeOfCharge}' end`;

export function readExportedRules(
  session: Session,
  accountId: AccountId,
): AsyncGenerator<readonly WrittenRecord[]> {
  return readRows<WrittenRecord>(session, {
    name: "export_rules",
    text: `select part_number, vendor, condition, min_quantity::text,
        price_text(unit_price, currency_digits(currency)) as unit_price, currency,
        trim_scale(discount / 100.0)::text as discount_percent, order_min::text,
        order_multiple::text, valid_from::text, valid_to::text,
        ${zeroPriceText} as ${zeroPriceColumn}
      from agreement_rules where account_id = $1
      order by part_number_key nulls last, vendor nulls last, condition, min_quantity, valid_from`,
    values: [accountId],
  });
}
