// Adding an offer to a draft, from the page of a part or from a row of results.

import type { PortalContext, Visit } from "../home/portalContext.ts";
import { limits } from "../kit/contract/limits.ts";
import { formatCount } from "../kit/html/amount.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { listChoices } from "../orders/checkLines.ts";
import { type CreateOutcome, createDraft } from "../orders/drafts/createDraft.ts";
import type { BrokenLimit, OfferQuantity } from "../orders/drafts/editDraft.ts";
import { type EditOutcome, editDraft } from "../orders/drafts/editDraft.ts";
import type { OrderId } from "../orders/order.ts";
import { noOrderTexts } from "../orders/order.ts";
import { runOncePerForm, runOrderTransaction } from "../orders/runOrderTransaction.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import { newDraft } from "./portalAddBox.ts";

export const boundWords: Readonly<Record<BrokenLimit, string>> = {
  "no lines": `Enter ${quantityRange}.`,
  "too many lines": `This draft already has the maximum of ${limits.orderLines} lines. Choose another or a new draft.`,
  quantity: `With the quantity already in the draft, this exceeds ${formatCount(limits.quantity)}.`,
};

export type Added =
  | { readonly orderId: OrderId }
  | { readonly faults: readonly FieldFault[]; readonly status: 409 | 422 };

export function refuse(field: string, text: string, status: 409 | 422 = 422): Added {
  return { faults: [{ field, text }], status };
}

/**
 * Adds a line to a draft of the account, or to a new one if `draft` is `newDraft`. The draft
 * becomes the one to which the person adds parts.
 */
export async function addLine(
  { db, countOrder }: PortalContext,
  { form, signedIn, requestId, now }: Visit,
  line: OfferQuantity,
  draft: string,
): Promise<Added> {
  const sent = { signedIn, formId: form.text("form") };
  const outcome = await runOrderTransaction(db, (tx) =>
    runOncePerForm<CreateOutcome | EditOutcome>(tx, sent, (formId) => {
      const made = { signedIn, requestId, now, formId };
      return draft === newDraft
        ? createDraft(tx, { ...made, lines: [line], ...noOrderTexts })
        : editDraft(tx, { ...made, orderId: draft, version: null, edit: { added: [line] } });
    }),
  );
  if (outcome === "busy") {
    return refuse("", "The stock of this part is being updated. Try again in a moment.", 409);
  }
  if (outcome.outcome === "created") countOrder("placed", 1);
  switch (outcome.outcome) {
    case "repeated":
      return { orderId: outcome.orderId };
    case "created":
    case "edited":
    case "unchanged":
      return { orderId: outcome.order.orderId };
    case "refused": {
      const faults = outcome.lines.flatMap(({ quantity, faults: found }) =>
        found.map((fault) => {
          // More of an offer that the draft already has is chosen there.
          const choices = quantity === line.quantity ? listChoices(quantity, fault) : [];
          return { field: "quantity", text: fault.message, choices };
        }),
      );
      return { faults, status: 422 };
    }
    case "outside limits":
      return refuse("quantity", boundWords[outcome.limit]);
    case "closed":
    case "stale":
      return refuse(
        "draft",
        "This order is no longer a draft. Choose another or a new draft.",
        409,
      );
    case "unknown":
      return refuse("draft", "Draft not found. Choose one of these or a new draft.");
  }
}
