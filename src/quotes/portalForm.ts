import { renderShortCertificates } from "../catalog/sharedOffers.ts";
// Requesting a quote on the site.

import { randomUUID } from "node:crypto";
import { isUuid } from "../db/isUuid.ts";
import { partAddress, quoteAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { printable } from "../kit/contract/orderLines.ts";
import { parseDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderCellField, renderTextArea, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { type Column, type Row, renderTable } from "../kit/html/table.ts";
import type { Fields } from "../kit/site/fields.ts";
import {
  answerPage,
  notFound,
  type PageStatus,
  redirect,
  type SitePage,
} from "../kit/site/visit.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import { readGroupedQuantity } from "../orders/portalForm.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import { describeWait } from "../signIn/sharedMessages.ts";
import {
  fieldOf,
  findLineReason,
  loadSource,
  markRequested,
  maxPartNumber,
  nameDistributor,
  type QuoteFormPage,
  readRows,
  reasonWords,
  type Source,
  type WantedLine,
} from "./portalLines.ts";
import { maxLineRemark, maxMessageLength, maxQuoteLines, type QuoteLine } from "./quoteRequest.ts";
import { selectRequestOfForm } from "./quoteRequestQueries.ts";
import { requestQuote } from "./requestQuote.ts";

const columns: readonly Column[] = [
  { title: "Part", kind: "prose" },
  { title: "Condition", kind: "words", titled: true },
  { title: "Quantity", kind: "number" },
  { title: "Reason", kind: "words", titled: true },
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
    renderShortCertificates(certificate),
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
  const amount = quantity === null ? "Already" : `${formatCount(quantity)} already`;
  return html`<span class="sub short">${amount} requested in ${link}</span>`;
}

function describeReason(wanted: WantedLine): Content {
  const { partNumber, quantity } = wanted.line;
  const reason = findLineReason(wanted, quantity);
  if (reason !== null) return renderBadge("short", reasonWords[reason]);
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
  const more = rest > 0 && html`<li>${formatCount(rest)} more</li>\n`;
  const body = html`<ul>\n${points}${more}</ul>\n<p>${
    count === 1
      ? "Check its box to request it anyway."
      : "Check the box of each line that you want to request anyway."
  }</p>`;
  const title = `${formatCounted(count, "line is", "lines are")} not included`;
  return renderNotice("short", title, body);
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
  const card = renderCard({ title: formatCounted(lines.length, "line"), body: table });
  const body = html`${unseen}${renderOmitted(shown)}${card}${renderSending(shown)}`;
  const action = "/quote-requests/new";
  return renderForm({ action, state, hidden, body, label: "Request quote" });
}

function renderQuoteFormPage(shown: QuoteFormPage): SitePage {
  const { lines, hasMore, above, distributor } = shown;
  const more = hasMore
    ? renderNotice(
        "short",
        `These are the first ${maxQuoteLines} lines. Send them, then request quotes for the others.`,
      )
    : null;
  return {
    title: "Request a quote",
    sentence: `${distributor} replies by e-mail and on this site.`,
    above,
    body: html`${more}${lines.length === 0 ? renderNone() : renderQuoteForm(shown)}`,
  };
}

// What a buyer typed into the form of a quote request. Invariant: only lines that the form showed,
// as it showed them, are read.

/** The form as it is first shown. */
function fillQuoteForm(wanted: readonly WantedLine[]): FormState {
  const values = new Map(
    wanted.flatMap(({ key, line, isIncluded }) => [
      [fieldOf.include(key), isIncluded ? "yes" : ""],
      [fieldOf.quantity(key), line.quantity === null ? "" : String(line.quantity)],
      [fieldOf.neededBy(key), line.neededBy ?? ""],
      [fieldOf.remark(key), line.remark ?? ""],
    ]),
  );
  return { value: (name) => values.get(name) ?? "", faults: [], prefix: "quote" };
}

/** The keys of the lines that a form showed. */
function readShownKeys(form: Fields): readonly number[] {
  const keys = form.names().flatMap((name) => /^shown-([1-9]\d{0,14})$/.exec(name)?.[1] ?? []);
  return keys.slice(0, maxQuoteLines).map(Number);
}

const isPrintable = new RegExp(printable, "u");

function findRemarkFault(remark: string, part: string): string | undefined {
  const { length } = [...remark];
  if (length > maxLineRemark)
    return `${part}: the remark has ${length} characters. Shorten it to ${maxLineRemark}.`;
  return isPrintable.test(remark)
    ? undefined
    : `${part}: the remark has a line break or control character. Use one line of text.`;
}

function findDayFault(day: string, part: string, now: Date): string | undefined {
  if (day === "") return undefined;
  if (parseDay(day) === undefined) return `${part}: enter a date, such as 2026-12-31.`;
  return day < firstNeededDay(now)
    ? `${part}: this date has passed. Enter a later one.`
    : undefined;
}

/** A whole number; null for none, which only a row without one may have; undefined: invalid. */
function readLineQuantity(typed: string, { line }: WantedLine): number | null | undefined {
  if (typed !== "") return readGroupedQuantity(typed);
  const isOptional = line.rowNumber !== null && line.quantity === null;
  return isOptional ? null : undefined;
}

type ReadLine = { readonly line: QuoteLine | null; readonly faults: readonly FieldFault[] };

function readLine(form: Fields, wanted: WantedLine, now: Date): ReadLine {
  const { key, line, mark } = wanted;
  const { partNumber, rowNumber } = line;
  const typed = (field: keyof typeof fieldOf) => form.text(fieldOf[field](key)).trim();
  const [neededBy, remark] = [typed("neededBy"), typed("remark")];
  const quantity = readLineQuantity(typed("quantity"), wanted);
  const reason = findLineReason(wanted, quantity ?? null);
  const isChanged = typed("shown") !== mark;
  const changed =
    rowNumber === null
      ? `${partNumber}: the offer changed. Check the line, then send again.`
      : `Row ${rowNumber} changed: it is ${partNumber} now. Check the line, then send again.`;
  const faultOfQuantity =
    quantity === undefined ? `${partNumber}: enter ${quantityRange}.` : undefined;
  const orderable =
    reason === null
      ? `${partNumber}: this quantity can be ordered now. Leave the line out, or ask for more.`
      : undefined;
  const found = [
    ["quantity", isChanged ? changed : (faultOfQuantity ?? orderable)],
    ["neededBy", findDayFault(neededBy, partNumber, now)],
    ["remark", findRemarkFault(remark, partNumber)],
  ] as const;
  const faults = found.flatMap(([field, text]) =>
    text === undefined ? [] : [{ field: fieldOf[field](key), text }],
  );
  if (faults.length > 0 || reason === null || quantity === undefined) return { line: null, faults };
  const texted = { neededBy: neededBy || null, remark: remark || null };
  return { line: { ...line, ...texted, reason, quantity }, faults };
}

function findMessageFault(message: string): string | undefined {
  const { length } = [...message];
  if (length <= maxMessageLength) return undefined;
  const max = formatCount(maxMessageLength);
  return `The message has ${formatCount(length)} characters. Shorten it to ${max}.`;
}

/** The message of a form, and what is wrong with it. */
export function readMessage(form: Fields): {
  readonly message: string;
  readonly faults: readonly FieldFault[];
} {
  const message = form.text("message").trim();
  const text = findMessageFault(message);
  return { message, faults: text === undefined ? [] : [{ field: "message", text }] };
}

/** `part` is "" for a row of a list, whose number is its key. */
function describeEnded(key: number, part: string): string {
  return part === ""
    ? `Row ${key} needs no quote now. It was left out.`
    : `${part} needs no quote now. It was left out.`;
}

function describeNone(wanted: readonly WantedLine[]): string {
  const isRequested = wanted.length > 0 && wanted.every(({ requested }) => requested !== undefined);
  return isRequested
    ? "No line is included, because all are already requested. Check at least one box."
    : "No line is included. Include at least one.";
}

type ReadQuoteForm = {
  readonly lines: readonly QuoteLine[];
  readonly message: string | null;
  readonly faults: readonly FieldFault[];
};

/** Reads the lines that are included; of the others, nothing. */
function readQuoteForm(form: Fields, wanted: readonly WantedLine[], now: Date): ReadQuoteForm {
  const included = wanted.filter(({ key }) => form.has(fieldOf.include(key)));
  const read = included.map((one) => readLine(form, one, now));
  const ended = readShownKeys(form)
    .filter((key) => form.has(fieldOf.include(key)) && wanted.every((one) => one.key !== key))
    .map((key) => ({ field: "", text: describeEnded(key, form.text(fieldOf.part(key))) }));
  const none = included.length === 0 ? [{ field: "", text: describeNone(wanted) }] : [];
  const { message, faults } = readMessage(form);
  return {
    lines: read.flatMap(({ line }) => line ?? []),
    message: message === "" ? null : message,
    faults: [...ended, ...none, ...read.flatMap((one) => one.faults), ...faults],
  };
}

// The form of a quote request, and its sending. The lines are loaded from what the form is for, so
// that nothing is requested which the account does not see.

function renderStart(): SitePage {
  const field = renderTextField(freshForm(), {
    name: "part",
    label: "Part number",
    hint: html`For many parts, paste them into <a href="/quick-order">quick order</a>. It shows
which of them need a quote.`,
    maxLength: maxPartNumber,
    autocomplete: "off",
    focused: true,
    code: true,
  });
  return {
    title: "Request a quote",
    sentence: "For parts that the catalog doesn't have, or doesn't currently sell.",
    above: { href: "/quote-requests", text: "Quote requests" },
    body: html`<form class="form" action="/quote-requests/new">
${field}<button class="button primary">Continue</button></form>
`,
  };
}

function presentForm(
  context: PortalContext,
  { signedIn }: Visit,
  { lines, hasMore, source, above }: Source,
  state: FormState,
): SitePage {
  const { user, account, viewedBy } = signedIn;
  const sender =
    viewedBy === undefined ? `Sent as ${user.name || user.email}, ${account.name}.` : null;
  const distributor = nameDistributor(context);
  return renderQuoteFormPage({ state, lines, hasMore, source, above, distributor, sender });
}

/**
 * The lines of a form, with the requests that some are already in. Of lines that a duplicate left
 * out, those are the last: there can be more than a form has.
 */
async function markSource(
  context: PortalContext,
  visit: Visit,
  source: Source,
  fields: Fields,
): Promise<Source> {
  const isChosen = ["offer", "part", "rows"].some((name) => fields.has(name));
  const marked = await markRequested(context, visit, source.lines, isChosen);
  const isRequested = (line: WantedLine) => Number(line.requested !== undefined);
  const lines = fields.has("left_out")
    ? marked.toSorted((one, other) => isRequested(one) - isRequested(other))
    : marked;
  const hasMore = source.hasMore || lines.length > maxQuoteLines;
  return { ...source, lines: lines.slice(0, maxQuoteLines), hasMore };
}

export const showQuoteForm: Handler = async (context, visit) => {
  const { query } = visit;
  const found = await loadSource(context, visit, query, readRows(query.text("rows")));
  if (found === undefined) return notFound;
  if (found === null) return answerPage(renderStart());
  if (found.soldAt !== null) return redirect(found.soldAt);
  const needed = found.lines.filter((one) => findLineReason(one, one.line.quantity) !== null);
  const lines = found.listId === null ? found.lines : needed;
  const source = await markSource(context, visit, { ...found, lines }, query);
  return answerPage(presentForm(context, visit, source, fillQuoteForm(source.lines)));
};

/** Sends the request, or shows the form with its faults and all that was typed. */
export const sendRequest: Handler = async (context, visit) => {
  const { form, signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const sentForm = isUuid(form.text("form")) ? form.text("form") : null;
  const known = sentForm && (await selectRequestOfForm(context.db, accountId, sentForm));
  if (known) return redirect(quoteAddress(known.requestId, "?done=sent"));
  const found = await loadSource(context, visit, form, readShownKeys(form));
  if (found === undefined || found === null) return notFound;
  const source = await markSource(context, visit, found, form);
  const refuse = (faults: readonly FieldFault[], status: PageStatus) => {
    const state = { value: form.text, faults, prefix: "quote" };
    return answerPage(presentForm(context, visit, source, state), status);
  };
  const { lines, message, faults } = readQuoteForm(form, source.lines, now);
  if (faults.length > 0) return refuse(faults, 422);
  const { listId } = found;
  const wanted = { formId: sentForm ?? randomUUID(), lines, message, poNumber: null, listId };
  const sent = await requestQuote(context, signedIn, wanted, now);
  if (sent.outcome === "too many") {
    return refuse([{ field: "", text: describeWait(sent.waitS) }], sent);
  }
  return redirect(quoteAddress(sent.requestId, "?done=sent"));
};
