// A rule of an agreement in the cells of a table: what it gives, from when to when, who brought it.
import { formatMoney } from "../../html/amount.ts";
import { type Content, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import type { RuleOrigin } from "../../pricing/agreements/ruleEditQueries.ts";
import { runAddress } from "../addresses.ts";

/** Its price, or its percentage off the list price. */
export function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "price") return formatMoney(term.price);
  return `${term.basisPoints / 100}% off list`;
}

/** From which day to which. */
export function renderValidity({ validFrom, validTo }: AgreementRule): Content {
  if (validTo === null) return html`from ${renderDay(validFrom)}`;
  return html`${renderDay(validFrom)} to ${renderDay(validTo)}`;
}

/** Whether it holds on a day. */
export function renderStanding({ validFrom, validTo }: AgreementRule, day: string): Content {
  if (day < validFrom) return renderBadge("neutral", "To come");
  return validTo !== null && validTo < day
    ? renderBadge("neutral", "Over")
    : renderBadge("good", "Holds");
}

/** The account's own minimum and multiple of a part, where it has any. */
export function describeOrderTerms({ orderMin, orderMultiple }: AgreementRule): string {
  const texts = [
    orderMin === null ? [] : [`at least ${orderMin}`],
    orderMultiple === null ? [] : [`in ${orderMultiple}s`],
  ].flat();
  return texts.join(", ");
}

/** By what a rule came: a file, a hand, or the opening of the account. */
export function renderOrigin(
  { runId, ruleId }: AgreementRule,
  origins: ReadonlyMap<string, RuleOrigin>,
): Content {
  const origin = runId === null ? undefined : origins.get(runId);
  if (origin === undefined) return html`<span class="quiet">no import known</span>`;
  const { mode, startedBy, fileName, at } = origin;
  if (mode === "edit") {
    const deeds = `/console/audit?kind=agreement+rule&subject=${ruleId}`;
    return html`<a href="${deeds}">by hand</a>, ${startedBy}, ${renderMoment(at)}`;
  }
  return html`<a href="${runAddress(origin.runId)}">run ${origin.runId}</a>, ${
    fileName ?? "a file"
  }, ${renderMoment(at)}`;
}
