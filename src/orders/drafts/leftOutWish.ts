// What a line that a duplicate left out asked for, as the remark of an offer that is added in its
// place (decision 246). Pure. Invariant: the line says whatever of it differs from that offer.

import { nameCertificates } from "../../catalog/nameCertificates.ts";
import type { Offer } from "../../catalog/offer.ts";
import { addRemark, listRemarkParts } from "../lineInstructions.ts";
import { certificateRequested, findMissingCertificate } from "../missingCertificates.ts";
import type { LeftOutLine } from "../orderEvent.ts";
import { differsInCondition } from "./differences.ts";

const conditionRequested = "Condition requested: ";

type Asked = Pick<LeftOutLine, "condition" | "certificate" | "wish">;
type Offered = Pick<Offer, "condition" | "certificate">;

/** What it had counts as requested, unless its remark says what was requested for all of it. */
export function writeLeftOutWish(asked: Asked, { condition, certificate }: Offered): string | null {
  const { wish = null } = asked;
  const isSaid = (start: string) => listRemarkParts(wish).some((part) => part.startsWith(start));
  const isOther =
    asked.condition !== undefined && asked.condition !== condition && !isSaid(conditionRequested);
  const names = isSaid(certificateRequested) ? [] : (asked.certificate?.split("; ") ?? []);
  const missing = names.flatMap((name) => {
    const part = `${certificateRequested}${nameCertificates(name)}`;
    return findMissingCertificate(part, certificate) === null ? [] : [part];
  });
  // The wish is last: it may be cut.
  const parts = [isOther ? `${conditionRequested}${asked.condition}` : null, ...missing, wish];
  return parts.reduce(addRemark, null);
}

/** How an offer differs from what a line asked for, as the review of the draft will say. */
export function compareWithLeftOut(
  asked: Asked,
  offer: Offered,
): { readonly isOtherCondition: boolean; readonly missing: string | null } {
  const wish = writeLeftOutWish(asked, offer);
  return {
    isOtherCondition: listRemarkParts(wish).some((part) => differsInCondition(part, offer)),
    missing: findMissingCertificate(wish, offer.certificate)?.wanted ?? null,
  };
}
