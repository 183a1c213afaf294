import { operatorActor } from "../../audit/actor.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { editOffer, type OfferEditOutcome } from "../../catalog/editOffer.ts";
import { selectLastChange } from "../../catalog/offerEditQueries.ts";
import { editedOfferColumns, offerLabels } from "../../catalog/offerFields.ts";
import { offerVersion, type StoredOfferTexts } from "../../catalog/offerTexts.ts";
import { awaitShown } from "../../catalog/replica/awaitShown.ts";
import { formatNsn } from "../../catalog/search/listedOffer.ts";
import { undoOfferEdit } from "../../catalog/undoOfferEdit.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderMessage } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { readRunId } from "../../imports/importRun.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { offerAddress, partAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import type { EditedOffer } from "../loaders.ts";
import {
  createEditMessages,
  readTypedRow,
  renderBusy,
  renderRowConflict,
  renderTypedRow,
  toFieldFaults,
} from "../typedRow.ts";
import { renderNotShown } from "./renderNotShown.ts";
import { renderOfferFields } from "./renderOfferFields.ts";

/** What is above the form, and the form as it was sent. */
type Shown = {
  readonly above?: Content;
  readonly form?: FormState;
  /** What the form carries; absent: the current offer. */
  readonly opened?: Opened;
  readonly status?: 409 | 422;
};

/** The version a form was opened with, and the quantity on hand it showed. */
type Opened = { readonly version: string; readonly stock_shown: string };

const busyNotice = renderBusy("An import is running");

const messages = createEditMessages({
  name: "offer",
  change: "edit",
  saved: ["edited", "Offer saved."],
  busy: busyNotice,
});

/** The texts of an offer with its NSN as on other pages. */
function withNsn<Texts extends { readonly nsn: string }>(texts: Texts): Texts {
  return { ...texts, nsn: formatNsn(texts.nsn) ?? "" };
}

function openedWith(texts: StoredOfferTexts): Opened {
  return { version: offerVersion(texts), stock_shown: texts.on_hand };
}

async function answerOffer(
  { db }: ConsoleContext,
  visit: Visit,
  { offerId, texts }: EditedOffer,
  { above, form, opened, status }: Shown,
): Promise<Answer> {
  const [last, codes] = await Promise.all([selectLastChange(db, offerId), selectTradeCodes(db)]);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const state = form ?? freshForm(withNsn(texts));
  const edit = renderForm({
    action: offerAddress(offerId),
    label: "Offer",
    hidden: opened ?? openedWith(texts),
    body: [renderFaults(state), renderOfferFields(state, codes)],
    button: { text: "Save offer", kind: "primary" },
  });
  const side = renderDefinitions([
    { term: "Vendor", value: texts.vendor },
    { term: "Condition", value: texts.condition },
    { term: "Unit", value: texts.unit_of_measure },
    { term: "On hand", value: formatCount(Number(texts.on_hand)) },
    { term: "Allocated", value: formatCount(Number(texts.allocated)) },
    { term: "Available", value: formatCount(Number(texts.available_stock)) },
    { term: "Changed", value: last === undefined ? "Unknown" : renderMoment(last.at) },
    { term: "By", value: last?.startedBy ?? "Unknown" },
  ]);
  const past = partAddress(texts.part_number, "history");
  const history = html`<p><a href="${past}">History</a></p>
<p><a href="/console/audit?kind=offer&amp;subject=${offerId}">Activity</a></p>
`;
  const page = {
    title: `${texts.part_number}, ${texts.condition}`,
    sentence: `${texts.vendor}, unit ${texts.unit_of_measure}.`,
    above: { href: partAddress(texts.part_number), text: texts.part_number },
    body: html`${above}${mayEdit ? edit : renderTypedRow(offerLabels, withNsn(texts))}`,
    side: renderSummaryBox("Offer", html`${side}${history}`),
  };
  return answerPage(page, status);
}

/** After an edit, waits until the other pages show it. */
export const showOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { query } = visit;
  const done = query.text("done");
  const address = { address: offerAddress(offer.offerId), runId: readRunId(query.text("run")) };
  const message = renderMessage(messages, done, address);
  const isShown = done === "" || (await awaitShown(context));
  const above = html`${message}${isShown ? null : renderNotShown()}`;
  return answerOffer(context, visit, offer, { above });
};

/** Shows both versions above the form. Stock that was not edited is not part of the conflict. */
async function answerConflict(
  context: ConsoleContext,
  visit: Visit,
  offer: EditedOffer,
  { current, last }: Extract<OfferEditOutcome, { outcome: "conflict" }>,
): Promise<Answer> {
  const sent = readTypedRow(visit.form, editedOfferColumns);
  const isLeft = sent.on_hand.trim() === visit.form.text("stock_shown");
  const typed = isLeft ? { ...sent, on_hand: current.on_hand } : sent;
  return answerOffer(context, visit, offer, {
    above: renderRowConflict("offer", offerLabels, withNsn(current), withNsn(typed), last),
    form: freshForm(typed),
    opened: openedWith(current),
    status: 409,
  });
}

/** Stores what was typed, over the version that the form was opened with. */
export const storeOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { form, now } = visit;
  const { offerId } = offer;
  const opened = { version: form.text("version"), stock_shown: form.text("stock_shown") };
  const { version, stock_shown: stockShown } = opened;
  const edit = { offerId, texts: readTypedRow(form, editedOfferColumns), version, stockShown };
  const outcome = await editOffer(context.db, edit, operatorActor(visit), now);
  const address = offerAddress(offerId);
  switch (outcome.outcome) {
    case "edited":
      return redirect(`${address}?done=edited&run=${outcome.runId}`);
    case "unchanged":
      return redirect(`${address}?done=unchanged`);
    case "unknown":
      return notFound;
    case "refused": {
      const faults = toFieldFaults(outcome.faults, offerLabels, "The offer");
      const sent = { value: form.text, faults };
      return answerOffer(context, visit, offer, { form: sent, opened, status: 422 });
    }
    case "busy": {
      const sent = { form: { value: form.text, faults: [] }, opened };
      return answerOffer(context, visit, offer, { above: busyNotice, ...sent, status: 409 });
    }
    case "conflict":
      return answerConflict(context, visit, offer, outcome);
  }
};

/** Restores the offer as it was before the edit that is run `run`. */
export const undoOffer: Handler<EditedOffer> = async ({ db }, visit, { offerId }) => {
  const runId = readRunId(visit.form.text("run"));
  if (runId === undefined) return notFound;
  const outcome = await undoOfferEdit(db, offerId, runId, operatorActor(visit), visit.now);
  if (outcome === "unknown") return notFound;
  return redirect(`${offerAddress(offerId)}?done=${outcome.replace(" ", "-")}`);
};
