// The parts of a rule as text: price, validity, state.

import type { Content } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { formatMoney } from "../../price.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import { texts } from "./texts.ts";

export function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "price") return formatMoney(term.price);
  return texts.rules.discount(term.basisPoints / 100);
}

export function renderValidity({ validFrom, validTo }: AgreementRule): Content {
  if (validTo === null) return texts.rules.validFrom(renderDay(validFrom));
  return texts.rules.validBetween(renderDay(validFrom), renderDay(validTo));
}

export function renderRuleState({ validFrom, validTo }: AgreementRule, day: string): Content {
  if (day < validFrom) return renderBadge("neutral", texts.states.scheduled);
  return validTo !== null && validTo < day
    ? renderBadge("neutral", texts.states.ended)
    : renderBadge("good", texts.states.inForce);
}

export function describeOrderTerms({ orderMin, orderMultiple }: AgreementRule): string {
  const limits = [
    orderMin === null ? [] : [texts.rules.minimum(orderMin)],
    orderMultiple === null ? [] : [texts.rules.packs(orderMultiple)],
  ].flat();
  return limits.join(", ");
}
