// The SQL of what placing an order depends on.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { type OfferRecord, offerRecordFields, toOffer } from "../catalog/queries.ts";
import { queryFirst, type Transaction } from "../db/database.ts";
import type { Agreement } from "../pricing/agreement.ts";
import { type RuleRow, readAgreement, writeAgreement } from "../pricing/queries.ts";
import { type BoundOrder, keyName, nameKeyLock } from "./idempotencyQueries.ts";

/**
 * `bound` is the order that the Idempotency-Key was bound to before the lock was requested; unknown
 * offers are missing.
 */
export type PlacementFacts = {
  readonly bound: BoundOrder | undefined;
  /** Of the order to be placed; "" if one is bound. */
  readonly orderNumber: string;
  readonly offers: readonly Offer[];
  readonly agreement: Agreement;
};

type FactsRow = { readonly [Field in keyof BoundOrder]: BoundOrder[Field] | null } & {
  readonly offers: readonly OfferRecord[] | null;
  readonly rules: readonly RuleRow[] | null;
  readonly orderNumber: string | null;
};

const agreement = writeAgreement(
  `(select "partNumberKey" as part_number_key, vendor from chosen) chosen`,
  "$2::date",
);

/**
 * Locks an Idempotency-Key until the transaction ends, and reads everything an order depends on, in
 * one statement, because each has a high overhead. Waits for a transaction that has locked the key,
 * and does not see what it wrote; fails with SQLSTATE 55P03 at the lock timeout.
 */
export async function lockOrderFacts(
  tx: Transaction,
  accountId: AccountId,
  idempotencyKey: string | null,
  offerIds: readonly OfferId[],
  day: string,
): Promise<PlacementFacts> {
  const lockName = idempotencyKey && nameKeyLock(accountId, idempotencyKey);
  const row = await queryFirst<FactsRow>(tx, {
    name: "lock_order_facts",
    text: `with chosen as materialized (
        select ${offerRecordFields} from offers o where o.offer_id = any($3::bigint[])
      )
      select bound.order_id as "orderId", bound.request_hash as "requestHash",
        bound.request, bound.answer,
        (select json_agg(chosen) from chosen) as offers, ${agreement} as rules,
        case when bound.order_id is null then next_order_number() end as "orderNumber"
      from (select pg_advisory_xact_lock(hashtextextended($4, 0)) offset 0) locked
      left join orders bound on ${keyName("bound")} = $4`,
    values: [accountId, day, offerIds, lockName],
  });
  const {
    orderId = null,
    requestHash = null,
    request = null,
    answer = null,
    offers,
    rules,
    orderNumber,
  } = row ?? {};
  const isBound = orderId !== null && requestHash !== null && answer !== null;
  return {
    bound: isBound ? { orderId, requestHash, request, answer } : undefined,
    orderNumber: orderNumber ?? "",
    offers: (offers ?? []).map((offer) => toOffer(offer)),
    agreement: readAgreement(rules ?? null, day),
  };
}
