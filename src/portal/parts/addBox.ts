import { randomUUID } from "node:crypto";
import { titleOrder } from "../../components/nameOrder.ts";
import { nameOffer } from "../../components/offerCells.ts";
import { formatCounted } from "../../html/amount.ts";
import { type Option, renderSelect, renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import type { OrderSummary } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import type { LoadedPart } from "../../pricing/loadPart.ts";
import { nearestAllowedQuantity } from "../../pricing/orderTerms.ts";
import { partAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";

/** The value of the draft field for a new draft. */
export const newDraft = "new";

function toDraftOption(draft: OrderSummary): Option {
  const { orderId, lines, subtotal } = draft;
  const text = [titleOrder(draft), formatCounted(lines, "line"), formatMoney(subtotal)].join(", ");
  return { value: orderId, text };
}

/** The form to add the part to a draft, or a sentence if no offer can be ordered. */
export function renderAddBox(
  { partIds }: PortalContext,
  { signedIn, now }: Visit,
  { offers }: LoadedPart,
  drafts: readonly OrderSummary[],
  sent?: FormState,
): Html {
  const ordered = offers.filter(
    ({ offer, price }) => offer.status === "ACTIVE" && price.length > 0,
  );
  const [first] = ordered;
  if (first === undefined) {
    return renderSummaryBox("Order", html`<p>No offer of this part can be ordered now.</p>`);
  }
  const ids = ordered.map(({ offer }) => offer.offerId);
  const minted = partIds.mint(signedIn.account.accountId, ids, now.getTime());
  const quantity = String(nearestAllowedQuantity(1, first.terms));
  const draft = drafts.find(({ orderId }) => orderId === signedIn.draft?.orderId);
  const chosen = draft?.orderId ?? newDraft;
  const state = sent ?? { ...freshForm({ quantity, draft: chosen }), prefix: "add" };
  const body = html`${renderSelect(state, {
    name: "part_id",
    label: "Offer",
    options: ordered.map((viewed, place) => ({
      value: minted[place] ?? "",
      text: nameOffer(viewed.offer),
    })),
  })}${renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 9,
    autocomplete: "off",
  })}${renderSelect(state, {
    name: "draft",
    label: "Add to",
    options: [{ value: newDraft, text: "New draft" }, ...drafts.map(toDraftOption)],
  })}`;
  const form = renderForm({
    action: partAddress(first.offer.partNumber),
    hidden: { form: randomUUID() },
    label: "Add to draft",
    state,
    body,
    button: { text: "Add to draft", kind: "primary" },
  });
  return renderSummaryBox(
    "Order",
    html`${form}<p class="quiet">A draft reserves no stock until it is confirmed.</p>\n`,
  );
}
