import { randomUUID } from "node:crypto";
import { titleOrder } from "../../components/nameOrder.ts";
import { describeTerms, nameOffer, renderStock } from "../../components/offerCells.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Option, renderSelect, renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderButton, renderFaults } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTable } from "../../html/table.ts";
import type { Money } from "../../money.ts";
import type { OrderSummary } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import type { LoadedOffer, LoadedPart } from "../../pricing/loadPart.ts";
import { nearestAllowedQuantity } from "../../pricing/orderTerms.ts";
import { partAddress } from "../addresses.ts";

/** The value of the draft field for a new draft. */
export const newDraft = "new";

/** The id of the form; the offers of the table are its choices. */
export const addFormId = "add";

export function isOrdered({ offer, price }: LoadedOffer): boolean {
  return offer.status === "ACTIVE" && price.length > 0;
}

function toDraftOption(draft: OrderSummary): Option {
  const { orderId, lines, subtotal } = draft;
  const text = [titleOrder(draft), formatCounted(lines, "line"), formatMoney(subtotal)].join(", ");
  return { value: orderId, text };
}

/** The saving against the list price in whole percent; null if there is none. */
function describeSaving(list: Money | null, price: Money): string | null {
  if (list === null || list.currency !== price.currency || price.minor >= list.minor) return null;
  const percent = ((list.minor - price.minor) * 100n) / list.minor;
  return percent === 0n ? null : `${percent} %`;
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

/** Price, terms and stock of one offer; only those of the chosen one are visible. */
function renderPanel(viewed: LoadedOffer): Html {
  const { offer, price, terms } = viewed;
  const [first] = price;
  if (!isOrdered(viewed) || first === undefined) return html`<div></div>\n`;
  const saving = describeSaving(offer.listPrice, first.price);
  const list =
    saving === null || offer.listPrice === null
      ? null
      : html` · <s>${formatMoney(offer.listPrice)}</s> list,
<span class="saving">you save ${saving}</span>`;
  return html`<div>
<p class="price">${formatMoney(first.price)}</p>
<p class="quiet">per ${offer.unitOfMeasure}${list}</p>
<p class="quiet">${nameOffer(offer)}</p>
<p>${renderStock(offer)} <span class="quiet">${describeTerms(terms)}</span></p>
${renderBreaks(viewed)}</div>
`;
}

/**
 * The form to add the part to a draft, the `current` one unless another is chosen; a sentence if no
 * offer can be ordered.
 */
export function renderAddBox(
  { offers }: LoadedPart,
  drafts: readonly OrderSummary[],
  current: string | undefined,
  sent?: FormState,
): Html {
  const first = offers.find(isOrdered);
  if (first === undefined) {
    return renderSummaryBox("Order", html`<p>No offer of this part can be ordered now.</p>`);
  }
  const quantity = String(nearestAllowedQuantity(1, first.terms));
  const draft = drafts.find(({ orderId }) => orderId === current);
  const chosen = draft?.orderId ?? newDraft;
  const state = sent ?? { ...freshForm({ quantity, draft: chosen }), prefix: "add" };
  const address = partAddress(first.offer.partNumber);
  const body = html`${renderFaults(state)}<div class="panels">
${offers.map(renderPanel)}</div>
<form class="form" id="${addFormId}" method="post" action="${address}" aria-label="Add to draft"
 data-once>
<input type="hidden" name="form" value="${randomUUID()}">
<div class="fields pair">${renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 9,
    autocomplete: "off",
  })}${renderSelect(state, {
    name: "draft",
    label: "Add to",
    options: [...drafts.map(toDraftOption), { value: newDraft, text: "New draft" }],
  })}</div>
${renderButton({ text: "Add to draft", kind: "primary" })}</form>
<p class="hint">A draft reserves no stock until it is confirmed.</p>
`;
  return renderSummaryBox("Order", body);
}
