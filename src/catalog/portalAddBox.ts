import { randomUUID } from "node:crypto";
import { partAddress } from "../home/portalAddresses.ts";
import { describeDraft } from "../home/portalCurrentDraft.ts";
import { formatCount, formatCounted, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { type Option, renderSelect, renderTextField } from "../kit/html/field.ts";
import { type FormState, freshForm, renderButton, renderFaults } from "../kit/html/form.ts";
import { type Content, closeBidi, type Html, html } from "../kit/html/html.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatMoney, type Price, savedPercent } from "../kit/price.ts";
import type { OfferQuantity } from "../orders/drafts/editDraft.ts";
import { shortOrderName } from "../orders/order.ts";
import type { DraftQuantities } from "../orders/queries.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import type { LoadedOffer, LoadedPart } from "../prices/loadPart.ts";
import { nearestAllowedQuantity } from "../prices/orderTerms.ts";
import type { CurrentDraft } from "../signIn/signedIn.ts";
import { isOrdered, isSold } from "./portalBestOffer.ts";
import { renderPartQuote, renderShortQuote } from "./portalQuoteLinks.ts";
import {
  describeTerms,
  isMadeByOne,
  nameOfferInUnit,
  renderShortCertificates,
  renderStock,
} from "./sharedOffers.ts";

/** Their faults are below them, and not repeated above the box. */
const shownFields: readonly string[] = ["quantity", "draft"];

/** The value of the draft field for a new draft. */
export const newDraft = "new";

/** The id of the form; the offers of the table are its choices. */
export const addFormId = "add";

/** Short, so that the field shows all of it; with the order number where drafts share a PO. */
export function listDraftOptions(drafts: readonly OrderSummary[]): Option[] {
  const ofName = Map.groupBy(drafts, shortOrderName);
  return drafts.map((draft) => {
    const { orderId, orderNumber, lines } = draft;
    const name = closeBidi(shortOrderName(draft));
    const isShared = (ofName.get(shortOrderName(draft)) ?? []).length > 1;
    const facts = [name, ...(isShared ? [orderNumber] : []), formatCounted(lines, "line")];
    return { value: orderId, text: facts.join(" · ") };
  });
}

/** The saving against the list price in whole percent; null if it is none or tiny. */
function describeSaving(list: Price | null, price: Price): string | null {
  const percent = list && savedPercent(list, price);
  return percent === null ? null : `${percent}%`;
}

function renderBreaks({ offer, price }: LoadedOffer): Content {
  if (price.length < 2) return null;
  return renderTable({
    caption: "Your price by quantity",
    isCompact: true,
    columns: [
      { title: "From", kind: "number" },
      { title: "Unit price", kind: "number" },
      { title: "You save", kind: "number" },
    ],
    rows: price.map(({ minQuantity, price: unit }) => {
      const saving = describeSaving(offer.listPrice, unit);
      return {
        cells: [
          // The first cell of a row is its head.
          formatCount(minQuantity),
          formatMoney(unit),
          saving === null ? "–" : html`<span class="saving">${saving}</span>`,
        ],
      };
    }),
  });
}

function renderInDraft(draft: AddSetting["current"], quantity: number): Content {
  if (draft == null) return null;
  const { href, name } = describeDraft(draft);
  const link = html`<a href="${href}">${name}</a>`;
  return html`<p>In draft ${link}: ${formatCount(quantity)}</p>\n`;
}

/** Price, terms and stock of one offer; only those of the chosen one are visible. */
function renderPanel(
  viewed: LoadedOffer,
  isOneMaker: boolean,
  { current, draftQuantities }: AddSetting,
): Html {
  const { offer, price, terms } = viewed;
  const { condition, vendor, unitOfMeasure } = offer;
  const name = nameOfferInUnit(isOneMaker ? { condition, vendor, unitOfMeasure } : offer);
  const quantity = draftQuantities.get(offer.offerId);
  const [first] = price;
  if (!isOrdered(viewed) || first === undefined) return html`<div></div>\n`;
  const saving = describeSaving(offer.listPrice, first.price);
  const list =
    saving === null || offer.listPrice === null
      ? null
      : html` · <s>${formatUnbrokenMoney(offer.listPrice)}</s> list,
<span class="saving">you save ${saving}</span>`;
  const papers =
    offer.certificate && html`<p class="quiet">${renderShortCertificates(offer.certificate)}</p>\n`;
  return html`<div>
<p class="price">${formatUnbrokenMoney(first.price)}</p>
<p class="quiet">per ${unitOfMeasure}${list}</p>
<p class="quiet">${name}</p>
${papers}<p>${renderStock(offer)} <span class="quiet">${describeTerms(terms)}</span></p>
${quantity === undefined ? null : renderInDraft(current, quantity)}${renderBreaks(viewed)}</div>
`;
}

/** What the form to add a part is rendered with. */
export type AddSetting = {
  readonly drafts: readonly OrderSummary[];
  /** The draft to which parts are added, if there is one. */
  readonly current: CurrentDraft | null | undefined;
  readonly draftQuantities: DraftQuantities;
  readonly sent: FormState | undefined;
  /** What was sent with it, if there is less in stock. */
  readonly short: OfferQuantity | undefined;
  /** The offer that is selected; undefined if none can be ordered. */
  readonly best: LoadedOffer | undefined;
};

/** Why there is no form, and a request for a quote. */
function renderNoForm({ offers }: LoadedPart): Html {
  const why = offers.some(isSold) ? "Out of stock." : "No offer of this part can be ordered now.";
  const quote = renderPartQuote(offers);
  return renderSummaryBox("Order", html`<p>${why}</p>\n${quote}`);
}

/**
 * The form to add the part to a draft, the `current` one unless another is chosen; a sentence if no
 * offer can be ordered. The quantity is that of the best offer, which is selected.
 */
export function renderAddBox(part: LoadedPart, setting: AddSetting): Html {
  const { drafts, current, sent, short, best: first } = setting;
  const { offers } = part;
  if (first === undefined) return renderNoForm(part);
  const quantity = String(nearestAllowedQuantity(1, first.terms));
  const draft = drafts.find(({ orderId }) => orderId === current?.orderId);
  const chosen = draft?.orderId ?? newDraft;
  const state = sent ?? { ...freshForm({ quantity, draft: chosen }), prefix: "add" };
  const address = partAddress(first.offer.partNumber);
  const unplaced = state.faults.filter(({ field }) => !shownFields.includes(field));
  const isOneMaker = isMadeByOne(offers);
  const body = html`${renderFaults({ ...state, faults: unplaced })}<div class="panels">
${offers.map((viewed) => renderPanel(viewed, isOneMaker, setting))}</div>
<form class="form" id="${addFormId}" method="post" action="${address}" data-once
 aria-label="Add to draft">
<input type="hidden" name="form" value="${randomUUID()}">
<div class="fields pair">${renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 9,
    autocomplete: "off",
    focused: state.faults.some(({ field }) => field === "quantity"),
  })}${renderSelect(state, {
    name: "draft",
    label: "Add to",
    options: [...listDraftOptions(drafts), { value: newDraft, text: "New draft" }],
  })}</div>
${renderButton({ text: "Add to draft", kind: "primary" })}</form>
${short && renderShortQuote(short)}<p class="hint">A draft reserves no stock until it is confirmed.</p>
`;
  return renderSummaryBox("Order", body);
}
