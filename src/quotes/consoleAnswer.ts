// The answer to a quote request in the console: a table with the fields of each line beside what was
// asked and what the catalog has, prefilled and sent at once.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import { readIfAvailable } from "../catalog/replica/replica.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import { renderShortCertificates } from "../catalog/sharedOffers.ts";
import type { TradeCodes } from "../catalog/tradeCodes.ts";
import { linkCatalogPart, quoteRequestAddress } from "../home/consoleAddresses.ts";
import { addDays, utcDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import {
  renderCellField,
  renderCellSelect,
  renderTextArea,
  renderTextField,
} from "../kit/html/field.ts";
import { type FieldFault, type FormState, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDay } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatMoney, formatPrice, readStoredPrice } from "../kit/price.ts";
import type { Fields } from "../kit/site/fields.ts";
import type { Agreement } from "../prices/agreement.ts";
import { findOrderTerms, type OrderTerms, roundUpQuantity } from "../prices/orderTerms.ts";
import { selectAgreementFor } from "../prices/queries.ts";
import type { Quote } from "../prices/quote.ts";
import { findUnitPrice } from "../prices/unitPrice.ts";
import { acceptsCondition } from "../reading/condition.ts";
import type { AnswerFault, WrittenAnswer, WrittenOption } from "./answerRules.ts";
import { listOptions, type QuoteLine, type QuoteRequest, usualDays } from "./quoteRequest.ts";
import { type LastQuote, selectLastQuotes } from "./quoteRequestQueries.ts";

/** The options of a line that the form has; an API can send more. */
const maxFormOptions = 3;

const anyQuantity: OrderTerms = { minQuantity: 1, multiple: 1 };

/** What the catalog has for a line, at the account's own prices, and its last quote. */
type LineFacts = {
  readonly line: QuoteLine;
  readonly number: number;
  readonly offers: readonly ListedOffer[];
  readonly last: LastQuote | undefined;
};

export type AnswerPage = {
  readonly request: QuoteRequest;
  readonly lines: readonly LineFacts[];
  readonly agreement: Agreement;
  readonly codes: TradeCodes;
  /** False while the catalog can't be read. */
  readonly isComplete: boolean;
  readonly currency: string;
  readonly now: Date;
};

export async function loadAnswerPage(
  { db, replica }: CatalogAccess,
  request: QuoteRequest,
  currency: string,
  now: Date,
): Promise<AnswerPage> {
  const day = utcDay(now);
  const keys = request.lines.map(({ partNumber }) => partNumberKey(partNumber));
  const found = readIfAvailable(replica, (view) =>
    request.lines.map(({ offerId }, place) => {
      const named = offerId === null ? [] : selectListedOffers(view, [offerId], day);
      const key = keys[place] ?? "";
      const ofPart = key === "" ? [] : selectOffersOfPart(view, key, day);
      const others = ofPart.filter((one) => one.offerId !== named[0]?.offerId);
      return [...named, ...others].filter(({ status }) => status === "ACTIVE");
    }),
  );
  const agreement = await selectAgreementFor(
    db,
    request.accountId as AccountId,
    (found ?? []).flat(),
    day,
  );
  const last = await selectLastQuotes(db, keys, request.requestId);
  const lines = request.lines.map((line, place) => ({
    line,
    number: place + 1,
    offers: found?.[place] ?? [],
    last: last.find((one) => one.partNumberKey === keys[place]),
  }));
  const isComplete = found !== undefined;
  return {
    request,
    lines,
    agreement,
    codes: await selectTradeCodes(db),
    isComplete,
    currency,
    now,
  };
}

const fields = {
  source: "source",
  price: "price",
  currency: "currency",
  quantity: "quantity",
  min: "min",
  multiple: "multiple",
  lead: "lead",
  part: "part",
  name: "name",
  maker: "maker",
  condition: "condition",
  unit: "unit",
  certificate: "certificate",
} as const;
type OptionField = keyof typeof fields;

