// What a row requests that its fields do not show.
import { nameCertificates } from "../../../catalog/nameCertificates.ts";
import type { Offer } from "../../../catalog/offer.ts";
import { formatCount } from "../../../html/amount.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { findListedNumber } from "../../../quickOrders/planDrafts.ts";
import { hasCertificate } from "../../../quickOrders/supply/wantedCertificate.ts";
import { listAccepted } from "../../../reading/condition.ts";
import { isReworded } from "../../../reading/quantity.ts";
import { textsOfRow } from "../readSentRows.ts";
import { texts } from "./texts.ts";

const maxShownLength = 300;

export function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

/** What was asked for, if the quantity that is ordered was reduced, rounded or reworded. */
export function describeQuantity({
  quantity,
  quantityText,
  askedQuantity,
  requestedQuantity,
}: RowOnPage): string | null {
  if (requestedQuantity !== null) return null;
  if (askedQuantity !== null) return texts.asked(formatCount(askedQuantity));
  if (quantity === null || !isReworded(quantityText)) return null;
  return texts.written(clip(quantityText));
}

/** In characters: what a field of conditions and certificates shows at most. */
export const maxConditionWidth = 16;

/** Whether the field of a row shows its condition and certificate, or its text has to. */
function isShownInField(row: RowOnPage): boolean {
  return row.state !== "added" && textsOfRow(row).condition.length <= maxConditionWidth;
}

/** All conditions that a row accepts, if its field is too small for them. */
export function describeConditions(row: RowOnPage): string | null {
  const { condition, state } = row;
  const accepted = listAccepted(condition);
  const isKnown = isShownInField(row) || state === "unreadable" || state === "other_condition";
  const isNamed = accepted.length < 2 || isKnown;
  return isNamed ? null : texts.conditions(accepted.join(" or "));
}

/** The certificate that a row asks for, unless its field shows it and its offer lists it. */
export function describeCertificate(row: RowOnPage, offer: Offer | undefined): string | null {
  const { certificate, state, reason } = row;
  if (certificate === null) return null;
  const names = nameCertificates(certificate);
  // A row that has to choose without it names it as its reason.
  if (state === "ambiguous" && reason?.includes(names) === true) return null;
  const isListed = offer === undefined || hasCertificate(offer, certificate);
  if (!isListed) return texts.otherCertificate(names);
  return isShownInField(row) ? null : texts.certificate(names);
}

/** The number in the list, if another one is ordered. */
export function describeListed(
  { listed, partNumber }: RowOnPage,
  offer: Offer | undefined,
): string | null {
  const number = findListedNumber(listed, offer?.partNumber ?? partNumber);
  return number === null ? null : texts.listedAs(number);
}
