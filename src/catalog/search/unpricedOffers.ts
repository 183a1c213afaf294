// Which offers without a list price a lookup shows: those with a contract price for the account
// (decision 152). Such prices are not in the replica, so a lookup may end with open questions.
import type { OfferId } from "../partId.ts";

/** What is known about an account's prices for offers without a list price. */
export type KnownPrices = {
  /** Undefined if unknown. */
  readonly hasPrice: (offerId: OfferId) => boolean | undefined;
  /** The number of open questions that each name may add; with 0, unknown prices count as none. */
  readonly maxQuestions: number;
};

export type UnpricedOffers = {
  /** Undefined if that is an open question now. */
  isShown(offerId: OfferId): boolean | undefined;
  readonly maxQuestions: number;
  /** Whether an offer is omitted because nothing is known about it, as are those after it. */
  isHidden(offerId: OfferId): boolean;
  readonly questions: ReadonlySet<OfferId>;
};

/** If `known` is null, all are shown. */
export function createUnpricedOffers(known: KnownPrices | null): UnpricedOffers {
  const questions = new Set<OfferId>();
  const maxQuestions = known?.maxQuestions ?? 0;
  return {
    maxQuestions,
    questions,
    isHidden: (offerId) =>
      known !== null && maxQuestions === 0 && known.hasPrice(offerId) === undefined,
    isShown(offerId) {
      if (known === null) return true;
      const answer = known.hasPrice(offerId) ?? (maxQuestions === 0 ? false : undefined);
      if (answer === undefined) questions.add(offerId);
      return answer;
    },
  };
}
