import { operatorActor } from "../audit/actor.ts";
import { offerAddress, partAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import type { EditedOffer } from "../home/consoleLoaders.ts";
import { editOffer, offerVersion, selectLastChange } from "../imports/offers/editOffer.ts";
import { readRunId } from "../imports/run.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderDifferences } from "../kit/html/conflict.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import {
  renderCheckbox,
  renderSelect,
  renderTextArea,
  renderTextField,
  type TextField,
} from "../kit/html/field.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderMessage, renderNotice } from "../kit/html/notice.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import { statusOptions } from "./console.ts";
import { renderNotShown } from "./consoleNotShown.ts";
import {
  createEditMessages,
  describeLastChange,
  readTypedRow,
  renderBusy,
  renderTypedRow,
  toFieldFaults,
} from "./consoleTypedRow.ts";
import { nameCertificates } from "./nameCertificates.ts";
import { formatNsn } from "./offerFacts.ts";
import { type EditedOfferColumn, editedOfferColumns, offerLabels } from "./offerFields.ts";
import type { EditedOfferTexts } from "./offerTexts.ts";
import { zeroPriceColumn } from "./readOfferRecord.ts";
import { awaitShown } from "./replica/awaitShown.ts";
import type { TradeCodes } from "./tradeCodes.ts";

function renderRow(...fields: readonly Html[]): Html {
  return html`<div class="fields">
${fields}</div>
`;
}

/** The fields in groups; a column without a group comes last. */
function renderOfferFields(state: FormState, { certificates }: TradeCodes): Html {
  const placed = new Set<EditedOfferColumn>(["status", "description", zeroPriceColumn]);
  const field = (
    name: EditedOfferColumn,
    more: Partial<Omit<TextField, "name" | "label">> = {},
  ): Html => {
    placed.add(name);
    return renderTextField(state, { autocomplete: "off", ...more, name, label: offerLabels[name] });
  };
  const numbers = "Part numbers, separated by semicolons.";
  const known = certificates.map(({ code }) => nameCertificates(code)).join(", ");
  const status = { name: "status", label: offerLabels.status, options: statusOptions };
  const hint = "Confirms a price of 0.";
  const free = { name: zeroPriceColumn, label: offerLabels[zeroPriceColumn], hint };
  const description = { name: "description", label: offerLabels.description, rows: 3 };
  return html`${[
    html`<h2>Price and stock</h2>\n`,
    renderRow(
      field("price", { optional: true, hint: "Empty: price on request." }),
      field("currency", { maxLength: 3, code: true }),
    ),
    renderCheckbox(state, free),
    renderRow(field("on_hand", { digits: true }), renderSelect(state, status)),
    renderRow(field("min_quantity", { digits: true }), field("multiple", { digits: true })),
    field("lead_time_days", { digits: true, optional: true }),
    html`<h2>Description</h2>\n`,
    renderRow(
      field("part_name", { optional: true }),
      field("title", { optional: true, hint: "Defaults to the part name." }),
    ),
    renderTextArea(state, { ...description, optional: true, maxLength: 4_000 }),
    html`<h2>Certificates</h2>\n`,
    renderRow(
      field("certificate", { optional: true, hint: `One of ${known}.` }),
      field("shelf_life_expires", { optional: true, type: "date" }),
    ),
    html`<h2>Replacements and alternates</h2>\n`,
    field("superseded_by", { optional: true, code: true }),
    renderRow(
      field("alternates", { optional: true, code: true, hint: numbers }),
      field("interchangeable", { optional: true, code: true, hint: numbers }),
    ),
    html`<h2>Origin</h2>\n`,
    field("manufacturer", { optional: true }),
    renderRow(
      field("cage", { optional: true, code: true }),
      field("nsn", { optional: true, code: true }),
    ),
    ...editedOfferColumns
      .filter((column) => !placed.has(column))
      .map((column) => field(column, { optional: true })),
  ]}`;
}

/** What is above the form, and the form as it was sent. */
type Shown = {
  readonly above?: Content;
  readonly form?: FormState;
  /** What the form was opened with; absent: the current offer. */
  readonly opened?: { readonly version: string; readonly shown_on_hand: string };
  /** The price that is asked for. */
  readonly confirmed?: string;
  readonly status?: 409 | 422;
};

const busyNotice = renderBusy("An import is running");

const messages = createEditMessages({
  saved: ["edited", "Offer saved."],
  busy: busyNotice,
});

/** The texts of an offer with its NSN and certificates as on other pages. */
function asShown<Texts extends { readonly nsn: string; readonly certificate: string }>(
  row: Texts,
): Texts {
  const { nsn, certificate } = row;
  return { ...row, nsn: formatNsn(nsn), certificate: nameCertificates(certificate) };
}

function openedWith(texts: EditedOfferTexts) {
  return { version: offerVersion(texts), shown_on_hand: texts.on_hand };
}

async function answerOffer(
  { db }: ConsoleContext,
  visit: Visit,
  { offerId, texts: stored }: EditedOffer,
  { above, form, opened = openedWith(stored), confirmed, status }: Shown,
): Promise<Answer> {
  const [last, codes] = await Promise.all([selectLastChange(db, offerId), selectTradeCodes(db)]);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const state = form ?? freshForm(asShown(stored));
  const edit = renderForm({
    action: offerAddress(offerId),
    label: "Offer",
    hidden: {
      ...opened,
      ...(confirmed !== undefined && { confirmed }),
    },
    body: [renderFaults(state), renderOfferFields(state, codes)],
    button: {
      text: confirmed === undefined ? "Save offer" : "Save anyway",
      kind: "primary",
    },
  });
  const side = renderDefinitions([
    { term: "Vendor", value: stored.vendor },
    { term: "Condition", value: stored.condition },
    { term: "Unit", value: stored.unit_of_measure },
    { term: "On hand", value: formatCount(Number(stored.on_hand)) },
    { term: "Allocated", value: formatCount(Number(stored.allocated)) },
    { term: "Available", value: formatCount(Number(stored.available_stock)) },
    {
      term: "Changed",
      value: last === undefined ? "Unknown" : renderMoment(last.at),
    },
    { term: "By", value: last?.startedBy ?? "Unknown" },
  ]);
  const past = partAddress(stored.part_number, "history");
  const history = html`<p><a href="${past}">History</a></p>
<p><a href="/console/audit?kind=offer&amp;subject=${offerId}">Activity</a></p>
`;
  const page = {
    title: `${stored.part_number}, ${stored.condition}`,
    sentence: `${stored.vendor}, unit ${stored.unit_of_measure}.`,
    above: { href: partAddress(stored.part_number), text: stored.part_number },
    body: html`${above}${mayEdit ? edit : renderTypedRow(offerLabels, asShown(stored))}`,
    side: renderSummaryBox("Offer", html`${side}${history}`),
  };
  return answerPage(page, status);
}

/** After an edit, waits until the other pages show it. */
export const showOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { query } = visit;
  const done = query.text("done");
  const message = renderMessage(messages, done, readRunId(query.text("run")));
  const isShown = done === "" || (await awaitShown(context));
  const above = html`${message}${isShown ? null : renderNotShown()}`;
  return answerOffer(context, visit, offer, { above });
};

