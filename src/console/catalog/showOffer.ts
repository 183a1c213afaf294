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
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderMessage, renderNotice } from "../../html/notice.ts";
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
import { texts } from "./texts.ts";

/** What is above the form, and the form as it was sent. */
type Shown = {
  readonly above?: Content;
  readonly form?: FormState;
  /** What the form carries; absent: the current offer. */
  readonly opened?: Opened;
  readonly status?: 409 | 422;
};

/**
 * The version a form was opened with, the quantity on hand it showed, and the price that is asked
 * for.
 */
type Opened = {
  readonly version: string;
  readonly stock_shown: string;
  readonly confirmed?: string;
};

const busyNotice = renderBusy(texts.offer.busy);

const messages = createEditMessages({
  name: "offer",
  change: "edit",
  saved: ["edited", texts.offer.saved],
  busy: busyNotice,
});

/** The texts of an offer with its NSN as on other pages. */
function withNsn<Texts extends { readonly nsn: string }>(row: Texts): Texts {
  return { ...row, nsn: formatNsn(row.nsn) ?? "" };
}

function openedWith(stored: StoredOfferTexts): Opened {
  return { version: offerVersion(stored), stock_shown: stored.on_hand };
}

async function answerOffer(
  { db }: ConsoleContext,
  visit: Visit,
  { offerId, texts: stored }: EditedOffer,
  { above, form, opened, status }: Shown,
): Promise<Answer> {
  const [last, codes] = await Promise.all([selectLastChange(db, offerId), selectTradeCodes(db)]);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const state = form ?? freshForm(withNsn(stored));
  const edit = renderForm({
    action: offerAddress(offerId),
    label: texts.offer.title,
    hidden: opened ?? openedWith(stored),
    body: [renderFaults(state), renderOfferFields(state, codes)],
    button: {
      text: opened?.confirmed === undefined ? texts.offer.save : texts.offer.saveAnyway,
      kind: "primary",
    },
  });
  const side = renderDefinitions([
    { term: texts.offer.vendor, value: stored.vendor },
    { term: texts.offer.condition, value: stored.condition },
    { term: texts.offer.unit, value: stored.unit_of_measure },
    { term: texts.offer.onHand, value: formatCount(Number(stored.on_hand)) },
    { term: texts.offer.allocated, value: formatCount(Number(stored.allocated)) },
    { term: texts.offer.available, value: formatCount(Number(stored.available_stock)) },
    {
      term: texts.offer.changed,
      value: last === undefined ? texts.offer.unknown : renderMoment(last.at),
    },
    { term: texts.offer.by, value: last?.startedBy ?? texts.offer.unknown },
  ]);
  const past = partAddress(stored.part_number, "history");
  const history = html`<p><a href="${past}">${texts.offer.history}</a></p>
<p><a href="/console/audit?kind=offer&amp;subject=${offerId}">${texts.offer.activity}</a></p>
`;
  const page = {
    title: `${stored.part_number}, ${stored.condition}`,
    sentence: texts.offer.sentence(stored.vendor, stored.unit_of_measure),
    above: { href: partAddress(stored.part_number), text: stored.part_number },
    body: html`${above}${mayEdit ? edit : renderTypedRow(offerLabels, withNsn(stored))}`,
    side: renderSummaryBox(texts.offer.title, html`${side}${history}`),
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

/** A price that changes as much as stops an import is asked for (decision 216). */
function renderPriceQuestion(before: string, after: string, limit: number): Html {
  const isComparable = before.slice(0, 3) === after.slice(0, 3);
  const change = isComparable
    ? texts.offer.moved(before, after, limit)
    : texts.offer.changedPrice(before, after);
  return renderNotice("short", texts.offer.askTitle, html`<p>${change}</p>`);
}

/** Stores what was typed, over the version that the form was opened with. */
export const storeOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { form, now } = visit;
  const { offerId } = offer;
  const opened = { version: form.text("version"), stock_shown: form.text("stock_shown") };
  const { version, stock_shown: stockShown } = opened;
  const { maxPriceMove } = context;
  const priceCheck = { maxPriceMove, confirmed: form.text("confirmed") };
  const typed = readTypedRow(form, editedOfferColumns);
  const edit = { offerId, texts: typed, version, stockShown, priceCheck };
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
      const faults = toFieldFaults(outcome.faults, offerLabels, texts.offer.subject);
      const sent = { value: form.text, faults };
      return answerOffer(context, visit, offer, { form: sent, opened, status: 422 });
    }
    case "asked": {
      const { before, after } = outcome;
      const above = renderPriceQuestion(before, after, maxPriceMove);
      const sent = {
        form: { value: form.text, faults: [] },
        opened: { ...opened, confirmed: after },
      };
      return answerOffer(context, visit, offer, { above, ...sent, status: 422 });
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
