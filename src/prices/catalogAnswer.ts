// Joins the JSON answer of a lookup from the fragments that the catalog stores (contract/catalog).
// A test validates every answer against the contract's schema.

import type { OfferId, PartIds } from "../catalog/partId.ts";
import type { LookupAnswer } from "../catalog/search/lookUpParts.ts";
import type { Include } from "../kit/contract/catalog.ts";
import type { PartDetails } from "../kit/contract/partDetails.ts";
import { toWirePrice } from "../kit/price.ts";
import type { AccountPrice } from "./unitPrice.ts";

/** The parts of an answer. `prices` has those of all offers if they are to be included. */
export type CatalogAnswerParts = {
  readonly answer: LookupAnswer;
  readonly include: readonly Include[];
  readonly prices: ReadonlyMap<OfferId, AccountPrice>;
  /** Those of all offers if they are to be included. */
  readonly details: ReadonlyMap<OfferId, PartDetails>;
};

/** The price from the smallest quantity on; null if it is on request. */
function writeAccountPrice(breaks: AccountPrice): string {
  const prices = breaks.map(({ price }) => JSON.stringify(toWirePrice(price)));
  if (prices.length === 0) return "null";
  const steps = breaks.map(
    ({ minQuantity }, at) => `{"min_quantity":${minQuantity},"unit_price":${prices[at]}}`,
  );
  return `{"unit_price":${prices[0]},"quantity_breaks":[${steps.join(",")}]}`;
}

/** What is added to a part, before its closing brace. */
function renderAdded(price: AccountPrice | undefined, detail: PartDetails | undefined): string {
  return (
    (price === undefined ? "" : `,"account_price":${writeAccountPrice(price)}`) +
    (detail === undefined ? "" : `,"details":${JSON.stringify(detail)}`)
  );
}

function renderMatches(answer: LookupAnswer, minted: readonly string[]): string {
  const partIdOf = new Map(answer.offers.map(({ offerId }, index) => [offerId, minted[index]]));
  const matches = answer.matches.map(({ entry, kind, offerIds }) => ({
    entry,
    kind,
    part_ids: offerIds.map((offerId) => partIdOf.get(offerId)),
  }));
  return `,"matches":${JSON.stringify(matches)}`;
}

function renderSuggestions(answer: LookupAnswer): string {
  const suggestions = answer.suggestions.map(({ entry, partNumber, reason, readAs }) => ({
    entry,
    part_number: partNumber,
    reason,
    ...(readAs !== null && { read_as: readAs }),
  }));
  return `,"suggestions":${JSON.stringify(suggestions)}`;
}

/** The body of a catalog answer, with part_ids for `accountId` created at `nowMs`. */
export function writeCatalogAnswer(
  { answer, include, prices, details }: CatalogAnswerParts,
  partIds: Pick<PartIds, "mint">,
  accountId: string,
  nowMs: number,
): string {
  const offerIds = answer.offers.map((offer) => offer.offerId);
  const minted = partIds.mint(accountId, offerIds, nowMs);
  const withPrices = include.includes("account_price");
  // Appended, because `join` would copy every part twice.
  let found = "";
  for (const [index, { offerId, wire }] of answer.offers.entries()) {
    const added = renderAdded(withPrices ? prices.get(offerId) : undefined, details.get(offerId));
    const rest = added === "" ? wire : `${wire.slice(0, -1)}${added}}`;
    found += `${index === 0 ? "" : ","}{"part_id":"${minted[index]}",${rest}`;
  }
  const missed = answer.matches.filter((match) => match.offerIds.length === 0);
  const total = answer.matches.length;
  const summary =
    `{"total_requested":${total},"found":${total - missed.length},` +
    `"not_found":${missed.length}}`;
  return (
    `{"success":true,"found_parts":[${found}],` +
    `"not_found":${JSON.stringify(missed.map((match) => match.entry))},"summary":${summary}` +
    `${include.includes("matches") ? renderMatches(answer, minted) : ""}` +
    `${include.includes("suggestions") ? renderSuggestions(answer) : ""}}`
  );
}
