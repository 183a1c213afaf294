// What a row proposes: a button for one remedy, else a panel to choose from.

import { isInStock } from "../../catalog/search/listedOffer.ts";
import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { describeOrderTerms, type OrderTerms, roundUpQuantity } from "../../pricing/orderTerms.ts";
import type { OfferChoice } from "../../quickOrders/loadRowOffers.ts";
import { isPartInDoubt, type RowOnPage } from "../../quickOrders/pageQueries.ts";
import { joinCondition } from "../../reading/condition.ts";
import { convertQuantity, listMeantQuantities, replaceAmount } from "../../reading/quantity.ts";
import { renderRowQuote } from "./quoteRows.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { nameChoice, nameConverted } from "./rows/offerChoice.ts";
import { type Proposals, type Remedy, renderPanel, renderPanelButton } from "./rows/offerPanel.ts";
import { isDescribed, nameOtherPart } from "./rows/otherParts.ts";
import { renderDayButtons } from "./rows/unclearDay.ts";
import { markSplit, nameSplit } from "./splitText.ts";
import { texts } from "./texts.ts";

const maxChoices = 8;

function toRemedy(name: string, value: string, text: Content): Remedy {
  return { value: `${name}:${value}`, text };
}

/**
 * The quantity that a row and the others of its offer have if it is rounded or reduced: "600 with
 * row 13", or "600 total" with several rows. Null if it is in no line with others.
 */
function describeTogether(
  { rowNumber, nearestQuantity }: RowOnPage,
  { together }: Pick<RowSetting, "together">,
): string | null {
  const others = together.get(rowNumber);
  if (others === undefined || nearestQuantity === null) return null;
  const { rowNumbers, rows, quantity } = others;
  const sum = formatCount(quantity + nearestQuantity);
  return rows === 1
    ? texts.row.together(sum, texts.row.rows(rowNumbers))
    : texts.row.togetherTotal(sum);
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
function describeInstead(partNumber: string, row: RowOnPage, setting: RowSetting): Content {
  const other = nameOtherPart(partNumber, row, setting);
  if (other !== undefined) return other;
  const { suggestions } = row;
  const part = setting.offers.suggested.get(partNumber);
  const name = suggestions.length > 1 ? (part?.title ?? part?.partName ?? null) : null;
  const text = name === null ? texts.row.use(partNumber) : texts.row.useNamed(partNumber, name);
  return part === undefined || isInStock(part) ? text : texts.row.outOfStock(text);
}

/** The offers that a row can choose, except the one that it has. */
function listOffers({ rowNumber, offerId }: RowOnPage, { offers }: RowSetting) {
  const choices = offers.choices.get(rowNumber) ?? [];
  return choices.filter(({ offer }) => offer.offerId !== offerId);
}

/** Whether a text says that it does not accept a condition, as "not OH" does. */
function isExcluded(text: string, condition: string): boolean {
  const words = text.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  const negations = ["NOT", "NO", "EXCEPT"];
  return words.some((word, at) => negations.includes(word) && words[at + 1] === condition);
}

/** What a row proposes except offers. */
function listRemedies(row: RowOnPage, setting: RowSetting): Remedy[] {
  const { rowNumber, suggestions, certificate } = row;
  const offered = setting.offers.conditions.get(rowNumber) ?? [];
  const conditions = offered.filter((one) => !isExcluded(row.condition ?? "", one));
  return [
    ...listQuantities(row, setting),
    ...listConverted(row, setting),
    ...conditions.map((one) =>
      toRemedy("condition", joinCondition(one, certificate), texts.row.use(one)),
    ),
    ...suggestions.map((one) => toRemedy("instead", one, describeInstead(one, row, setting))),
  ];
}

/** The quantities that an unclear quantity may mean, in whole packs if its offer is known. */
function listMeant(row: RowOnPage, { offers }: RowSetting): Remedy[] {
  const { rowNumber, quantity, state, quantityText } = row;
  const isUnclear = quantity === null && state !== "not_found";
  const meant = isUnclear ? listMeantQuantities(quantityText) : [];
  const terms = offers.terms.get(rowNumber);
  return meant.map((one) => {
    const ordered = terms === undefined ? one.quantity : roundUpQuantity(one.quantity, terms);
    const order = texts.row.order(formatCount(ordered));
    if (terms === undefined || ordered === one.quantity || ordered > limits.quantity) {
      return toRemedy("nearest", one.text, texts.row.order(formatCount(one.quantity)));
    }
    const value = `${replaceAmount(quantityText, ordered)}:${one.quantity}`;
    return toRemedy("nearest", value, `${order}, ${nameTerms(terms)}`);
  });
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

/** The button that accepts the part of a row, although the list calls it another thing. */
function renderAcceptance(row: RowOnPage): Html | null {
  if (!isPartInDoubt(row)) return null;
  return renderButtons(row, [toRemedy("name", "", texts.row.acceptPart)], "primary");
}

/** The buttons of a row, and the panel that one of them opens; null: it opens none. */
export function renderRemedies(row: RowOnPage, setting: RowSetting) {
  const { buttons, panel } = renderChoices(row, setting);
  const before = html`${renderSplit(row, setting)}${renderAcceptance(row)}`;
  const after = html`${renderDayButtons(row, setting.now)}${renderRowQuote(row, setting)}`;
  return { buttons: html`${before}${buttons}${after}`, panel };
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

/** One remedy is a button, as are a few short ones; offers and others are chosen in a panel. */
function renderChoices(
  row: RowOnPage,
  setting: RowSetting,
): { readonly buttons: Html | null; readonly panel: Html | null } {
  const meant = listMeant(row, setting);
  const offers = meant.length > 0 ? [] : listOffers(row, setting);
  const remedies = meant.length > 0 ? meant : listRemedies(row, setting);
  const [only] = remedies;
  const [onlyOffer] = offers;
  const buttonsOf = (...shown: Parameters<typeof renderButtons>) => ({
    buttons: renderButtons(...shown),
    panel: null,
  });
  if (offers.length + remedies.length === 1) {
    if (only !== undefined) {
      return buttonsOf(row, [only], isDescribed(row, setting) ? "plain" : "primary");
    }
    if (onlyOffer !== undefined && row.offerId === null) {
      const [name, value] = nameChoice(row, onlyOffer, setting);
      return buttonsOf(row, [toRemedy(name, value, texts.row.useOffer)], "primary");
    }
  }
  if (offers.length === 0 && remedies.length <= maxButtons && remedies.every(isShort)) {
    return buttonsOf(row, remedies, "plain");
  }
  // A quantity needs no other offer, so it is seen at once.
  const quantities = remedies.filter(({ value }) => value.startsWith("nearest:"));
  const others = remedies.filter((one) => !quantities.includes(one));
  const shown = offers.slice(0, maxChoices);
  const proposals: Proposals = { offers: shown, allOffers: offers.length, others };
  const isChosen = setting.offers.choices.get(row.rowNumber)?.length !== offers.length;
  const open = renderPanelButton(row, proposals, isChosen);
  return {
    buttons: html`${renderButtons(row, quantities, "plain")}${open}`,
    panel: renderPanel(row, proposals, setting),
  };
}
