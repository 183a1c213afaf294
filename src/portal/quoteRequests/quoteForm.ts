import { randomUUID } from "node:crypto";
import { writeCertificates } from "../../catalog/nameCertificates.ts";
import { isUuid } from "../../db/isUuid.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderCellField, renderTextArea, renderTextField } from "../../html/field.ts";
import { type FormState, renderButton, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderBadge, renderNotice } from "../../html/notice.ts";
import { type Column, type Row, renderTable } from "../../html/table.ts";
import { maxQuoteLines } from "../../quoteRequests/quoteRequest.ts";
import type { SitePage } from "../../site/visit.ts";
import { partAddress, quoteAddress } from "../addresses.ts";
import { fieldOf } from "./readQuoteForm.ts";
import { texts } from "./texts.ts";
import { findLineReason, type WantedLine } from "./wantedLines.ts";

export type QuoteFormPage = {
  readonly state: FormState;
  readonly lines: readonly WantedLine[];
  readonly hasMore: boolean;
  /** Hidden fields, from which the lines are loaded again. */
  readonly source: readonly (readonly [name: string, text: string])[];
  readonly above: NonNullable<SitePage["above"]>;
  readonly distributor: string;
  /** Who sends it; null for an operator who views the site as a buyer. */
  readonly sender: string | null;
};

const columns: readonly Column[] = [
  { title: texts.form.part, kind: "prose" },
  { title: texts.form.condition, kind: "words", titled: true },
  { title: texts.form.quantity, kind: "number" },
  { title: texts.form.reason, kind: "words", titled: true },
];

/** The fields of day and remark, folded until they are needed. */
function renderMore(state: FormState, { key, line }: WantedLine): Html {
  const { partNumber } = line;
  const [day, remark] = [fieldOf.neededBy(key), fieldOf.remark(key)];
  const isFaulty = state.faults.some(({ field }) => field === day || field === remark);
  const isSet = state.value(day) !== "" || state.value(remark) !== "";
  const summary = isSet
    ? html`Remark and date<span class="unseen">: ${partNumber}</span>`
    : html`Add remark or date<span class="unseen">: ${partNumber}</span>`;
  // Without a maximum, because browsers cut pasted text without a word.
  const fields = html`${renderTextField(state, {
    name: remark,
    label: html`Remark<span class="unseen"> on ${partNumber}</span>`,
    autocomplete: "off",
  })}${renderTextField(state, {
    name: day,
    label: html`Needed by<span class="unseen">: ${partNumber}</span>`,
    type: "date",
  })}`;
  return html`<details class="remark"${isFaulty || isSet ? html` open` : null}>
<summary>${summary}</summary>
<div>${fields}</div>
</details>`;
}

function describeLine({ line, requested, suggested }: WantedLine): Content {
  const { rowNumber, vendor, certificate } = line;
  const facts = [
    rowNumber === null ? null : `Row ${rowNumber}`,
    vendor,
    certificate === null ? null : writeCertificates(certificate),
  ].filter((fact) => fact !== null);
  const other =
    suggested &&
    html`<span class="sub short">The catalog has ${suggested}. If you mean it, use it in the list. If not, include this line.</span>`;
  return html`<span class="sub">${facts.join(" · ")}</span>${renderRequested(requested)}${other}`;
}

