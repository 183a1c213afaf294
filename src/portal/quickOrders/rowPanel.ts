// What a row asks for and can choose from: a button opens a panel with the field of its condition,
// a table of its offers, and a button for each. A popover: it needs no script, and Esc or a click
// beside it close it.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import {
  describeLeadTime,
  describeTerms,
  nameOffer,
  onRequest,
  renderCertificates,
  renderStock,
  renderVendor,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderCellField } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { type Row, renderTable } from "../../html/table.ts";
import { formatMoney, multiplyPrice } from "../../price.ts";
import { type Fix, findCheapest, findOrdered } from "../../quickOrders/fixes/planFixes.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import type { OfferChoice, RowFacts } from "../../quickOrders/rowFacts.ts";
import { textsOfRow } from "../../quickOrders/rowTexts.ts";
import { writeRowRequest } from "../../quickOrders/written/orderedQuantity.ts";
import { listAccepted } from "../../reading/condition.ts";
import { partAddress } from "../addresses.ts";
import { describeSplit, describeSuggested, renderFix, rowsForm } from "./fixWords.ts";

/** Offers that are shown; the part's page has all of them. */
const maxOffers = 8;

type OfferFix = Extract<Fix, { kind: "offer" }>;

/** What a row can be fixed with, beside the buttons of its line. */
export type Proposals = { readonly offers: readonly OfferFix[]; readonly others: readonly Fix[] };

/**
 * What an offer costs in the quantity that is ordered of it, which is named if it differs. Nothing
 * if it has less in stock.
 */
function renderTotal(row: RowOnPage, choice: OfferChoice): Content {
  const ordered = findOrdered(row, choice);
  const price = ordered && choice.priceAt(ordered.quantity);
  const isShort = ordered !== null && choice.offer.stock < ordered.quantity;
  if (ordered === null || price === null || isShort) return null;
  const amount = `${formatCount(ordered.quantity)} ${choice.offer.unitOfMeasure}`;
  const differs = ordered.isConverted || ordered.quantity !== row.quantity;
  const of =
    differs && html` <span class="sub">${ordered.isConverted ? "orders" : "for"} ${amount}</span>`;
  return html`${formatMoney(multiplyPrice(price, ordered.quantity))}${of}`;
}

function renderOffer(
  row: RowOnPage,
  choice: OfferChoice,
  fix: OfferFix | null,
  facts: RowFacts,
): Row {
  const { offer, terms, unitPrice } = choice;
  const ordered = findOrdered(row, choice);
  const price = ordered === null ? unitPrice : choice.priceAt(ordered.quantity);
  const days = offer.leadTimeDays;
  const lead =
    days !== null && html` <span class="sub">${describeLeadTime(days, offer.stock)}</span>`;
  const isCheapest = choice === findCheapest(row, facts);
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  const choose =
    fix &&
    html`<button class="button plain" form="${rowsForm}" name="fix"
 value="${row.rowNumber}:${fix.mark}" aria-label="Choose ${nameOffer(offer)}">Choose</button>`;
  return {
    chosen: fix === null,
    cells: [
      html`${renderVendor(offer)}${isCheapest && html` ${renderBadge("good", "Cheapest in stock")}`}`,
      offer.condition,
      renderCertificates(offer),
      html`${renderStock(offer, ordered?.quantity)}${lead}`,
      isAny ? null : describeTerms(terms),
      price === null ? onRequest : `${formatMoney(price)} / ${offer.unitOfMeasure}`,
      renderTotal(row, choice),
      choose ?? html`<span class="quiet">Current choice</span>`,
    ],
  };
}

function renderOffers(row: RowOnPage, { offers }: Proposals, facts: RowFacts): Html | null {
  if (offers.length === 0) return null;
  const fixOf = new Map(offers.map((fix) => [fix.choice, fix]));
  const shown = facts.choices.slice(0, maxOffers);
  const table = renderTable({
    caption: `Offers for row ${row.rowNumber}`,
    columns: [
      { title: "Vendor", kind: "prose" },
      { title: "Condition", kind: "words", titled: true },
      { title: "Certificates", kind: "prose", titled: true },
      { title: "Stock", kind: "words", titled: true },
      { title: "Min. and packs", kind: "text", titled: true },
      { title: "Unit price", kind: "number" },
      { title: "Total", kind: "number" },
      { title: "Choose", kind: "actions" },
    ],
    rows: shown.map((choice) => renderOffer(row, choice, fixOf.get(choice) ?? null, facts)),
  });
  const all = facts.choices.length;
  const more =
    all > shown.length &&
    html`<p class="hint">Showing the first ${shown.length} of ${formatCount(all)} offers.</p>\n`;
  return html`${table}${more}`;
}

