import { randomUUID } from "node:crypto";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { describeDraft } from "../home/portalCurrentDraft.ts";
import { renderChoices } from "../kit/html/field.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { renderDraftChip } from "../kit/html/page.ts";
import { type Answer, redirect, wantsFragment } from "../kit/site/visit.ts";
import type { OfferQuantity } from "../orders/drafts/editDraft.ts";
import { readGroupedQuantity } from "../orders/portalForm.ts";
import { selectDraftQuantities } from "../orders/queries.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import type { LoadedPart } from "../prices/loadPart.ts";
import { findSession } from "../signIn/sessions.ts";
import type { OfferId } from "./partId.ts";
import { newDraft } from "./portalAddBox.ts";
import { type Added, addLine, refuse } from "./portalAddLine.ts";
import { answerPart } from "./portalPart.ts";
import { formatResultsAddress, readResultsQuery } from "./portalQuery.ts";
import { renderInDraft } from "./portalResults.ts";
import { answerResults } from "./portalSearch.ts";

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

// The form of a row of results adds its offer to the current draft. Without script the page is
// shown again; the script receives the new state of the header, and a message.

async function add(context: PortalContext, visit: Visit, offerId: OfferId): Promise<Added> {
  const { form, signedIn } = visit;
  const quantity = readGroupedQuantity(form.all("quantity").at(-1) ?? "");
  if (quantity === undefined) return refuse("quantity", `Enter ${quantityRange}.`);
  const line = { offerId, quantity };
  const added = await addLine(context, visit, line, signedIn.draft?.orderId ?? newDraft);
  // Someone else confirmed or discarded the draft in the meantime.
  const isClosed = "faults" in added && added.faults.some(({ field }) => field === "draft");
  return isClosed ? addLine(context, visit, line, newDraft) : added;
}

async function answerFragment(
  { db }: PortalContext,
  { sessionToken = "", now }: Visit,
  offerId: OfferId,
): Promise<Answer> {
  const draft = (await findSession(db, sessionToken, now))?.draft;
  if (draft == null) return redirect("/parts");
  const { href, name, lines, total } = describeDraft(draft);
  const chip = renderDraftChip({ href, name, lines, total });
  const added = html`Added to <a href="${href}">${name}</a>: ${lines}, ${total}`;
  const message = html`<p data-form="${randomUUID()}">${added}</p>`;
  const inDraft = renderInDraft((await selectDraftQuantities(db, draft)).get(offerId));
  return { kind: "fragment", html: html`${chip}${message}${inDraft}` };
}

function answerRefusal(faults: readonly FieldFault[], status: 409 | 422): Answer {
  const reasons = faults.map((fault) => html`${fault.text}${renderChoices(fault)} `);
  return { kind: "fragment", status, html: html`<p data-flaw>${reasons}</p>` };
}

export const addFromResults: Handler = async (context, visit) => {
  const { form, signedIn } = visit;
  const query = readResultsQuery(visit.query);
  const isFragment = wantsFragment(visit);
  const opened = context.partIds.open(signedIn.account.accountId, form.text("part_id"));
  if (opened === undefined) return redirect(formatResultsAddress(query));
  const added = await add(context, visit, opened.offerId);
  if ("orderId" in added) {
    const list = formatResultsAddress({ ...query, isList: true }, { done: "added" });
    return isFragment ? answerFragment(context, visit, opened.offerId) : redirect(list);
  }
  if (isFragment) return answerRefusal(added.faults, added.status);
  const faults = added.faults.map((fault) => ({ ...fault, field: "quantity" }));
  const sent = { value: (name: string) => form.text(name), faults };
  const row = { offerId: opened.offerId, form: sent };
  return answerResults(context, visit, query, { row, status: added.status });
};
