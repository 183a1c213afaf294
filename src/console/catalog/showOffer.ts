import { operatorActor } from "../../audit/actor.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { editOffer, type OfferEditOutcome } from "../../catalog/editOffer.ts";
import { selectLastChange } from "../../catalog/offerEditQueries.ts";
import { editedOfferColumns, offerLabels } from "../../catalog/offerFields.ts";
import { type OfferTexts, offerVersion } from "../../catalog/offerTexts.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { undoOfferEdit } from "../../catalog/undoOfferEdit.ts";
import { renderConflict } from "../../html/conflict.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { type RunId, readRunId } from "../../imports/importRun.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { offerAddress, partAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import type { EditedOffer } from "../loaders.ts";
import { compareTypedRows, readTypedRow, toFieldFaults } from "../typedRow.ts";
import { renderOfferFields } from "./renderOfferFields.ts";

/** What is above the form, and the form as it was sent. */
type Shown = {
  readonly above?: Content;
  readonly form?: FormState;
  /** What the form carries; absent: the current offer. */
  readonly opened?: Opened;
  readonly status?: 409 | 422;
};

/** The version a form was opened with, and the stock it showed. */
type Opened = { readonly version: string; readonly stock_shown: string };

const busyNotice = renderNotice(
  "short",
  "An import is running",
  html`<p>Nothing changed. Try again when the import has finished.</p>`,
);

type OfferMessage = { readonly offerId: OfferId; readonly runId: RunId | undefined };

const messages: Messages<OfferMessage> = {
  edited: ({ offerId, runId }) =>
    runId === undefined
      ? null
      : renderUndo("Offer saved.", {
          action: `${offerAddress(offerId)}/undo`,
          hidden: { run: String(runId) },
        }),
  unchanged: () => renderNotice("neutral", "No changes."),
  undone: () => renderNotice("good", "Edit undone."),
  "undone-already": () => renderNotice("neutral", "This edit was already undone."),
  "changed-since": () =>
    renderNotice(
      "short",
      "This edit cannot be undone",
      html`<p>Someone else changed the offer in the meantime. Edit the offer instead.</p>`,
    ),
  busy: () => busyNotice,
};

function openedWith(texts: OfferTexts): Opened {
  return { version: offerVersion(texts), stock_shown: texts.available_stock };
}

function renderBody(offerId: OfferId, hidden: Opened, form: Html): Html {
  return renderForm({
    action: offerAddress(offerId),
    label: "Offer",
    hidden,
    body: html`${form}${renderActions(renderButton({ text: "Save offer", kind: "primary" }))}`,
  });
}

function renderFacts(texts: OfferTexts): Html {
  const known = editedOfferColumns.filter((column) => texts[column] !== "");
  return renderDefinitions(
    known.map((column) => ({ term: offerLabels[column], value: texts[column] })),
  );
}

async function answerOffer(
  { db }: ConsoleContext,
  visit: Visit,
  { offerId, texts }: EditedOffer,
  { above, form, opened, status }: Shown,
): Promise<Answer> {
  const [last, codes] = await Promise.all([selectLastChange(db, offerId), selectTradeCodes(db)]);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const state = form ?? freshForm(texts);
  const fields = html`${renderFaults(state)}${renderOfferFields(state, codes)}`;
  const side = renderDefinitions([
    { term: "Vendor", value: texts.vendor },
    { term: "Condition", value: texts.condition },
    { term: "Unit", value: texts.unit_of_measure },
    { term: "Changed", value: last === undefined ? "Unknown" : renderMoment(last.at) },
    { term: "By", value: last?.startedBy ?? "Unknown" },
  ]);
  const past = partAddress(texts.part_number, "history");
  const history = html`<p><a href="${past}">History</a></p>
<p><a href="/console/audit?kind=offer&amp;subject=${offerId}">Activity</a></p>
`;
  const shown = mayEdit
    ? renderBody(offerId, opened ?? openedWith(texts), fields)
    : renderFacts(texts);
  return {
    kind: "page",
    ...(status === undefined ? {} : { status }),
    page: {
      title: `${texts.part_number}, ${texts.condition}`,
      sentence: `${texts.vendor}, unit ${texts.unit_of_measure}.`,
      above: { href: partAddress(texts.part_number), text: texts.part_number },
      body: html`${above}${shown}`,
      side: renderSummaryBox("Offer", html`${side}${history}`),
    },
  };
}

export const showOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { query } = visit;
  const { offerId } = offer;
  const message = { offerId, runId: readRunId(query.text("run")) };
  const above = renderMessage(messages, query.text("done"), message);
  return answerOffer(context, visit, offer, { above });
};

function toAnswer(
  context: ConsoleContext,
  visit: Visit,
  offer: EditedOffer,
  outcome: OfferEditOutcome,
): Promise<Answer> | Answer {
  const { form } = visit;
  const address = offerAddress(offer.offerId);
  const opened = { version: form.text("version"), stock_shown: form.text("stock_shown") };
  switch (outcome.outcome) {
    case "edited":
      return redirect(`${address}?done=edited&run=${outcome.runId}`);
    case "unchanged":
      return redirect(`${address}?done=unchanged`);
    case "unknown":
      return notFound;
    case "refused": {
      const sent = {
        value: form.text,
        faults: toFieldFaults(outcome.faults, offerLabels, "The offer"),
      };
      return answerOffer(context, visit, offer, { form: sent, opened, status: 422 });
    }
    case "busy": {
      const sent = { value: form.text, faults: [] };
      const above = busyNotice;
      return answerOffer(context, visit, offer, { above, form: sent, opened, status: 409 });
    }
    case "conflict":
      return answerConflict(context, visit, offer, outcome);
  }
}

/** Shows both versions above the form. Stock that was not edited is not part of the conflict. */
async function answerConflict(
  context: ConsoleContext,
  visit: Visit,
  offer: EditedOffer,
  { current, last }: Extract<OfferEditOutcome, { outcome: "conflict" }>,
): Promise<Answer> {
  const sent = readTypedRow(visit.form, editedOfferColumns);
  const isLeft = sent.available_stock.trim() === visit.form.text("stock_shown");
  const typed = isLeft ? { ...sent, available_stock: current.available_stock } : sent;
  const by =
    last === undefined
      ? "Someone changed the offer while you were editing it."
      : html`Last changed by ${last.startedBy} on ${renderMoment(last.at)}.`;
  return answerOffer(context, visit, offer, {
    above: renderConflict(by, compareTypedRows(editedOfferColumns, offerLabels, current, typed)),
    form: freshForm(typed),
    opened: openedWith(current),
    status: 409,
  });
}

/** Stores what was typed, over the version that the form was opened with. */
export const storeOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { form, now } = visit;
  const edit = {
    offerId: offer.offerId,
    texts: readTypedRow(form, editedOfferColumns),
    version: form.text("version"),
    stockShown: form.text("stock_shown"),
  };
  const outcome = await editOffer(context.db, edit, operatorActor(visit), now);
  return toAnswer(context, visit, offer, outcome);
};

/** Restores the offer as it was before the edit that is run `run`. */
export const undoOffer: Handler<EditedOffer> = async ({ db }, visit, { offerId }) => {
  const runId = readRunId(visit.form.text("run"));
  if (runId === undefined) return notFound;
  const outcome = await undoOfferEdit(db, offerId, runId, operatorActor(visit), visit.now);
  if (outcome === "unknown") return notFound;
  return redirect(`${offerAddress(offerId)}?done=${outcome.replace(" ", "-")}`);
};
