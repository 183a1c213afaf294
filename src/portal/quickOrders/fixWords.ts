// What a fix is called on its button, and what it changes where several are compared.

import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { formatDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { formatMoney } from "../../price.ts";
import { describeOrderTerms } from "../../pricing/orderTerms.ts";
import type { Fix } from "../../quickOrders/fixes/planFixes.ts";
import type { Split } from "../../quickOrders/fixes/planSplit.ts";
import type { OfferChoice, SuggestedPart } from "../../quickOrders/rowFacts.ts";

/** The id of the form of all rows of a page. */
export const rowsForm = "rows";

/** "Split: 25 from Able, 15 from Best". */
function nameSplit(split: Split): string {
  const pieces = split.map(
    ({ quantity, choice }) => `${formatCount(quantity)} from ${choice.offer.vendor}`,
  );
  return `Split: ${pieces.join(", ")}`;
}

/** What both offers of a split have in common, and what each piece costs. */
export function describeSplit(split: Split): string {
  const [{ choice }] = split;
  const { condition, certificate, unitOfMeasure } = choice.offer;
  const same = [condition, certificate === null ? [] : nameCertificates(certificate)].flat();
  const prices = split.map(
    ({ quantity, unitPrice }) =>
      `${formatCount(quantity)} at ${formatMoney(unitPrice)} / ${unitOfMeasure}`,
  );
  return `${same.join(", ")}: ${prices.join(", ")}.`;
}

/** Price, condition and stock of an offer. */
function describeOffer({ offer, unitPrice }: OfferChoice): string {
  const { condition, stock, unitOfMeasure } = offer;
  const price = unitPrice === null ? [] : `${formatMoney(unitPrice)} / ${unitOfMeasure}`;
  return [price, condition, `${formatCount(stock)} in stock`].flat().join(" · ");
}

/** The name, price, condition and stock of a part that is suggested. */
export function describeSuggested({ offer, choice, others }: SuggestedPart): string {
  const name = offer?.title ?? offer?.partName ?? [];
  const facts = choice === null ? (offer === null ? [] : "not for sale") : describeOffer(choice);
  const more = others === 0 ? [] : `${formatCount(others)} more`;
  return [name, facts, more].flat().join(", ");
}

/** Why a quantity is another one than is needed, or cannot be had. */
function explain(quantity: number, asked: number | null, named: OfferChoice | null): string[] {
  if (named === null) return [];
  const { offer, terms } = named;
  if (offer.stock < quantity) return [`${formatCount(offer.stock)} in stock`];
  if (asked === null || asked === quantity) return [];
  const { minQuantity, multiple } = terms;
  const isPack = multiple > 1 && minQuantity <= multiple;
  return [isPack ? `packs of ${formatCount(multiple)}` : describeOrderTerms(terms)];
}

/** A short name: what a button of a row says. `named` is the offer of the row. */
export function nameFix(fix: Fix, named: OfferChoice | null): string {
  switch (fix.kind) {
    case "quantity": {
      const order = `Order ${formatCount(fix.quantity)}`;
      return [order, ...explain(fix.quantity, fix.asked, named)].join(", ");
    }
    case "convert": {
      const { quantity, unit, asked } = fix.conversion;
      return [`Order ${formatCount(quantity)} ${unit}`, ...explain(quantity, asked, named)].join(
        ", ",
      );
    }
    case "offer":
      return fix.ordered === null
        ? "Use this offer"
        : `Use this offer: ${formatCount(fix.ordered.quantity)} ${fix.choice.offer.unitOfMeasure}`;
    case "split":
      return nameSplit(fix.split);
    case "number":
      return `Use ${fix.part.isAlternate ? "alternate " : ""}${fix.part.partNumber}`;
    case "condition":
      return `Use ${fix.condition}`;
    case "day":
      return `Needed by ${formatDay(new Date(fix.day))}`;
    case "name":
      return "Accept this part";
    case "remove":
      return "Remove";
  }
}

/** The button that makes a fix of a row. */
export function renderFix(
  rowNumber: number,
  fix: Fix,
  named: OfferChoice | null,
  look: "plain" | "primary" = "plain",
): Html {
  const wide = fix.kind === "split" ? " split" : "";
  return html`<button class="button ${look}${wide}" form="${rowsForm}" name="fix"
 value="${rowNumber}:${fix.mark}">${nameFix(fix, named)}</button>`;
}
