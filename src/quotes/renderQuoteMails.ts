// E-mails about requests for a quote. Texts of people are theirs alone: nothing in them becomes a
// line of ours or a placeholder.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { formatDay } from "../kit/day.ts";
import { groupDigits } from "../kit/money.ts";
import { formatMoney } from "../kit/price.ts";
import { formatMailTable, greet, type MailRow, oneLine, splitBraces } from "../mail/mailText.ts";
import type { MailMessage } from "../mail/queueMail.ts";
import type { Quote } from "../prices/quote.ts";
import type { AnsweredQuote, QuoteLine, QuoteReason } from "./quoteRequest.ts";

const reasons: Readonly<Record<QuoteReason, string>> = {
  "no stock": "not available as requested",
  "no price": "price on request",
  quantity: "not sold in this quantity",
  "not found": "not in the catalog or not for sale",
};

/** What a line asks for beside part, condition and quantity. */
function listAsked(line: QuoteLine): string[] {
  const { certificate, neededBy, vendor, reason, remark } = line;
  const facts = [
    certificate === null ? [] : nameCertificates(certificate),
    neededBy === null ? [] : `needed by ${formatDay(new Date(neededBy))}`,
    vendor ?? [],
    reason === null ? [] : reasons[reason],
  ].flat();
  return [facts.length === 0 ? [] : facts.join(", "), remark ?? []].flat();
}

function formatQuantity(quantity: number | null, unit: string | null): string {
  if (quantity === null) return "not stated";
  return [groupDigits(quantity), unit ?? []].flat().join(" ");
}

/** The requested lines as a table. */
function formatAsked(lines: readonly QuoteLine[]): string {
  const rows = lines.slice(0, maxRows).map((line, place) => ({
    cells: [
      `${place + 1}. ${oneLine(line.partNumber)}`,
      oneLine(line.condition || "-"),
      formatQuantity(line.quantity, line.unitOfMeasure),
    ],
    notes: listAsked(line),
  }));
  return formatMailTable(["Requested", "Cond.", "Quantity"], rows) + countLeft(lines);
}

function toOptionRow(quote: Quote, line: QuoteLine): MailRow {
  const { lineNumber, option, partNumber, title, leadTimeDays, unitOfMeasure } = quote;
  const asked = formatQuantity(line.quantity, line.unitOfMeasure);
  const part = partNumber === line.partNumber ? "" : ` for ${line.partNumber}`;
  return {
    cells: [
      `${lineNumber}. ${oneLine(partNumber)}`,
      quote.condition,
      formatQuantity(quote.quantity, unitOfMeasure),
      formatMoney(quote.unitPrice),
      formatDay(new Date(quote.validUntil)),
    ],
    notes: [
      [`Option ${option}${part}`, title ?? [], `requested: ${asked}`].flat().join(", "),
      leadTimeDays === null ? [] : `Lead time ${groupDigits(leadTimeDays)} days`,
      line.remark ?? [],
    ].flat(),
  };
}

/** The quote as a table: a row for each option, and for each line without one. */
function formatQuoted(lines: readonly QuoteLine[], quote: AnsweredQuote): string {
  const rows = lines.flatMap((line, place): MailRow[] => {
    const own = quote.options.filter(({ lineNumber }) => lineNumber === place + 1);
    if (own.length > 0) return own.map((one) => toOptionRow(one, line));
    const amount = formatQuantity(line.quantity, line.unitOfMeasure);
    const part = `${place + 1}. ${oneLine(line.partNumber)}`;
    const reason = quote.noQuote.get(place + 1);
    return [
      {
        cells: [part, oneLine(line.condition || "-"), amount, "No quote", "-"],
        notes: [...(reason === undefined ? [] : [reason]), ...listAsked(line)],
      },
    ];
  });
  const head = ["Part", "Cond.", "Quantity", "Unit price", "Valid until"];
  return formatMailTable(head, rows.slice(0, maxRows)) + countLeft(rows);
}

/** A mail has no more: with the longest texts it is 100,000 characters. */
const maxRows = 100;

function countLeft(rows: readonly unknown[]): string {
  const left = rows.length - maxRows;
  return left > 0 ? `\n\nand ${left} more: follow the link` : "";
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

${text}${formatAsked(lines)}

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

${quote === null ? formatAsked(lines) : formatQuoted(lines, quote)}

${isOpen ? "Accept the quote" : "See the request and reply"}:

${link}

Or write to ${supportEmail}.
`,
  };
}