const fieldOf = (field: OptionField | "reason", line: number, option = 1) =>
  `${field}-${line}-${option}`;

/** The field that shows a fault. */
const fieldNames: Readonly<Record<AnswerFault["field"], OptionField | "reason" | "valid_until">> = {
  line: "source",
  options: "source",
  offer_id: "source",
  no_quote: "reason",
  part_number: "part",
  part_name: "name",
  manufacturer: "maker",
  condition: "condition",
  unit_of_measure: "unit",
  certificate: "certificate",
  unit_price: "price",
  currency: "currency",
  quantity: "quantity",
  min_quantity: "min",
  multiple: "multiple",
  lead_time_days: "lead",
  valid_until: "valid_until",
};

export function toFieldFaults(faults: readonly AnswerFault[]): FieldFault[] {
  return faults.map(({ line, option, field, text }) => {
    const name = fieldNames[field];
    const at = name === "valid_until" ? name : fieldOf(name, line, option ?? 1);
    return { field: at, text: `Line ${line}: ${text}` };
  });
}

type Prefilled = Partial<Record<OptionField, string>>;

/** An option that was quoted before, to be corrected. */
function writeQuoted(quote: Quote): Prefilled {
  const { offerId, unitPrice, leadTimeDays, minQuantity, multiple } = quote;
  return {
    source: offerId === null ? "part" : String(offerId),
    price: formatPrice(unitPrice),
    currency: unitPrice.currency,
    quantity: String(quote.quantity),
    min: String(minQuantity),
    multiple: String(multiple),
    lead: leadTimeDays === null ? "" : String(leadTimeDays),
    part: quote.partNumber,
    name: quote.title ?? "",
    maker: quote.manufacturer ?? "",
    condition: quote.condition,
    unit: quote.unitOfMeasure,
    certificate: quote.certificate ?? "",
  };
}

/** The part of a line as the catalog has it; else as it was asked, as far as that is known. */
function writePart(
  { line }: LineFacts,
  offer: ListedOffer | undefined,
  codes: TradeCodes,
): Prefilled {
  if (offer !== undefined) {
    return {
      lead: offer.leadTimeDays === null ? "" : String(offer.leadTimeDays),
      part: offer.partNumber,
      name: offer.title ?? "",
      maker: offer.manufacturer ?? "",
      condition: offer.condition,
      unit: offer.unitOfMeasure,
      certificate: offer.certificate ?? "",
    };
  }
  const isKnown = (list: readonly { readonly code: string }[], code: string | null) =>
    code !== null && list.some((one) => one.code === code);
  const { condition, unitOfMeasure, certificate, partNumber: part } = line;
  return {
    ...{ lead: "", part, name: "", maker: "", certificate: certificate ?? "" },
    condition: isKnown(codes.conditions, condition) ? (condition ?? "") : "",
    unit: isKnown(codes.unitsOfMeasure, unitOfMeasure) ? (unitOfMeasure ?? "") : "EA",
  };
}

/** What a line is prefilled with: its offer if there is enough of it, else the part to order. */
function writeUsual(facts: LineFacts, { agreement, codes, currency }: AnswerPage): Prefilled {
  const { line, offers } = facts;
  const isWanted = ({ offerId, condition }: ListedOffer) =>
    offerId === line.offerId || acceptsCondition(line.condition, condition);
  const offer = offers.find(isWanted);
  const terms = offer === undefined ? anyQuantity : findOrderTerms(offer, agreement);
  const quantity = roundUpQuantity(line.quantity ?? 1, terms);
  const price = offer === undefined ? null : findUnitPrice(offer, agreement, quantity).price;
  return {
    ...writePart(facts, offer, codes),
    source: offer !== undefined && offer.stock >= quantity ? String(offer.offerId) : "part",
    price: price === null ? "" : formatPrice(price),
    currency: price?.currency ?? currency,
    quantity: String(quantity),
    min: String(terms.minQuantity),
    multiple: String(terms.multiple),
  };
}