/** What a fix does, beside the name on its button. */
function describeFix(fix: Fix): string | null {
  if (fix.kind === "split") return describeSplit(fix.split);
  return fix.kind === "number" ? describeSuggested(fix.part) : null;
}

function renderOthers(
  { rowNumber }: RowOnPage,
  { others }: Proposals,
  facts: RowFacts,
): Html | null {
  if (others.length === 0) return null;
  const points = others.map((fix) => {
    const about = describeFix(fix);
    return html`<li>${renderFix(rowNumber, fix, facts.named)}${about && html` ${about}`}</li>\n`;
  });
  return html`<ul>
${points}</ul>
`;
}

/** Everything of the row, which its line may have no room for. */
function renderRequested(row: RowOnPage, state: FormState, more: readonly Content[]): Html {
  const { certificate, condition, neededBy, remark, rowNumber } = row;
  const shown = state.value(`condition-${rowNumber}`);
  const field = renderCellField(state, {
    name: `condition-${rowNumber}`,
    label: `Condition of row ${rowNumber}`,
    form: rowsForm,
    width: Math.max(shown.length, 16),
    maxLength: 100,
  });
  const definitions = renderDefinitions([
    { term: "Condition and certificate", value: field },
    {
      term: "Accepted",
      value:
        listAccepted(condition).slice(1).length === 0 ? null : listAccepted(condition).join(" or "),
    },
    { term: "Quantity", value: textsOfRow(row).quantity || null },
    { term: "Certificate", value: certificate === null ? null : nameCertificates(certificate) },
    { term: "Needed by", value: neededBy === null ? null : renderDay(neededBy) },
    { term: "Requested", value: writeRowRequest(row).join(" · ") || null },
    { term: "Remark", value: remark },
  ]);
  const said = more.filter((one) => one).map((one) => html`<p>${one}</p>\n`);
  return html`${definitions}${said}`;
}

/** What the button that opens the panel is for; null: nothing is to be chosen. */
function nameButton({ offers, others }: Proposals, isChosen: boolean): string | null {
  const all = offers.length + others.length;
  if (all === 0) return null;
  if (others.length > 0) return `Choose from ${all}`;
  return isChosen
    ? `Other offers (${all})`
    : `Choose from ${all} ${all === 1 ? "offer" : "offers"}`;
}

/** The button that opens the panel of a row, and the panel. `more` are sentences on the row. */
export function renderPanel(
  row: RowOnPage,
  proposals: Proposals,
  facts: RowFacts,
  state: FormState,
  more: readonly Content[],
): { readonly button: Html; readonly panel: Html } {
  const { rowNumber, partNumber } = row;
  const id = `offers-${rowNumber}`;
  const isChosen = row.offerId !== null;
  const text = nameButton(proposals, isChosen && facts.choices.length > 0);
  const button = html`<button class="button ${text === null || isChosen ? "ghost" : "plain"}" type="button"
 popovertarget="${id}" aria-label="${text ?? "Details"} for row ${rowNumber}">${
   text === null || isChosen ? renderIcon("pencil") : "Choose"
 }</button>`;
  const isPart = partNumber !== null && facts.choices.length > 0;
  const title = isPart ? html`<a href="${partAddress(partNumber)}">${partNumber}</a>` : partNumber;
  const panel = html`<div class="offers" id="${id}" popover tabindex="-1" autofocus role="dialog"
 aria-label="Row ${rowNumber}">
<header><h2>Row ${rowNumber}: <span class="pn">${title}</span></h2><button
 class="button ghost" type="button" popovertarget="${id}" popovertargetaction="hide"
 aria-label="Close">${renderIcon("x")}</button></header>
${renderRequested(row, state, more)}${renderOffers(row, proposals, facts)}${renderOthers(row, proposals, facts)}</div>
`;
  return { button, panel };
}
