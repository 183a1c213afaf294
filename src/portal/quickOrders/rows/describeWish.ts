// What a row requests that its fields do not show, and what it requested before it was changed,
// which is derived from what the row said first (decision 233).
import { nameCertificates } from "../../../catalog/nameCertificates.ts";
import type { Offer } from "../../../catalog/offer.ts";
import { formatCount } from "../../../html/amount.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { hasCertificate } from "../../../quickOrders/written/certificateWish.ts";
import { findListedNumber } from "../../../quickOrders/written/firstRequest.ts";
import { isReworded } from "../../../quickOrders/written/quantityText.ts";
import { listAccepted } from "../../../quickOrders/written/splitConditions.ts";
import { textsOfRow } from "../readSentRows.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

const maxShownLength = 300;

export function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

/** What the buyer asked for, if the quantity that is ordered was reduced, rounded or reworded. */
export function describeQuantity({
  quantity,
  quantityText,
  askedQuantity,
}: RowOnPage): string | null {
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

/** The conditions that a row named first, if it asks for others now. */
function describeFirstCondition(
  written: string | null,
  condition: string | null,
): readonly string[] {
  const [first, now] = [listAccepted(written), listAccepted(condition)].map((codes) =>
    codes.map((code) => code.toUpperCase()).join(" or "),
  );
  return first === "" || first === now ? [] : [texts.conditions(first ?? "")];
}

/** The quantity that a row named first, if a person typed another one. */
function describeFirstQuantity(
  { quantityText, askedQuantity, remark }: RowOnPage,
  first: string | null,
): readonly string[] {
  const isKept = askedQuantity !== null || remark?.includes(" requested (") === true;
  const isSame = first === null || first.trim() === "" || first.trim() === quantityText.trim();
  return isKept || isSame ? [] : [texts.written(clip(first.trim()))];
}

/** What a row requested before it was changed. */
export function describeFirst(row: RowOnPage, setting: RowSetting): string | null {
  const first = setting.first.get(row.rowNumber);
  if (first === undefined || row.partNumber === null) return null;
  const { condition, certificate } = first;
  const ordered = setting.offers.named.get(row.rowNumber)?.partNumber ?? row.partNumber;
  const listed = findListedNumber(row.partNumber, first, ordered);
  const isWanted = certificate === null || certificate === row.certificate;
  const sentences = [
    listed === null ? [] : texts.listedAs(listed),
    describeFirstQuantity(row, first.quantity),
    describeFirstCondition(condition, row.condition),
    isWanted ? [] : texts.certificate(nameCertificates(certificate)),
  ].flat();
  return sentences.length === 0 ? null : sentences.join(" ");
}
