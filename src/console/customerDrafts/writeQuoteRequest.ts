// A quote request as it is typed into the form of a draft. Its columns are named, so that nothing
// in a cell is read as anything else.
import { limits } from "../../contract/limits.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { QuoteLine, QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { texts } from "./texts.ts";

/** The vendor is for the person who chooses an offer. */
const columns = [
  "part_number",
  "quantity",
  "condition",
  "certificate",
  "needed_by",
  "remark",
  "vendor",
];

/** A cell of a line with tabs. */
function writeCell(text: string | number | null): string {
  const cell = String(text ?? "").replace(/\s+/g, " ");
  return cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** With its unit, whatever that is: an unknown one in a column of its own would be left out. */
function writeQuantity({ quantity, unitOfMeasure }: QuoteLine): string | null {
  return quantity === null ? null : [quantity, unitOfMeasure ?? []].flat().join(" ");
}

/** The remarks that are longer than those of an order, in full; null if there are none. */
export function renderLongRemarks({ lines }: QuoteRequest): Html | null {
  const max = limits.remarkLength;
  const long = lines.filter(({ remark }) => [...(remark ?? "")].length > max);
  if (long.length === 0) return null;
  const points = long.map(
    ({ partNumber, remark }) =>
      html`<li>${partNumber}: <span class="typed">${remark}</span></li>\n`,
  );
  const { title, hint } = texts.longRemarks;
  return renderNotice("short", title(long.length), html`<p>${hint(max)}</p>\n<ul>\n${points}</ul>`);
}

/** The texts of the form of a draft. */
export function writeQuoteRequest({ requestNumber, lines }: QuoteRequest) {
  const rows = lines.map((line) => {
    const { partNumber, condition, certificate, neededBy, remark, vendor } = line;
    const cells = [partNumber, writeQuantity(line), condition, certificate, neededBy, remark];
    return [...cells, vendor].map(writeCell).join("\t");
  });
  return {
    lines: [columns.join("\t"), ...rows].join("\n"),
    notes: `Quote request ${requestNumber}`,
  };
}