/** The form as it is first shown: the current quote, else what the catalog and agreement have. */
export function fillAnswer(page: AnswerPage): FormState {
  const { request, lines, now } = page;
  const values = new Map<string, string>();
  for (const facts of lines) {
    const { number } = facts;
    const quoted = listOptions(request, number).map(writeQuoted);
    const options = quoted.length > 0 ? quoted : [writeUsual(facts, page)];
    const reason = request.quote?.noQuote.get(number);
    for (let option = 1; option <= maxFormOptions; option += 1) {
      const prefilled = options[option - 1] ?? { ...options[0], source: "", price: "" };
      const shown = reason === undefined ? prefilled : { ...prefilled, source: "none", price: "" };
      for (const [field, text] of Object.entries(shown)) {
        values.set(fieldOf(field as OptionField, number, option), text);
      }
    }
    values.set(fieldOf("reason", number), reason ?? "");
  }
  const until = request.quote?.options[0]?.validUntil ?? addDays(utcDay(now), usualDays);
  values.set("valid_until", until);
  return { value: (name) => values.get(name) ?? "", faults: [] };
}

function readNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function readOption(form: Fields, line: number, option: number): WrittenOption | null {
  const typed = (field: OptionField) => form.text(fieldOf(field, line, option)).trim();
  const source = typed("source");
  if (typed("price") === "" || source === "" || source === "none") return null;
  const isPart = source === "part";
  const lead = typed("lead");
  return {
    offerId: isPart ? null : readNumber(source),
    part: isPart
      ? {
          partNumber: typed("part"),
          title: typed("name"),
          manufacturer: typed("maker"),
          condition: typed("condition"),
          unitOfMeasure: typed("unit"),
          certificate: typed("certificate"),
        }
      : null,
    amount: typed("price"),
    currency: typed("currency"),
    quantity: readNumber(typed("quantity")),
    minQuantity: readNumber(typed("min")),
    multiple: readNumber(typed("multiple")),
    leadTimeDays: lead === "" ? null : readNumber(lead),
    validUntil: form.text("valid_until").trim(),
  };
}

/** The lines that are answered: with a price, or without a quote for a reason. */
export function readAnswerForm(form: Fields, { lines }: QuoteRequest): readonly WrittenAnswer[] {
  return lines.flatMap((_, place): WrittenAnswer[] => {
    const line = place + 1;
    if (form.text(fieldOf("source", line)).trim() === "none") {
      return [{ line, options: [], noQuote: form.text(fieldOf("reason", line)).trim() }];
    }
    const options = Array.from({ length: maxFormOptions }, (_, at) =>
      readOption(form, line, at + 1),
    );
    const written = options.flatMap((option) => option ?? []);
    return written.length === 0 ? [] : [{ line, options: written, noQuote: null }];
  });
}

function describeAsked({ line, number }: LineFacts): Html {
  const { partNumber, quantity, unitOfMeasure, condition, certificate, neededBy, vendor } = line;
  const amount =
    quantity === null ? null : [formatCount(quantity), unitOfMeasure ?? []].flat().join(" ");
  const row = line.rowNumber === null ? null : `Row ${formatCount(line.rowNumber)}`;
  const facts = [amount, condition, renderShortCertificates(certificate), vendor, row].filter(
    Boolean,
  );
  const joined = facts.map((fact, at) => html`${at > 0 && " · "}${fact}`);
  const day = neededBy && html`<span class="sub">Needed by ${renderDay(neededBy)}</span>`;
  const remark = line.remark && html`<span class="sub typed">${line.remark}</span>`;
  return html`${number}. <span class="pn">${partNumber}</span><span class="sub">${joined}</span>${day}${remark}`;
}

