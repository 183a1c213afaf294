// The checked lines: the account's price and stock of each, and what a person has to choose.
import type { Offer } from "../../catalog/offer.ts";
import { describeOffer, stateWords } from "../../components/listRows.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellSelect } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import { formatMoney } from "../../price.ts";
import type { TypedRow } from "../../quickOrders/operators/checkTypedList.ts";
import type { RowFacts } from "../../quickOrders/rowFacts.ts";
import { writeRowRequest } from "../../quickOrders/written/orderedQuantity.ts";
import { linkCatalogPart } from "../addresses.ts";
import { texts } from "./texts.ts";
import { offerField } from "./typedForm.ts";

/** The id of the form to which the choices belong. */
export const typedFormId = "customer-draft";

/** The offer that a row names, and those to choose from. */
export type ShownOffers = (row: TypedRow) => Pick<RowFacts, "named" | "choices">;

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function renderChoices(row: TypedRow, shown: ShownOffers, state: FormState): Content {
  const offers = shown(row).choices;
  if (offers.length === 0) return null;
  const options = offers.map((one) => {
    return { value: String(one.offer.offerId), text: describeOffer(one, row.quantity) };
  });
  return renderCellSelect(state, {
    name: offerField(row),
    label: texts.table.offerOf(row.rowNumber),
    options: [{ value: "", text: texts.table.choose(options.length) }, ...options],
    form: typedFormId,
  });
}

function renderResult(row: TypedRow, offers: ShownOffers, state: FormState): Html {
  const { word, meaning } = stateWords[row.state];
  const { reason, note, remark, neededBy } = row;
  const say = (text: Content) => text && html` <span class="sub">${text}</span>`;
  return html`${renderBadge(meaning, word)}${[
    reason === null ? null : html` ${clip(reason)}`,
    say(note),
    neededBy === null ? null : say(renderDay(neededBy)),
    say(clip(writeRowRequest(row).join(" · "))),
    say(remark),
  ]}${renderChoices(row, offers, state)}`;
}

function linkNumber(partNumber: string, offer: Offer | undefined): Html {
  return offer === undefined ? html`<code>${partNumber}</code>` : linkCatalogPart(offer.partNumber);
}

/** What the row was read as; as it was typed, if that is unclear. */
function renderPart(row: TypedRow, offer: Offer | undefined): Html {
  const { rowNumber, cells, partNumber } = row;
  const isUnclear = row.state === "unreadable" || partNumber === null;
  const number = isUnclear
    ? texts.table.typed(clip(cells.join(" ").trim()))
    : linkNumber(partNumber, offer);
  const about = [texts.table.row(rowNumber), offer?.title ?? [], offer?.vendor ?? []].flat();
  return html`${number} <span class="sub">${about.join(" · ")}</span>`;
}

/** The unit is that of the offer; an unclear quantity is shown as it was typed. */
function formatQuantity({ quantity, quantityText }: TypedRow, offer: Offer | undefined): string {
  if (quantity === null) return clip(quantityText);
  return offer === undefined
    ? formatCount(quantity)
    : `${formatCount(quantity)} ${offer.unitOfMeasure}`;
}

function renderFacts(row: TypedRow, offer: Offer | undefined): Content[] {
  const { unitPrice, lineTotal } = row;
  return [
    renderPart(row, offer),
    offer?.condition ?? row.condition,
    formatQuantity(row, offer),
    offer && formatCount(offer.stock),
    unitPrice && formatMoney(unitPrice),
    lineTotal && formatMoney(lineTotal),
  ];
}

export function renderTypedTable(
  rows: readonly TypedRow[],
  offers: ShownOffers,
  state: FormState,
): Html {
  const { table } = texts;
  return renderTable({
    caption: table.caption,
    columns: [
      { title: table.part, kind: "text" },
      { title: table.condition, kind: "words", titled: true },
      { title: table.quantity, kind: "number" },
      { title: table.stock, kind: "number" },
      { title: table.unitPrice, kind: "number" },
      { title: table.total, kind: "number", corner: true },
      { title: table.result, kind: "prose" },
    ],
    rows: rows.map((row) => ({
      id: `row-${row.rowNumber}`,
      cells: [...renderFacts(row, offers(row).named?.offer), renderResult(row, offers, state)],
    })),
  });
}
