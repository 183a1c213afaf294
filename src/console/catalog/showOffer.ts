// /console/catalog/offers/:offer: one offer to be edited where it stands, with the version its form
// was opened with, and the way back from what was just stored.
import { operatorActor } from "../../audit/actor.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { editOffer, type OfferEditOutcome } from "../../catalog/editOffer.ts";
import { selectLastChange, selectOfferTexts } from "../../catalog/offerEditQueries.ts";
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
import { renderNotice } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderUndo } from "../../html/undo.ts";
import { type RunId, readRunId } from "../../imports/importRun.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { compareTypedRows, readTypedRow, toFieldFaults } from "../typedRow.ts";
import { catalogPartAddress, offerAddress } from "./catalogAddress.ts";
import { renderOfferFields } from "./renderOfferFields.ts";

/** What stands above the form, and what the form holds where it was sent. */
type Shown = {
  readonly above?: Content;
  readonly form?: FormState;
  /** What the form goes on knowing; absent: the offer as it stands. */
  readonly opened?: Opened;
  readonly status?: 409 | 422;
};

/** The version a form was opened with, and the stock it showed. */
type Opened = { readonly version: string; readonly stock_shown: string };

const largestId = 2 ** 48;

function readOfferId(text: string): OfferId | undefined {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return id > 0 && id < largestId ? (id as OfferId) : undefined;
}

const notices: Readonly<Record<string, Html>> = {
  unchanged: renderNotice("neutral", "Nothing was changed: the offer is as you typed it."),
  undone: renderNotice("good", "Taken back. The offer stands as it did before the edit."),
  "undone-already": renderNotice("neutral", "That edit was taken back already."),
  "changed-since": renderNotice(
    "short",
    "The edit cannot be taken back",
    html`<p>The offer was changed since, and that would be lost. Edit it as it should be.</p>`,
  ),
  busy: renderNotice(
    "short",
    "An import is being written just now",
    html`<p>Nothing was changed. Try again when it is through.</p>`,
  ),
};

function renderOutcome(offerId: OfferId, { query }: Visit): Content {
  const run = readRunId(query.text("run"));
  if (query.text("done") === "edited" && run !== undefined) {
    return renderUndo("The offer is stored as you typed it.", {
      action: `${offerAddress(offerId)}/undo`,
      hidden: { run: String(run) },
    });
  }
  const done = query.text("done");
  return Object.hasOwn(notices, done) ? notices[done] : null;
}

function openedWith(texts: OfferTexts): Opened {
  return { version: offerVersion(texts), stock_shown: texts.available_stock };
}

function renderBody(offerId: OfferId, hidden: Opened, form: Html): Html {
  return renderForm({
    action: offerAddress(offerId),
    label: "Offer",
    hidden,
    body: html`${form}${renderActions(renderButton({ text: "Store the offer", kind: "primary" }))}`,
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
  offerId: OfferId,
  { above, form, opened, status }: Shown,
): Promise<Answer> {
  const [texts, last, codes] = await Promise.all([
    selectOfferTexts(db, offerId),
    selectLastChange(db, offerId),
    selectTradeCodes(db),
  ]);
  if (texts === undefined) return notFound;
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const state = form ?? freshForm(texts);
  const fields = html`${renderFaults(state)}${renderOfferFields(state, codes)}`;
  const side = renderDefinitions([
    { term: "Vendor", value: texts.vendor },
    { term: "Condition", value: texts.condition },
    { term: "Unit", value: texts.unit_of_measure },
    { term: "Changed", value: last === undefined ? "not known" : renderMoment(last.at) },
    { term: "By", value: last?.startedBy ?? "not known" },
  ]);
  const past = catalogPartAddress(texts.part_number, "history");
  const history = html`<p><a href="${past}">History</a></p>
<p><a href="/console/audit?kind=offer&amp;subject=${offerId}">Who edited it</a></p>
`;
  const shown = mayEdit
    ? renderBody(offerId, opened ?? openedWith(texts), fields)
    : renderFacts(texts);
  return {
    kind: "page",
    ...(status === undefined ? {} : { status }),
    page: {
      title: `${texts.part_number}, ${texts.condition}`,
      sentence: `${texts.vendor}, sold by ${texts.unit_of_measure}.`,
      above: { href: catalogPartAddress(texts.part_number), text: texts.part_number },
      body: html`${above}${shown}`,
      side: renderSummaryBox("Offer", html`${side}${history}`),
    },
  };
}

/** GET: the offer, with what was just done to it. */
export async function showOffer(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const offerId = readOfferId(visit.param("offer"));
  if (offerId === undefined) return notFound;
  return answerOffer(context, visit, offerId, { above: renderOutcome(offerId, visit) });
}

function toAnswer(
  context: ConsoleContext,
  visit: Visit,
  offerId: OfferId,
  outcome: OfferEditOutcome,
): Promise<Answer> | Answer {
  const { form } = visit;
  const address = offerAddress(offerId);
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
      return answerOffer(context, visit, offerId, { form: sent, opened, status: 422 });
    }
    case "busy": {
      const sent = { value: form.text, faults: [] };
      const above = notices["busy"];
      return answerOffer(context, visit, offerId, { above, form: sent, opened, status: 409 });
    }
    case "conflict":
      return answerConflict(context, visit, offerId, outcome);
  }
}

/** Both versions above the form. Stock that was left alone is no version of anybody's. */
async function answerConflict(
  context: ConsoleContext,
  visit: Visit,
  offerId: OfferId,
  { stands, last }: Extract<OfferEditOutcome, { outcome: "conflict" }>,
): Promise<Answer> {
  const sent = readTypedRow(visit.form, editedOfferColumns);
  const isLeft = sent.available_stock.trim() === visit.form.text("stock_shown");
  const typed = isLeft ? { ...sent, available_stock: stands.available_stock } : sent;
  const by =
    last === undefined
      ? "The offer was changed while your form was open."
      : html`Last changed by ${last.startedBy} on ${renderMoment(last.at)}.`;
  return answerOffer(context, visit, offerId, {
    above: renderConflict(by, compareTypedRows(editedOfferColumns, offerLabels, stands, typed)),
    form: freshForm(typed),
    opened: openedWith(stands),
    status: 409,
  });
}

/** POST: what was typed, over the version its form was opened with. */
export async function sendOffer(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const offerId = readOfferId(visit.param("offer"));
  if (offerId === undefined) return notFound;
  const asked = {
    offerId,
    texts: readTypedRow(form, editedOfferColumns),
    version: form.text("version"),
    stockShown: form.text("stock_shown"),
  };
  const outcome = await editOffer(context.db, asked, operatorActor(visit), now);
  return toAnswer(context, visit, offerId, outcome);
}

/** POST …/undo: what stood before the edit that is run `run`. */
export async function undoOffer({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const offerId = readOfferId(visit.param("offer"));
  const runId: RunId | undefined = readRunId(form.text("run"));
  if (offerId === undefined || runId === undefined) return notFound;
  const outcome = await undoOfferEdit(db, offerId, runId, operatorActor(visit), now);
  if (outcome === "unknown") return notFound;
  return redirect(`${offerAddress(offerId)}?done=${outcome.replace(" ", "-")}`);
}
