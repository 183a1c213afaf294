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
import type { OfferChoice } from "../../quickOrders/loadRowOffers.ts";
import { markReading, type TypedRow } from "../../quickOrders/operators/checkTypedList.ts";
import { describeReading } from "../../quickOrders/resolveReadings.ts";
import { linkCatalogPart } from "../addresses.ts";
import { texts } from "./texts.ts";
import { offerField, readingField } from "./typedForm.ts";

/** The id of the form to which the choices belong. */
export const typedFormId = "customer-draft";

/** By row number: the offers that rows name, and those to choose from. */
export type ShownOffers = {
  readonly named: ReadonlyMap<number, Offer>;
  readonly choices: ReadonlyMap<number, readonly OfferChoice[]>;
};

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function renderChoices(row: TypedRow, { choices }: ShownOffers, state: FormState): Content {
  const { rowNumber, ways } = row;
  const offers = choices.get(rowNumber) ?? [];
  const select = (name: string, label: string, options: { value: string; text: string }[]) => {
    const none = { value: "", text: texts.table.choose(options.length) };
    return renderCellSelect(state, { name, label, options: [none, ...options], form: typedFormId });
  };
  const reading =
    ways.length > 0 &&
    select(
      readingField(row),
      texts.table.readingOf(rowNumber),
      ways.map((one) => ({ value: markReading(one), text: describeReading(one) })),
    );
  const offer =
    offers.length > 0 &&
    select(
      offerField(row),
      texts.table.offerOf(rowNumber),
      offers.map((one) => {
        return { value: String(one.offer.offerId), text: describeOffer(one, row.quantity) };
      }),
    );
  return [reading || null, offer || null];
}

function renderResult(row: TypedRow, offers: ShownOffers, state: FormState): Html {
  const { word, meaning } = stateWords[row.state];
  const { reason, note, remark, neededBy } = row;
  const say = (text: Content) => text && html` <span class="sub">${text}</span>`;
  return html`${renderBadge(meaning, word)}${[
    reason === null ? null : html` ${clip(reason)}`,
    say(note),
    neededBy === null ? null : say(renderDay(neededBy)),
    say(remark),
  ]}${renderChoices(row, offers, state)}`;
}

function linkNumber(partNumber: string, offer: Offer | undefined): Html {
  return offer === undefined ? html`<code>${partNumber}</code>` : linkCatalogPart(offer.partNumber);
}

/** What the row was read as; as it was typed, if that is unclear. */
function renderPart(row: TypedRow, offer: Offer | undefined): Html {
  const { rowNumber, cells, partNumber } = row;
  const isUnclear = row.readings !== null || row.state === "unreadable" || partNumber === null;
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

/** A row with several readings has no condition or quantity yet. */
function renderFacts(row: TypedRow, offer: Offer | undefined): Content[] {
  const { unitPrice, lineTotal, readings } = row;
  return [
    renderPart(row, offer),
    readings === null ? (offer?.condition ?? row.condition) : null,
    readings === null ? formatQuantity(row, offer) : null,
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
      cells: [
        ...renderFacts(row, offers.named.get(row.rowNumber)),
        renderResult(row, offers, state),
      ],
    })),
  });
}
