// The parts of a rule as text: price, validity, state, source.

import { type Content, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { formatMoney } from "../../price.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import type { RuleOrigin } from "../../pricing/agreements/ruleEditQueries.ts";
import { runAddress } from "../addresses.ts";

export function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "price") return formatMoney(term.price);
  return `${term.basisPoints / 100}% off list`;
}

export function renderValidity({ validFrom, validTo }: AgreementRule): Content {
  if (validTo === null) return html`from ${renderDay(validFrom)}`;
  return html`${renderDay(validFrom)} to ${renderDay(validTo)}`;
}

export function renderRuleState({ validFrom, validTo }: AgreementRule, day: string): Content {
  if (day < validFrom) return renderBadge("neutral", "Scheduled");
  return validTo !== null && validTo < day
    ? renderBadge("neutral", "Ended")
    : renderBadge("good", "In force");
}

export function describeOrderTerms({ orderMin, orderMultiple }: AgreementRule): string {
  const texts = [
    orderMin === null ? [] : [`min. ${orderMin}`],
    orderMultiple === null ? [] : [`packs of ${orderMultiple}`],
  ].flat();
  return texts.join(", ");
}

export function renderOrigin(
  { runId, ruleId }: AgreementRule,
  origins: ReadonlyMap<string, RuleOrigin>,
): Content {
  const origin = runId === null ? undefined : origins.get(runId);
  if (origin === undefined) return html`<span class="quiet">unknown</span>`;
  const { mode, startedBy, fileName, at } = origin;
  if (mode === "edit") {
    const events = `/console/audit?kind=agreement+rule&subject=${ruleId}`;
    return html`<a href="${events}">edited</a>, ${startedBy}, ${renderMoment(at)}`;
  }
  return html`<a href="${runAddress(origin.runId)}">run ${origin.runId}</a>, ${
    fileName ?? "file"
  }, ${renderMoment(at)}`;
}
