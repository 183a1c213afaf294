import { quantityRange } from "../../components/orderLines.ts";
import { limits } from "../../contract/limits.ts";
import { isUuid } from "../../db/isUuid.ts";
import { formatCount } from "../../html/amount.ts";
import type { FieldFault } from "../../html/form.ts";
import { type CreateOutcome, createDraft } from "../../orders/drafts/createDraft.ts";
import { type EditOutcome, editDraft } from "../../orders/drafts/editDraft.ts";
import type { BrokenLimit, OfferQuantity } from "../../orders/drafts/editLines.ts";
import type { OrderId } from "../../orders/order.ts";
import { runOncePerForm } from "../../orders/runOncePerForm.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import type { LoadedPart } from "../../pricing/loadPart.ts";
import { redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import { readQuantity } from "../orders/readDraftForm.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { newDraft } from "./addBox.ts";
import { answerPart } from "./partPage.ts";

const boundWords: Readonly<Record<BrokenLimit, string>> = {
  "no lines": `Enter ${quantityRange}.`,
  "too many lines":
    `This draft already has the maximum of ${limits.orderLines} lines. ` +
    "Choose another or a new draft.",
  quantity: `With the quantity already in the draft, that exceeds ${formatCount(limits.quantity)}.`,
};

type Added =
  | { readonly orderId: OrderId }
  | { readonly faults: readonly FieldFault[]; readonly status: 409 | 422 };

function refuse(field: string, text: string, status: 409 | 422 = 422): Added {
  return { faults: [{ field, text }], status };
}

function readLine(
  { partIds }: PortalContext,
  { form, signedIn }: Visit,
  part: LoadedPart,
): OfferQuantity | readonly FieldFault[] {
  const opened = partIds.open(signedIn.account.accountId, form.text("part_id"));
  const chosen = part.offers.find(({ offer }) => offer.offerId === opened?.offerId);
  const quantity = readQuantity(form.text("quantity").replaceAll(",", ""), 1);
  if (chosen !== undefined && quantity !== undefined) {
    return { offerId: chosen.offer.offerId, quantity };
  }
  return [
    ...(chosen === undefined ? [{ field: "part_id", text: "Choose one of the offers." }] : []),
    ...(quantity === undefined ? [{ field: "quantity", text: `Enter ${quantityRange}.` }] : []),
  ];
}

async function addLine(
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
        ? createDraft(tx, { ...made, lines: [line], poNumber: null, notes: null })
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
      const texts = outcome.lines.flatMap(({ faults }) => faults.map(({ message }) => message));
      return { faults: texts.map((text) => ({ field: "quantity", text })), status: 422 };
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

/** Adds the chosen offer to a draft and redirects there, or shows the form with its errors. */
export const addToDraft: Handler<LoadedPart> = async (context, visit, part) => {
  const { form, signedIn, now } = visit;
  const line = readLine(context, visit, part);
  const chosen = "offerId" in line ? [line.offerId] : [];
  // The page renders new part_ids, so the chosen offer is selected by its new one.
  const [partId = ""] = context.partIds.mint(signedIn.account.accountId, chosen, now.getTime());
  const value = (name: string) => (name === "part_id" ? partId : form.text(name));
  const show = (faults: readonly FieldFault[], status: 409 | 422) =>
    answerPart(context, visit, part, { status, form: { value, faults, prefix: "add" } });
  if (!("offerId" in line)) return show(line, 422);
  const draft = form.text("draft");
  const isDraft = draft === newDraft || isUuid(draft);
  const added = isDraft
    ? await addLine(context, visit, line, draft)
    : refuse("draft", "Choose one of these or a new draft.");
  if ("faults" in added) return show(added.faults, added.status);
  return redirect(orderAddress(added.orderId, "?done=added"));
};