function describeNow({ line, offers, last }: LineFacts, { agreement }: AnswerPage): Content {
  const [offer] = offers;
  const price = offer && findUnitPrice(offer, agreement, line.quantity ?? 1).price;
  const now =
    offer === undefined
      ? html`Not in the catalog`
      : html`${linkCatalogPart(offer.partNumber)}: ${formatCount(offer.stock)} ${offer.unitOfMeasure}, ${
          price ? formatMoney(price) : "on request"
        }`;
  const quoted =
    last &&
    html`<span class="sub">Last quote: ${formatMoney(readStoredPrice(last.unitPrice, last.currency))} for ${formatCount(
      last.quantity,
    )}, <a href="${quoteRequestAddress(last.requestId)}">${last.accountName}</a>, ${renderAge(last.createdAt)}</span>`;
  return html`${now}${quoted}`;
}

function renderSource({ offers, number, line }: LineFacts, option: number, state: FormState): Html {
  const options = [
    ...(option > 1 ? [{ value: "", text: "None" }] : []),
    ...offers.slice(0, 20).map(({ offerId, vendor, condition, stock, unitOfMeasure }) => ({
      value: String(offerId),
      text: `${condition}, ${formatCount(stock)} ${unitOfMeasure}, ${vendor}`,
    })),
    { value: "part", text: "To order, not from stock" },
    ...(option === 1 ? [{ value: "none", text: "No quote" }] : []),
  ];
  const name = fieldOf("source", number, option);
  return renderCellSelect(state, { name, label: `Offer for ${line.partNumber}`, options });
}

function renderOption(
  facts: LineFacts,
  option: number,
  state: FormState,
  codes: TradeCodes,
): Content[] {
  const { number, line } = facts;
  const cell = (field: OptionField, label: string, width: number, digits = false) =>
    renderCellField(state, {
      name: fieldOf(field, number, option),
      label: `${label} of ${line.partNumber}, line ${number}`,
      ...{ width, digits },
    });
  const labelled = (field: OptionField, label: string, width: number, digits = false) =>
    html`<label>${label} ${cell(field, label, width, digits)}</label> `;
  const select = (field: OptionField, label: string, codeList: readonly { code: string }[]) =>
    html`<label>${label} ${renderCellSelect(state, {
      name: fieldOf(field, number, option),
      label: `${label} of ${line.partNumber}, line ${number}`,
      options: codeList.map(({ code }) => ({ value: code, text: code })),
    })}</label> `;
  const noQuote =
    option === 1 &&
    html`<label class="sub">If no quote, why ${renderCellField(state, {
      name: fieldOf("reason", number),
      label: `Reason for no quote of ${line.partNumber}`,
      width: 20,
    })}</label>`;
  const ofPart = [
    "part",
    "name",
    "maker",
    "condition",
    "unit",
    "certificate",
    "min",
    "multiple",
  ] as const;
  const isFaulty = state.faults.some(({ field }) =>
    ofPart.some((one) => fieldOf(one, number, option) === field),
  );
  return [
    html`${renderSource(facts, option, state)}${noQuote}<details${isFaulty ? html` open` : null}>
<summary>Part and pack<span class="unseen"> of line ${number}</span></summary>
<div>${labelled("part", "Part number", 16)}${labelled("name", "Name", 18)}${labelled(
      "maker",
      "Manufacturer",
      14,
    )}${select("condition", "Condition", [{ code: "" }, ...codes.conditions])}${select(
      "unit",
      "Unit",
      codes.unitsOfMeasure,
    )}${labelled("certificate", "Certificate", 8)}${labelled("min", "Minimum", 6, true)}${labelled(
      "multiple",
      "Pack",
      6,
      true,
    )}</div></details>`,
    html`${cell("price", "Unit price", 9)} ${cell("currency", "Currency", 3)}`,
    cell("quantity", "Quantity", 6, true),
    cell("lead", "Lead time in days", 4, true),
  ];
}

