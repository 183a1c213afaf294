// What a row proposes: a button for one remedy, else a choice.

import { isInStock } from "../../catalog/search/listedOffer.ts";
import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellSelect } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { describeOrderTerms, type OrderTerms, roundUpQuantity } from "../../pricing/orderTerms.ts";
import type { OfferChoice } from "../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { describeReading } from "../../quickOrders/resolveReadings.ts";
import { joinCondition } from "../../quickOrders/written/certificateWish.ts";
import { convertQuantity, listMeantQuantities } from "../../quickOrders/written/quantityText.ts";
import { renderRowQuote } from "./quoteRows.ts";
import { markReading } from "./readSentRows.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { describeChoice, nameChoice, nameConverted } from "./rows/offerChoice.ts";
import { describeTogether } from "./rows/together.ts";
import { renderDayButtons } from "./rows/unclearDay.ts";
import { markSplit, nameSplit } from "./splitText.ts";
import { texts } from "./texts.ts";

const maxChoices = 8;

type Remedy = { readonly value: string; readonly text: string };

function toRemedy(name: string, value: string, text: string): Remedy {
  return { value: `${name}:${value}`, text };
}

/** The quantities with which a row can be ordered; rounding says so, and less than asked for. */
function listQuantities(row: RowOnPage, setting: RowSetting): Remedy[] {
  const { state, quantity, nearestQuantity } = row;
  if (nearestQuantity === null) return [];
  const amount = formatCount(nearestQuantity);
  const isRounded = state === "bad_quantity" && quantity !== null;
  const isLess = nearestQuantity < (quantity ?? 0);
  const rounded = isLess ? texts.row.orderLess(amount) : texts.row.roundUp(amount);
  const text = isRounded ? rounded : texts.row.order(amount);
  const of = describeTogether(row, setting);
  return [toRemedy("nearest", String(nearestQuantity), of === null ? text : `${text}: ${of}`)];
}

/** How a quantity is rounded to packs. */
function nameTerms(terms: OrderTerms): string {
  const { minQuantity, multiple } = terms;
  return multiple > 1 && minQuantity <= multiple
    ? texts.row.packs(formatCount(multiple))
    : describeOrderTerms(terms);
}

/** The quantity in the unit of its part, if it is written in another one, in whole packs. */
function listConverted({ rowNumber, state, quantityText }: RowOnPage, { offers }: RowSetting) {
  const offer = state === "bad_quantity" ? offers.named.get(rowNumber) : undefined;
  const converted = offer && convertQuantity(quantityText, offer.unitOfMeasure);
  if (offer === undefined || converted == null) return [];
  const { count } = converted;
  const terms = offers.terms.get(rowNumber) ?? offer;
  const ordered = roundUpQuantity(count, terms);
  if (ordered > limits.quantity) return [];
  const text = texts.row.orderIn(formatCount(ordered), offer.unitOfMeasure);
  const isShort = offer.stock < ordered;
  const packs = ordered === count ? [] : nameTerms(terms);
  const why = isShort ? texts.row.inStock(formatCount(offer.stock)) : packs;
  const value = nameConverted({ ordered, count }, offer);
  return [toRemedy("convert", value, [text, why].flat().join(", "))];
}

/** Of several numbers each is named. */
function describeInstead(
  partNumber: string,
  { suggestions }: RowOnPage,
  { offers }: RowSetting,
): string {
  const part = offers.suggested.get(partNumber);
  const name = suggestions.length > 1 ? (part?.title ?? part?.partName ?? null) : null;
  const text = name === null ? texts.row.use(partNumber) : texts.row.useNamed(partNumber, name);
  return part === undefined || isInStock(part) ? text : texts.row.outOfStock(text);
}

