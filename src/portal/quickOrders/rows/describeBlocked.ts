import { nameCertificates } from "../../../catalog/nameCertificates.ts";
import type { ListedOffer } from "../../../catalog/search/listedOffer.ts";
import { formatCount } from "../../../html/amount.ts";
import type { BlockedSplit, SplitDifference } from "../../../quickOrders/bulk/planSplit.ts";
import { hasCertificate } from "../../../quickOrders/supply/wantedCertificate.ts";
import { texts } from "./texts.ts";

type Offers = readonly [ListedOffer, ListedOffer];

/** How certificates differ; `wanted`: what the row asks for. */
function describePapers(offers: Offers, wanted: string | null): string {
  const having = offers.filter((offer) =>
    wanted === null ? offer.certificate !== null : hasCertificate(offer, wanted),
  );
  const [only, ...more] = having;
  const named = wanted ?? only?.certificate ?? null;
  if (named === null || more.length > 0) return texts.blocked.papers;
  const names = nameCertificates(named);
  return only === undefined
    ? texts.blocked.noPapers(names)
    : texts.blocked.onePapers(only.vendor, names);
}

function describeDifference(
  difference: SplitDifference | undefined,
  split: BlockedSplit["split"],
  wanted: string | null,
): string {
  const offers: Offers = [split[0].choice.offer, split[1].choice.offer];
  switch (difference) {
    case "certificate":
      return describePapers(offers, wanted);
    case "condition":
      return texts.blocked.conditions(offers.map(({ condition }) => condition));
    case "unit":
      return texts.blocked.units(offers.map(({ unitOfMeasure }) => unitOfMeasure));
    case "currency":
      return texts.blocked.currencies(split.map(({ unitPrice }) => unitPrice.currency));
    default:
      return texts.blocked.makers;
  }
}

/** Why a row cannot be split over two offers that have its quantity together. */
export function describeBlocked(
  { split, differences }: BlockedSplit,
  { certificate }: { readonly certificate: string | null },
): string {
  const pieces = split.map(({ quantity, choice }) =>
    texts.splitPiece(formatCount(quantity), choice.offer.vendor),
  );
  return texts.blocked.sentence(pieces, describeDifference(differences[0], split, certificate));
}
