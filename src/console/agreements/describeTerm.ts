// The parts of a rule as text: price, validity, state.

import type { Content } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { formatMoney } from "../../price.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import { texts } from "./texts.ts";

export function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "price") return formatMoney(term.price);
  return `${term.basisPoints / 100}% off list`;
}

export function renderValidity({ validFrom, validTo }: AgreementRule): Content {
  if (validTo === null) return texts.rules.validFrom(renderDay(validFrom));
  return texts.rules.validBetween(renderDay(validFrom), renderDay(validTo));
}

export function renderRuleState({ validFrom, validTo }: AgreementRule, day: string): Content {
  if (day < validFrom) return renderBadge("neutral", "Scheduled");
  return validTo !== null && validTo < day
    ? renderBadge("neutral", "Ended")
    : renderBadge("good", "In force");
}

export function describeOrderTerms({ orderMin, orderMultiple }: AgreementRule): string {
  const limits = [
    orderMin === null ? [] : [`min. ${orderMin}`],
    orderMultiple === null ? [] : [`packs of ${orderMultiple}`],
  ].flat();
  return limits.join(", ");
}