function listRemedies(row: RowOnPage, setting: RowSetting): Remedy[] {
  const { rowNumber, readings, suggestions, certificate } = row;
  const choices = (setting.offers.choices.get(rowNumber) ?? []).filter(
    ({ offer }) => offer.offerId !== row.offerId,
  );
  const possible = row.state === "ambiguous" ? (readings ?? []) : [];
  const conditions = setting.offers.conditions.get(rowNumber) ?? [];
  const meant =
    row.quantity === null && row.readings === null && row.state !== "not_found"
      ? listMeantQuantities(row.quantityText)
      : [];
  if (meant.length > 0) {
    return meant.map(({ quantity, text }) =>
      toRemedy("nearest", text, texts.row.order(formatCount(quantity))),
    );
  }
  return [
    ...choices
      .slice(0, maxChoices)
      .map((one) => toRemedy(...nameChoice(row, one, setting), describeChoice(row, one))),
    ...possible.map((one) => toRemedy("reading", markReading(one), describeReading(one))),
    ...listQuantities(row, setting),
    ...listConverted(row, setting),
    ...conditions.map((one) =>
      toRemedy("condition", joinCondition(one, certificate), texts.row.use(one)),
    ),
    ...suggestions.map((one) => toRemedy("instead", one, describeInstead(one, row, setting))),
  ];
}

/** The only offer that a row can choose, if it has not chosen one. */
export function findOnlyChoice(
  { rowNumber, offerId }: RowOnPage,
  { offers }: RowSetting,
): OfferChoice | undefined {
  const [only, ...others] = offers.choices.get(rowNumber) ?? [];
  return others.length > 0 || offerId !== null ? undefined : only;
}

const isShort = ({ value }: Remedy) => /^(?:condition|nearest|convert):/.test(value);

/** Short remedies that are buttons; of more, one is chosen. */
const maxButtons = 3;

/** The button that orders a row from two offers. */
function renderSplit({ rowNumber }: RowOnPage, { splits }: RowSetting): Html | null {
  const split = splits.get(rowNumber);
  if (split === undefined) return null;
  return html`<button class="button plain split" form="${rowsForm}" name="fix"
 value="${rowNumber}:split:${markSplit(split)}">${nameSplit(split)}</button>`;
}

export function renderRemedies(row: RowOnPage, setting: RowSetting): Html {
  const all = [renderSplit, renderChoices, renderDayButtons, renderRowQuote];
  return html`${all.map((one) => one(row, setting))}`;
}

function renderButtons(
  { rowNumber }: RowOnPage,
  remedies: readonly Remedy[],
  look: "primary" | "plain",
): Html {
  const buttons = remedies.map(
    ({ value, text }) => html`<button class="button ${look}" form="${rowsForm}" name="fix"
 value="${rowNumber}:${value}">${text}</button>`,
  );
  return html`${buttons}`;
}

/** One remedy is a button, as are a few short ones; others are a choice. */
function renderChoices(row: RowOnPage, setting: RowSetting): Html | null {
  const remedies = listRemedies(row, setting);
  const [only] = remedies;
  if (only === undefined) return null;
  const isOffer = findOnlyChoice(row, setting) !== undefined;
  if (remedies.length === 1 && (isOffer || !only.value.startsWith("offer"))) {
    const text = isOffer ? texts.row.useOffer : only.text;
    return renderButtons(row, [{ ...only, text }], "primary");
  }
  if (remedies.length <= maxButtons && remedies.every(isShort)) {
    return renderButtons(row, remedies, "plain");
  }
  // A quantity needs no other offer, so it is seen at once.
  const quantities = remedies.filter(({ value }) => value.startsWith("nearest:"));
  const others = remedies.filter((one) => !quantities.includes(one));
  const buttons = quantities.length > 0 && renderButtons(row, quantities, "plain");
  return html`${buttons}${renderSelect(row, others, setting)}`;
}

function renderSelect(row: RowOnPage, remedies: readonly Remedy[], { offers }: RowSetting): Html {
  const { rowNumber } = row;
  const choices = offers.choices.get(rowNumber) ?? [];
  const chosen = choices.find(({ offer }) => offer.offerId === row.offerId);
  // The chosen offer is beside its state.
  const { chooseOne, chooseOther } = texts.row;
  const now = (chosen === undefined ? chooseOne : chooseOther)(remedies.length);
  const options = [{ value: "", text: now }, ...remedies];
  const state = { ...freshForm(), prefix: "row" };
  const label = texts.row.choiceOf(rowNumber);
  return renderCellSelect(state, { name: `choice-${rowNumber}`, label, options, form: rowsForm });
}