/** An NSN or certificates that were left as they are shown were not typed. */
function readTyped({ form }: Visit, stored: EditedOfferTexts): EditedOfferTexts {
  const typed = readTypedRow(form, editedOfferColumns);
  const shown = asShown(stored);
  return {
    ...typed,
    nsn: typed.nsn === shown.nsn ? stored.nsn : typed.nsn,
    certificate: typed.certificate === shown.certificate ? stored.certificate : typed.certificate,
  };
}

/** A price that changes as much as stops an import is asked for. */
function renderPriceQuestion(before: string, after: string, limit: number): Html {
  const isComparable = before.slice(0, 3) === after.slice(0, 3);
  const change = isComparable
    ? `The price changes from ${before} to ${after}, more than ${limit}%. ` +
      "Correct it, or save it as is."
    : `The price changes from ${before} to ${after}. Correct it, or save it as is.`;
  return renderNotice("short", "Not saved yet: check the price", html`<p>${change}</p>`);
}

/** Stores what was typed, unless someone else changed the offer since the form was opened. */
export const storeOffer: Handler<EditedOffer> = async (context, visit, offer) => {
  const { form, now } = visit;
  const { offerId } = offer;
  const [version, shownOnHand] = [form.text("version"), form.text("shown_on_hand")];
  const opened = { version, shown_on_hand: shownOnHand };
  const typed = readTyped(visit, offer.texts);
  const { maxPriceMove } = context;
  const priceCheck = { maxPriceMove, confirmed: form.text("confirmed") };
  const edit = { offerId, texts: typed, version, shownOnHand, priceCheck };
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
    case "asked": {
      const { before, after } = outcome;
      const above = renderPriceQuestion(before, after, maxPriceMove);
      const sent = { form: { value: form.text, faults: [] }, opened, confirmed: after };
      return answerOffer(context, visit, offer, { above, ...sent, status: 422 });
    }
    case "busy": {
      const sent = { form: { value: form.text, faults: [] }, opened };
      return answerOffer(context, visit, offer, { above: busyNotice, ...sent, status: 409 });
    }
    case "conflict": {
      const { current, last } = outcome;
      const mine = asShown(outcome.typed);
      const by = describeLastChange("offer", last);
      const above = renderDifferences(by, offerLabels, asShown(current), mine);
      const sent = { form: freshForm(mine), opened: openedWith(current) };
      return answerOffer(context, visit, offer, { above, ...sent, status: 409 });
    }
  }
};
