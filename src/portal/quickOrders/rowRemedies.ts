// What a row proposes: a button for one remedy, else a choice.
import { isInStock } from "../../catalog/search/listedOffer.ts";
import { describeOffer } from "../../components/listRows.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellSelect } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { OfferChoice } from "../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { describeReading } from "../../quickOrders/resolveReadings.ts";
import { joinCondition } from "../../quickOrders/written/certificateWish.ts";
import { convertQuantity, listMeantQuantities } from "../../quickOrders/written/quantityText.ts";
import { markReading } from "./readSentRows.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { markSplit, nameSplit } from "./splitText.ts";
import { texts } from "./texts.ts";

const maxChoices = 8;

type Remedy = { readonly value: string; readonly text: string };

function toRemedy(name: string, value: string, text: string): Remedy {
  return { value: `${name}:${value}`, text };
}

/** The quantities with which a row can be ordered; rounding says so, and less than asked for. */
function listQuantities({ state, quantity, nearestQuantity }: RowOnPage): Remedy[] {
  if (nearestQuantity === null) return [];
  const amount = formatCount(nearestQuantity);
  const isRounded = state === "bad_quantity" && quantity !== null;
  const isLess = nearestQuantity < (quantity ?? 0);
  const rounded = isLess ? texts.row.orderLess(amount) : texts.row.roundUp(amount);
  const text = isRounded ? rounded : texts.row.order(amount);
  return [toRemedy("nearest", String(nearestQuantity), text)];
}

/** The quantity in the unit of its part, if it is written in another one. */
function listConverted({ rowNumber, state, quantityText }: RowOnPage, { offers }: RowSetting) {
  const offer = state === "bad_quantity" ? offers.named.get(rowNumber) : undefined;
  const count = offer && convertQuantity(quantityText, offer.unitOfMeasure);
  if (offer === undefined || typeof count !== "number") return [];
  const text = texts.row.orderIn(formatCount(count), offer.unitOfMeasure);
  return [toRemedy("nearest", String(count), text)];
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
      .map((one) => toRemedy("offer", setting.mintPartId(one), describeOffer(one))),
    ...possible.map((one) => toRemedy("reading", markReading(one), describeReading(one))),
    ...listQuantities(row),
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

const isShort = ({ value }: Remedy) => /^(?:condition|nearest):/.test(value);

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
  return html`${renderSplit(row, setting)}${renderChoices(row, setting)}`;
}

/** One remedy is a button, as are a few short ones; others are a choice. */
function renderChoices(row: RowOnPage, setting: RowSetting): Html | null {
  const remedies = listRemedies(row, setting);
  const [only] = remedies;
  if (only === undefined) return null;
  const { rowNumber } = row;
  const isOffer = findOnlyChoice(row, setting) !== undefined;
  const isOne = remedies.length === 1 && (isOffer || !only.value.startsWith("offer"));
  if (isOne || (remedies.length <= maxButtons && remedies.every(isShort))) {
    const look = isOne ? "primary" : "plain";
    const buttons = remedies.map(
      ({ value, text }) => html`<button class="button ${look}" form="${rowsForm}" name="fix"
 value="${rowNumber}:${value}">${isOffer ? texts.row.useOffer : text}</button>`,
    );
    return html`${buttons}`;
  }
  const choices = setting.offers.choices.get(rowNumber) ?? [];
  const chosen = choices.find(({ offer }) => offer.offerId === row.offerId);
  // The chosen offer is beside its state.
  const { chooseOne, chooseOther } = texts.row;
  const now = (chosen === undefined ? chooseOne : chooseOther)(remedies.length);
  const options = [{ value: "", text: now }, ...remedies];
  const state = { ...freshForm(), prefix: "row" };
  const label = texts.row.choiceOf(rowNumber);
  return renderCellSelect(state, { name: `choice-${rowNumber}`, label, options, form: rowsForm });
}
