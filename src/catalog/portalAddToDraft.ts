import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { redirect } from "../kit/site/visit.ts";
import type { OfferQuantity } from "../orders/drafts/editDraft.ts";
import { readGroupedQuantity } from "../orders/portalForm.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import type { LoadedPart } from "../prices/loadPart.ts";
import { newDraft } from "./portalAddBox.ts";
import { addLine, refuse } from "./portalAddLine.ts";
import { answerPart } from "./portalPart.ts";

function readLine(
  { partIds }: PortalContext,
  { form, signedIn }: Visit,
  part: LoadedPart,
): OfferQuantity | readonly FieldFault[] {
  const opened = partIds.open(signedIn.account.accountId, form.text("part_id"));
  const chosen = part.offers.find(({ offer }) => offer.offerId === opened?.offerId);
  const quantity = readGroupedQuantity(form.all("quantity").at(-1) ?? "");
  if (chosen !== undefined && quantity !== undefined) {
    return { offerId: chosen.offer.offerId, quantity };
  }
  return [
    ...(chosen === undefined ? [{ field: "part_id", text: "Choose one of the offers." }] : []),
    ...(quantity === undefined ? [{ field: "quantity", text: `Enter ${quantityRange}.` }] : []),
  ];
}

/** Adds the chosen offer to a draft and redirects there, or shows the form with its errors. */
export const addToDraft: Handler<LoadedPart> = async (context, visit, part) => {
  const { form, signedIn, now } = visit;
  const line = readLine(context, visit, part);
  const chosen = "offerId" in line ? [line.offerId] : [];
  // The page renders new part_ids, so the chosen offer is selected by its new one.
  const [partId = ""] = context.partIds.mint(signedIn.account.accountId, chosen, now.getTime());
  const value = (name: string) => (name === "part_id" ? partId : form.text(name));
  const show = (faults: readonly FieldFault[], status: 409 | 422, short?: OfferQuantity) =>
    answerPart(context, visit, part, { status, form: { value, faults, prefix: "add" }, short });
  if (!("offerId" in line)) return show(line, 422);
  const draft = form.text("draft");
  const isDraft = draft === newDraft || isUuid(draft);
  const added = isDraft
    ? await addLine(context, visit, line, draft)
    : refuse("draft", "Choose one of these or a new draft.");
  if ("faults" in added) {
    const offered = part.offers.find(({ offer }) => offer.offerId === line.offerId);
    const isShort = offered !== undefined && offered.offer.stock < line.quantity;
    return show(added.faults, added.status, isShort ? line : undefined);
  }
  return redirect(orderAddress(added.orderId, "?done=added"));
};
