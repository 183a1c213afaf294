// The form of a row of results: adds its offer to the current draft. Without script the page is
// shown again; the script receives the new state of the header, and a message.
import { randomUUID } from "node:crypto";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { describeDraft } from "../home/portalCurrentDraft.ts";
import { renderChoices } from "../kit/html/field.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { renderDraftChip } from "../kit/html/page.ts";
import { type Answer, redirect, wantsFragment } from "../kit/site/visit.ts";
import { readGroupedQuantity } from "../orders/portalForm.ts";
import { selectDraftQuantities } from "../orders/queries.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import { findSession } from "../signIn/sessions.ts";
import type { OfferId } from "./partId.ts";
import { newDraft } from "./portalAddBox.ts";
import { type Added, addLine, refuse } from "./portalAddLine.ts";
import { formatResultsAddress, readResultsQuery } from "./portalQuery.ts";
import { renderInDraft } from "./portalResults.ts";
import { answerResults } from "./portalSearch.ts";

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