/** A further option of a line is a row that continues it; empty ones are folded away. */
function renderRows(facts: LineFacts, page: AnswerPage, state: FormState) {
  return Array.from({ length: maxFormOptions }, (_, at) => at + 1).flatMap((option) => {
    const isUsed = option === 1 || state.value(fieldOf("source", facts.number, option)) !== "";
    const isNext = option > 1 && state.value(fieldOf("source", facts.number, option - 1)) !== "";
    if (!isUsed && !(isNext && option === 2)) return [];
    const first = option === 1;
    const cells = [
      first ? describeAsked(facts) : html`<span class="quiet">Option ${option}</span>`,
      first ? describeNow(facts, page) : null,
      ...renderOption(facts, option, state, page.codes),
    ];
    return [{ cells, ...(first ? {} : { continues: true }) }];
  });
}

/** `hint` tells how the answer is delivered; `state` has what was typed. */
export function renderAnswer(page: AnswerPage, state: FormState, hint: Content): Html {
  const { request, lines, isComplete } = page;
  const { requestId, version, quote } = request;
  const table = renderTable({
    caption: "Lines, what the catalog has now, and what you quote",
    columns: [
      { title: "Requested", kind: "prose" },
      { title: "In the catalog now", kind: "prose", titled: true },
      { title: "Quote", kind: "prose", titled: true },
      { title: "Unit price", kind: "prose", titled: true },
      { title: "Quantity", kind: "number" },
      { title: "Days", kind: "number" },
    ],
    rows: lines.flatMap((facts) => renderRows(facts, page, state)),
  });
  const isAsked = state.faults.some(({ text }) => text.includes("list price"));
  const accept =
    isAsked &&
    html`<p><label><input type="checkbox" name="accepted" value="yes"> Send prices that differ from the list price</label></p>`;
  const body = html`${isComplete ? null : renderNotice("neutral", "The catalog is loading.", "Open this page again in a minute.")}${table}
<div class="fields">${renderTextField(state, {
    name: "valid_until",
    label: "Prices valid until",
    type: "date",
  })}${renderTextArea(state, {
    name: "text",
    label: "Message to the buyer",
    optional: true,
    hint,
    rows: 4,
  })}</div>${accept}`;
  const title = quote === null ? "Quote" : `Quote, version ${quote.version}`;
  const form = renderForm({
    action: quoteRequestAddress(requestId, "/answer"),
    state,
    hidden: { version: String(version) },
    label: title,
    body,
    button: { text: quote === null ? "Send quote" : "Send corrected quote", kind: "primary" },
  });
  return html`<div class="unprinted">${renderCard({ id: "answer", title, body: form })}</div>`;
}

/** What is quoted now, for those who cannot answer and on paper. */
export function renderQuoted({ lines, quote }: QuoteRequest): Html {
  const rows = lines.map((line, place) => {
    const number = place + 1;
    const options = quote?.options.filter(({ lineNumber }) => lineNumber === number) ?? [];
    const reason = quote?.noQuote.get(number);
    const answer = options.map(
      ({ unitPrice, quantity, left, unitOfMeasure, condition, validUntil, offerId }) =>
        html`<span class="sub">${formatMoney(unitPrice)} for ${formatCount(quantity)} ${unitOfMeasure}, ${condition}, ${
          offerId === null ? "to order" : "from stock"
        }, until ${renderDay(validUntil)}; ${formatCount(left)} not ordered</span>`,
    );
    const facts = { line, number, offers: [], last: undefined };
    return { cells: [describeAsked(facts), reason === undefined ? answer : `No quote: ${reason}`] };
  });
  const table = renderTable({
    caption: "Requested parts and their quote",
    columns: [
      { title: "Requested", kind: "prose" },
      { title: "Quoted", kind: "prose", titled: true },
    ],
    rows,
  });
  return renderCard({ title: formatCounted(lines.length, "line"), body: table });
}
