import { writeCertificates } from "../../catalog/nameCertificates.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextArea } from "../../html/field.ts";
import { type FormState, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { type Row, renderTable } from "../../html/table.ts";
import { renderTimeline } from "../../html/timeline.ts";
import { formatMoney, type Price } from "../../price.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { roundUpQuantity } from "../../pricing/orderTerms.ts";
import type { QuoteLine, QuoteMessage, QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import type { SitePage } from "../../site/visit.ts";
import { partAddress, quoteAddress, renderPartLink } from "../addresses.ts";
import { renderQuoteState } from "./showQuoteRequests.ts";
import { texts } from "./texts.ts";

export type QuoteRequestPage = {
  readonly request: QuoteRequest;
  /** By line, the offer that is available now. */
  readonly today: readonly (LoadedOffer | undefined)[];
  readonly distributor: string;
  readonly notice: Html | null;
  /** The form of a message. */
  readonly form: FormState;
  /** For an operator who views the site as a buyer. */
  readonly isReadOnly: boolean;
};

function describeLine({ vendor, certificate, neededBy, remark, rowNumber }: QuoteLine): Content {
  const facts = [
    rowNumber === null ? null : texts.request.row(rowNumber),
    vendor,
    certificate === null ? null : writeCertificates(certificate),
  ].filter((fact) => fact !== null);
  const day =
    neededBy && html`<span class="sub">${texts.request.neededBy(renderDay(neededBy))}</span>`;
  const words = remark && html`<span class="sub typed">${remark}</span>`;
  return html`<span class="sub">${facts.join(" · ")}</span>${day}${words}`;
}

/** The unit price at the quantity of a line, or at the smallest one; undefined: on request. */
function findPriceOf(line: QuoteLine, { offer, price, terms }: LoadedOffer): Price | undefined {
  const isCounted = line.unitOfMeasure === null || line.unitOfMeasure === offer.unitOfMeasure;
  const quantity = roundUpQuantity((isCounted ? line.quantity : null) ?? 1, terms);
  return price.findLast(({ minQuantity }) => minQuantity <= quantity)?.price;
}

/** What is available, at which price, and where to order it. */
function renderToday(line: QuoteLine, loaded: LoadedOffer | undefined): Content {
  if (loaded === undefined) return html`<span class="quiet">${texts.request.notNow}</span>`;
  const { partNumber } = line;
  const { stock, unitOfMeasure, condition } = loaded.offer;
  const { orderOf, order, price, yourPrice } = texts.request;
  const amountInStock = `${formatCount(stock)} ${unitOfMeasure}, ${condition}`;
  if (loaded.price.length === 0) {
    return html`${renderBadge("short", amountInStock)}
<span class="sub">${texts.reasons["no price"]}</span>`;
  }
  const own = findPriceOf(line, loaded);
  const text =
    own === undefined ? texts.reasons["no price"] : price(formatMoney(own), unitOfMeasure);
  const amount = html`<strong>${text}</strong>`;
  return html`${renderBadge("good", amountInStock)}
<span class="sub">${yourPrice}: ${amount}</span>
<a class="button plain" href="${partAddress(loaded.offer.partNumber)}"
 aria-label="${orderOf(partNumber)}">${order}</a>`;
}

function renderLines({ request, today }: QuoteRequestPage): Html {
  const rows = request.lines.map((line, place): Row => {
    const { partNumber, condition, quantity, unitOfMeasure, reason } = line;
    const unit = unitOfMeasure === null ? "" : ` ${unitOfMeasure}`;
    return {
      cells: [
        html`<span class="pn">${renderPartLink(partNumber)}</span>${describeLine(line)}`,
        condition,
        quantity === null ? texts.request.anyQuantity : `${formatCount(quantity)}${unit}`,
        renderBadge("neutral", texts.reasons[reason]),
        renderToday(line, today[place]),
      ],
    };
  });
  const table = renderTable({
    caption: texts.request.caption,
    columns: [
      { title: texts.form.part, kind: "prose" },
      { title: texts.form.condition, kind: "words", titled: true },
      { title: texts.form.quantity, kind: "number" },
      { title: texts.form.reason, kind: "words", titled: true },
      { title: texts.request.today, kind: "text", titled: true },
    ],
    rows,
  });
  return renderCard({ title: texts.request.lines(request.lines.length), body: table });
}

function nameAuthor({ author, authorName }: QuoteMessage, distributor: string): string {
  return author === "buyer" ? authorName : texts.request.of(authorName, distributor);
}

function renderMessages({ request, distributor }: QuoteRequestPage): Html {
  const events = request.messages.map((message) => ({
    at: message.createdAt,
    title: html`<strong>${nameAuthor(message, distributor)}</strong><br>
<span class="typed">${message.body}</span>`,
  }));
  const none = html`<p class="quiet">${texts.request.noMessages}</p>\n`;
  const body = events.length === 0 ? none : renderTimeline(events);
  return renderCard({ id: "messages", title: texts.request.messages, body });
}

function versionOf({ version }: QuoteRequest): Readonly<Record<string, string>> {
  return { version: String(version) };
}

function renderMessageForm({ request, form }: QuoteRequestPage): Html {
  const field = renderTextArea(form, {
    name: "message",
    label: texts.request.write,
    hint: texts.request.writeHint,
    rows: 4,
  });
  return renderForm({
    action: quoteAddress(request.requestId, "/messages"),
    state: form,
    hidden: versionOf(request),
    body: field,
    button: { text: texts.request.send, kind: "primary" },
  });
}

function renderWithdrawing(request: QuoteRequest): Html {
  const { withdraw, withdrawQuestion, withdrawHint, withdrawButton } = texts.request;
  const form = renderForm({
    action: quoteAddress(request.requestId, "/withdraw"),
    hidden: versionOf(request),
    body: html`<p>${withdrawHint}</p>\n`,
    button: { text: withdrawButton(request.requestNumber), kind: "danger" },
  });
  return renderQuestion(withdraw, withdrawQuestion, form);
}

function renderSide({ request, isReadOnly }: QuoteRequestPage): Html {
  const { buyerName, state, listId, createdAt, changedAt } = request;
  const list = listId && texts.request.fromList(`/quick-order/${listId}`);
  const facts = renderDefinitions([
    { term: texts.list.state, value: renderQuoteState(state) },
    { term: texts.list.sentBy, value: buyerName },
    { term: texts.list.sent, value: renderMoment(createdAt) },
    { term: texts.list.changed, value: renderMoment(changedAt) },
  ]);
  const isOpen = state !== "withdrawn" && !isReadOnly;
  return renderSummaryBox(
    texts.request.summary,
    html`${facts}${list && html`<p>${list}</p>\n`}${isOpen && renderWithdrawing(request)}`,
  );
}

export function presentQuoteRequest(shown: QuoteRequestPage): SitePage {
  const { request, notice, isReadOnly } = shown;
  const { requestNumber, state, buyerName, createdAt } = request;
  const isOpen = state !== "withdrawn" && !isReadOnly;
  return {
    title: requestNumber,
    heading: html`${requestNumber} ${renderQuoteState(state)}`,
    sentence: texts.request.sentence(buyerName, renderMoment(createdAt)),
    above: { href: "/quote-requests", text: texts.title },
    body: html`${[
      notice,
      renderMessages(shown),
      isOpen ? renderMessageForm(shown) : null,
      renderLines(shown),
    ]}`,
    side: renderSide(shown),
  };
}
