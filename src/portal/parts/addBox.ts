// The box beside a part: which offer, how many, into which draft.
import { randomUUID } from "node:crypto";
import { formatMoney } from "../../html/amount.ts";
import { closeDirections } from "../../html/closeDirections.ts";
import { type Option, writeSelect, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import { nearestAllowedQuantity } from "../../orders/allowedQuantity.ts";
import type { OrderSummary } from "../../orders/listQueries.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import type { ViewedPart } from "../../pricing/viewPart.ts";
import { nameOffer } from "../../views/writeStock.ts";
import { partAddress } from "../orders/orderAddress.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

/** What the field of drafts sends for a new one. */
export const newDraft = "new";

function toDraftOption({ orderId, poNumber, lines, subtotal }: OrderSummary): Option {
  const name =
    poNumber === null ? `Order ${shortOrderId(orderId)}` : `PO ${closeDirections(poNumber)}`;
  const many = lines === 1 ? "1 line" : `${lines} lines`;
  return { value: orderId, text: `${name}, ${many}, ${formatMoney(subtotal)}` };
}

/** The form that adds the part; a sentence where nothing of it can be ordered. */
export function writeAddBox(
  { partIds }: PortalContext,
  { signedIn, now }: Visit,
  { offers }: ViewedPart,
  drafts: readonly OrderSummary[],
  sent?: FormState,
): Html {
  const ordered = offers.filter(({ offer }) => offer.status === "ACTIVE");
  const [first] = ordered;
  if (first === undefined) {
    return writeSummaryBox("Order", html`<p>Nothing of this part can be ordered now.</p>`);
  }
  const ids = ordered.map(({ offer }) => offer.offerId);
  const minted = partIds.mint(signedIn.account.accountId, ids, now.getTime());
  const quantity = String(nearestAllowedQuantity(1, first.terms));
  const state = sent ?? { ...freshForm({ quantity }), prefix: "add" };
  const body = html`${writeFaults(state)}${writeSelect(state, {
    name: "part_id",
    label: "Offer",
    options: ordered.map((viewed, place) => ({
      value: minted[place] ?? "",
      text: nameOffer(viewed.offer),
    })),
  })}${writeTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 9,
    autocomplete: "off",
  })}${writeSelect(state, {
    name: "draft",
    label: "Into",
    options: [{ value: newDraft, text: "A new draft" }, ...drafts.map(toDraftOption)],
  })}${writeActions(writeButton({ text: "Add to the draft", kind: "primary" }))}<p
 class="quiet">A draft reserves no stock until it is confirmed.</p>
`;
  const action = partAddress(first.offer.partNumber);
  return writeSummaryBox(
    "Order",
    writeForm({ action, hidden: { form: randomUUID() }, label: "Add to a draft", body }),
  );
}
