// E-mails about requests for a quote. Texts of people are theirs alone: nothing in them becomes a
// line of ours or a placeholder.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { formatDay } from "../kit/day.ts";
import { groupDigits } from "../kit/money.ts";
import { formatMoney } from "../kit/price.ts";
import { greet, oneLine, splitBraces } from "../mail/mailText.ts";
import type { MailMessage } from "../mail/queueMail.ts";
import type { Quote } from "../prices/quote.ts";
import {
  type AnsweredQuote,
  maxQuoteReason,
  type QuoteLine,
  type QuoteReason,
} from "./quoteRequest.ts";

const reasons: Readonly<Record<QuoteReason, string>> = {
  "no stock": "not available as requested",
  "no price": "price on request",
  quantity: "not sold in this quantity",
  "not found": "not in the catalog or not for sale",
};

/** A line as text: "1. DA65152-14, 12 EA, NE, needed by 12 Jan 2027: price on request". */
function describeLine(line: QuoteLine, place: number, answer: readonly string[] | null): string {
  const { partNumber, quantity, unitOfMeasure, condition, certificate, neededBy, vendor } = line;
  const amount = quantity === null ? "no quantity" : groupDigits(quantity);
  const facts = [
    `${place + 1}. ${oneLine(partNumber)}`,
    [amount, unitOfMeasure].filter((part) => part !== null).join(" "),
    condition === null ? [] : oneLine(condition),
    certificate === null ? [] : oneLine(nameCertificates(certificate)),
    neededBy === null ? [] : `needed by ${formatDay(new Date(neededBy))}`,
    vendor === null ? [] : oneLine(vendor),
  ];
  const remark = line.remark === null ? "" : `\n   ${oneLine(line.remark, 500)}`;
  const asked = facts.flat().join(", ");
  if (answer !== null) return [`${asked}${remark}`, ...answer].join("\n   ");
  const reason = line.reason === null ? "" : `: ${reasons[line.reason]}`;
  return `${asked}${reason}${remark}`;
}

function describeOption(quote: Quote): string {
  const { option, partNumber, condition, unitOfMeasure, unitPrice, leadTimeDays } = quote;
  const facts = [
    `${formatMoney(unitPrice)} per ${unitOfMeasure}`,
    `for ${groupDigits(quote.quantity)} ${unitOfMeasure}`,
    oneLine(partNumber),
    condition,
    leadTimeDays === null ? [] : `lead time ${groupDigits(leadTimeDays)} days`,
    `valid until ${formatDay(new Date(quote.validUntil))}`,
  ];
  return `Option ${option}: ${facts.flat().join(", ")}`;
}

/** What is answered to a line; null before there is a quote. */
function listAnswers(quote: AnsweredQuote | null, line: number): readonly string[] | null {
  if (quote === null) return null;
  const reason = quote.noQuote.get(line);
  if (reason !== undefined) return [`No quote: ${oneLine(reason, maxQuoteReason)}`];
  return quote.options.filter(({ lineNumber }) => lineNumber === line).map(describeOption);
}

/** In characters. An e-mail has at most twice as many. */
const maxLinesLength = 100_000;

/** The lines, as many as fit, and how many do not. */
function describeLines(lines: readonly QuoteLine[], quote: AnsweredQuote | null = null): string {
  let length = 0;
  const described = lines.map((line, place) =>
    describeLine(line, place, listAnswers(quote, place + 1)),
  );
  const shown = described.filter((text) => {
    length += text.length;
    return length <= maxLinesLength;
  });
  const left = described.length - shown.length;
  return [...shown, left === 0 ? [] : `and ${left} more: follow the link`].flat().join("\n");
}

type AskedQuote = {
  readonly accountId: string;
  readonly accountName: string;
  readonly requestNumber: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly lines: readonly QuoteLine[];
  /** The buyer's own text, if any. */
  readonly message: string | null;
  readonly link: string;
  readonly supportEmail: string;
};

/** To the distributor. `isNew` is false for a further message of the buyer. */
export function renderQuoteRequestMail(asked: AskedQuote, isNew: boolean): MailMessage {
  const { accountId, requestNumber, lines, message, link, supportEmail } = asked;
  const account = oneLine(asked.accountName);
  const buyer = `${oneLine(asked.buyerName)}, ${asked.buyerEmail}`;
  const text = message === null ? "" : `${splitBraces(message)}\n\n`;
  return {
    kind: "quote requested",
    to: supportEmail,
    accountId,
    subject: isNew
      ? `Quote requested: ${requestNumber}, ${account}`
      : `Message on ${requestNumber} from ${account}`,
    text: `Hello,

${isNew ? `${buyer}, requests a quote for ${account}:` : `${buyer}, wrote about ${requestNumber}:`}

${text}${describeLines(lines)}

Reply in the console:

${link}
`,
  };
}

/** To the buyer: the operator's reply. */
export function renderQuoteReplyMail(
  asked: Omit<AskedQuote, "message" | "accountName"> & {
    readonly reply: string;
    readonly quote: AnsweredQuote | null;
  },
): MailMessage {
  const { accountId, requestNumber, lines, reply, quote, link, supportEmail, buyerName } = asked;
  const isOpen = quote !== null && quote.options.length > 0;
  return {
    kind: "quote reply",
    to: asked.buyerEmail,
    accountId,
    subject: `Reply to your quote request ${requestNumber}`,
    text: `${greet(oneLine(buyerName))}

${splitBraces(reply)}

Your request ${requestNumber}:

${describeLines(lines, quote)}

${isOpen ? "Accept the quote, or write about it" : "See the request and reply"}:

${link}

Or write to ${supportEmail}.
`,
  };
}