/** The open request that a part is already in; null: none. */
export function renderRequested(requested: WantedLine["requested"]): Html | null {
  if (requested === undefined) return null;
  const { requestId, requestNumber, quantity = null } = requested;
  const link = html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`;
  return html`<span class="sub short">${texts.form.requested(link, quantity)}</span>`;
}

function describeReason(wanted: WantedLine): Content {
  const { partNumber, quantity } = wanted.line;
  const reason = findLineReason(wanted, quantity);
  if (reason !== null) return renderBadge("short", texts.reasons[reason]);
  return html`Can be ordered now: ${html`<a href="${partAddress(partNumber)}">${partNumber}</a>`}`;
}

function toRow(state: FormState, wanted: WantedLine): Row {
  const { key, line, mark } = wanted;
  const { partNumber, condition, unitOfMeasure } = line;
  const include = fieldOf.include(key);
  const checked = state.value(include) === "yes" ? html` checked` : null;
  const quantity = renderCellField(state, {
    name: fieldOf.quantity(key),
    label: `Quantity of ${partNumber}`,
    digits: true,
    maxLength: 9,
    width: 6,
    ...(unitOfMeasure === null ? {} : { unit: unitOfMeasure }),
  });
  return {
    pick: html`<input type="checkbox" name="${include}" value="yes"${checked} autocomplete="off"
 aria-label="Include ${partNumber}">`,
    cells: [
      html`<span class="pn">${partNumber}</span>${describeLine(wanted)}${renderMore(
        state,
        wanted,
      )}`,
      condition,
      html`<input type="hidden" name="${fieldOf.shown(key)}" value="${mark}">${
        line.rowNumber === null
          ? html`<input type="hidden" name="${fieldOf.part(key)}" value="${partNumber}">`
          : null
      }${quantity}`,
      describeReason(wanted),
    ],
  };
}

/** Why a line is not included at first. */
function describeOmitted({ line: { partNumber }, requested, suggested }: WantedLine): Content {
  if (requested === undefined) return `For ${partNumber}, the catalog has ${suggested ?? ""}.`;
  const { requestId, requestNumber } = requested;
  const link = html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`;
  return html`${partNumber} is already requested in ${link}.`;
}

const maxOmittedShown = 5;

/** The lines that the form would leave out without a decision of the buyer; null: none. */
function renderOmitted({ state, lines }: QuoteFormPage): Html | null {
  const omitted = lines.filter(
    ({ key, requested, suggested }) =>
      (requested !== undefined || suggested !== null) &&
      state.value(fieldOf.include(key)) !== "yes",
  );
  const count = omitted.length;
  if (count === 0) return null;
  const points = omitted
    .slice(0, maxOmittedShown)
    .map((one) => html`<li>${describeOmitted(one)}</li>\n`);
  const rest = count - points.length;
  const more = rest > 0 && html`<li>${texts.form.omittedMore(rest)}</li>\n`;
  const body = html`<ul>\n${points}${more}</ul>\n<p>${
    count === 1
      ? "Check its box to request it anyway."
      : "Check the box of each line that you want to request anyway."
  }</p>`;
  return renderNotice("short", texts.form.omitted(count), body);
}

function renderNone(): Html {
  return renderEmptyState(
    "No line needs a quote now",
    html`<p>You can request quotes for lines without enough stock, without a price or not offered as requested.</p>`,
  );
}

/** The part of the form below its lines. */
function renderSending({ state, sender, distributor }: QuoteFormPage): Html {
  const message = renderTextArea(state, {
    name: "message",
    label: "Message",
    optional: true,
    hint: "For example the aircraft, alternates you accept, or where to deliver.",
    rows: 5,
  });
  const button = renderButton({ text: "Send request", kind: "primary" });
  return renderCard({
    title: `To ${distributor}`,
    body: html`<div class="fields">${message}</div>\n`,
    ...(sender === null ? {} : { foot: html`<span>${sender}</span>${button}` }),
  });
}

function renderQuoteForm(shown: QuoteFormPage): Html {
  const { state, lines, source } = shown;
  const table = renderTable({
    caption: "Lines of the quote request",
    pickHead: html`<span class="unseen">Include</span>`,
    columns,
    rows: lines.map((one) => toRow(state, one)),
  });
  const typed = state.value("form");
  const hidden = { form: isUuid(typed) ? typed : randomUUID() };
  const unseen = source.map(
    ([name, text]) => html`<input type="hidden" name="${name}" value="${text}">\n`,
  );
  const card = renderCard({ title: texts.form.lines(lines.length), body: table });
  const body = html`${unseen}${renderOmitted(shown)}${card}${renderSending(shown)}`;
  const action = "/quote-requests/new";
  return renderForm({ action, state, hidden, body, label: texts.requestQuote });
}

export function renderQuoteFormPage(shown: QuoteFormPage): SitePage {
  const { lines, hasMore, above, distributor } = shown;
  const more = hasMore
    ? renderNotice(
        "short",
        `These are the first ${maxQuoteLines} lines. Send them, then request quotes for the others.`,
      )
    : null;
  return {
    title: texts.start.title,
    sentence: `${distributor} replies by e-mail and on this site.`,
    above,
    body: html`${more}${lines.length === 0 ? renderNone() : renderQuoteForm(shown)}`,
  };
}
