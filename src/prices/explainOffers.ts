// The offers of a part with the account's price and how it is chosen. It reads rules that are not
// in force as well, to list them.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectOffersOfPart } from "../catalog/queries.ts";
import type { Queryable } from "../db/database.ts";
import type { Money } from "../kit/money.ts";
import { multiplyPrice, type Price } from "../kit/price.ts";
import type { AgreementRule } from "./agreement.ts";
import {
  type ConsideredRule,
  explainPrice,
  type PriceExplanation,
  type RuleOutcome,
} from "./explainPrice.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectFullAgreement } from "./queries.ts";
import {
  type DatedQuote,
  dateQuote,
  findQuoteTerms,
  type Quote,
  type QuoteStatus,
  type SoldPart,
  toSoldPart,
} from "./quote.ts";
import { selectQuotesOfPart } from "./quoteQueries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** `day` is YYYY-MM-DD in UTC; a condition or vendor of null is any. */
export type PriceQuestion = {
  readonly partNumber: string;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly quantity: number;
  readonly day: string;
};

/**
 * An offer or a part that is only quoted, the total the account pays for `quantity` units of it
 * (null: on request), and why. `quotes` set the price of lines that come from them.
 */
export type ExplainedOffer = {
  readonly offer: SoldPart;
  readonly quotes: readonly DatedQuote[];
  readonly explanation: PriceExplanation;
  readonly lineTotal: Money | null;
  readonly breaks: readonly PriceBreak[];
  readonly terms: OrderTerms;
};

/**
 * Explains the account's price of each offer of a part, by condition and vendor, and of each quote
 * for it outside the catalog. Does not check stock, status or the quantity.
 */
export async function explainOffers(
  db: Queryable,
  accountId: AccountId,
  question: PriceQuestion,
): Promise<ExplainedOffer[]> {
  const { condition, vendor, quantity, day } = question;
  const key = partNumberKey(question.partNumber);
  const isAsked = (one: Pick<Offer, "condition" | "vendor">) =>
    (condition === null || one.condition === condition) &&
    (vendor === null || one.vendor === vendor);
  const offers = (await selectOffersOfPart(db, key, day)).filter(isAsked);
  const offerIds = offers.map(({ offerId }) => offerId);
  const agreement = await selectFullAgreement(db, accountId, offerIds, day);
  const quoted = await selectQuotesOfPart(db, accountId, key);
  const dated = quoted.map((quote) => dateQuote(quote, day));
  const ofCatalog = offers.map((offer): ExplainedOffer => {
    const explanation = explainPrice(offer, agreement.findRules(offer), quantity);
    const { price } = explanation;
    return {
      offer,
      quotes: dated.filter(({ quote }) => quote.offerId === offer.offerId),
      explanation,
      lineTotal: price && multiplyPrice(price, quantity),
      breaks: listPriceBreaks(offer, agreement),
      terms: findOrderTerms(offer, agreement),
    };
  });
  const outside = dated.flatMap((one): ExplainedOffer[] => {
    const offer = toSoldPart(one.quote);
    if (one.quote.offerId !== null || !isAsked(offer)) return [];
    const explanation = explainPrice(offer, [], quantity, one);
    const { price } = explanation;
    const lineTotal = price && multiplyPrice(price, quantity);
    const terms = findQuoteTerms(one.quote);
    return [{ offer, quotes: [one], explanation, lineTotal, breaks: [], terms }];
  });
  return [...ofCatalog, ...outside];
}

/** A step of the price chain. */
export type PriceStep = {
  readonly step: "quote" | "contract_line" | "vendor_rule" | "account_discount" | "list_price";
  /** `none`: the agreement has no such rule for the offer. `in_force`: for lines of the quote. */
  readonly outcome: RuleOutcome | "none" | QuoteStatus;
  readonly price: Price | null;
  readonly rule: AgreementRule | null;
  readonly quote?: Quote;
};

const stepOfScope = {
  part: "contract_line",
  vendor: "vendor_rule",
  account: "account_discount",
} as const;

/** The price chain down to the list price: the quotes, then each step with its rules, or `none`. */
export function listPriceSteps({ offer, quotes, explanation }: ExplainedOffer): PriceStep[] {
  const ofQuotes = quotes.map(({ quote, status }): PriceStep => {
    return { step: "quote", outcome: status, price: quote.unitPrice, rule: null, quote };
  });
  if (offer.offerId === null) return ofQuotes;
  const toStep = ({ rule, price, outcome }: ConsideredRule): PriceStep => {
    return { step: stepOfScope[rule.scope], outcome, price, rule };
  };
  const byScope = Map.groupBy(explanation.considered, ({ rule }) => rule.scope);
  const ofRules = (["part", "vendor", "account"] as const).flatMap((scope): PriceStep[] => {
    const none: PriceStep = { step: stepOfScope[scope], outcome: "none", price: null, rule: null };
    return byScope.get(scope)?.map(toStep) ?? [none];
  });
  const price = offer.listPrice;
  const chosen = explanation.rule === null ? "won" : "outranked";
  const outcome = price === null ? "no_list_price" : chosen;
  return [...ofQuotes, ...ofRules, { step: "list_price", outcome, price, rule: null }];
}
