// The agreements of accounts in the replica: lookups price offers without the database.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { selectPriceTerms } from "../catalog/search/foundQueries.ts";
import type { ContractPrices } from "../catalog/search/unpricedOffers.ts";
import { type Agreement, openAgreement, type PricedOffer } from "./agreement.ts";
import { type RuleRow, toRule } from "./queries.ts";
import { findFirstPrice } from "./unitPrice.ts";

/** The columns of a `RuleRow`, of rules `r`. */
const fields = `cast(r.rule_id as text) as "ruleId", cast(r.run_id as text) as "runId", r.scope,
  r.part_number_key as "partNumberKey", r.vendor, r.condition, r.min_quantity as "minQuantity",
  r.unit_price as "unitPrice", r.currency, r.discount, r.order_min as "orderMin",
  r.order_multiple as "orderMultiple", r.valid_from as "validFrom", r.valid_to as "validTo"`;

const isValid = "r.valid_from <= ?2 and (r.valid_to is null or r.valid_to >= ?2)";

/** Of an account, on a day: the rules of these part numbers, of these vendors, and of all parts. */
const selectRules = `select ${fields}
    from json_each(?3) k cross join agreement_rules r
      on r.account_id = ?1 and r.scope = 'part' and r.part_number_key = k.value
    where ${isValid}
  union all
  select ${fields}
    from json_each(?4) k cross join agreement_rules r
      on r.account_id = ?1 and r.scope = 'vendor' and r.part_number_key is null
        and r.vendor = k.value
    where ${isValid}
  union all
  select ${fields} from agreement_rules r
    where r.account_id = ?1 and r.scope = 'account' and ${isValid}`;

/**
 * The agreement of one account for some offers on `day` (YYYY-MM-DD, UTC), as `selectAgreementFor`
 * reads it from the database. Reads no other account's rules.
 */
export function readAgreementFor(
  view: ReplicaView,
  accountId: AccountId,
  offers: readonly Pick<PricedOffer, "partNumberKey" | "vendor">[],
  day: string,
): Agreement {
  if (offers.length === 0) return openAgreement([], day);
  const keys = JSON.stringify([...new Set(offers.map(({ partNumberKey }) => partNumberKey))]);
  const vendors = JSON.stringify([...new Set(offers.map(({ vendor }) => vendor))]);
  const rows = view.all<RuleRow>(selectRules, accountId, day, keys, vendors);
  return openAgreement(rows.map(toRule), day);
}

const selectPrices = `select 1 from agreement_rules
  where account_id = ? and unit_price is not null limit 1`;

/** Which offers without a list price an account has a contract price for. */
export function readContractPrices(
  view: ReplicaView,
  accountId: AccountId,
  day: string,
): ContractPrices {
  const known = new Map<OfferId, boolean>();
  return {
    exist: view.rows(selectPrices, accountId).length > 0,
    select(offerIds) {
      const unknown = offerIds.filter((offerId) => !known.has(offerId));
      const offers = selectPriceTerms(view, unknown);
      const agreement = readAgreementFor(view, accountId, offers, day);
      for (const offer of offers)
        known.set(offer.offerId, findFirstPrice(offer, agreement) !== null);
      return new Set(offerIds.filter((offerId) => known.get(offerId) === true));
    },
  };
}
