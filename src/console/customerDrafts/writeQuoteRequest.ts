// A quote request as it is typed into the form of a draft. Its columns are named, so that nothing
// in a cell is read as anything else.
import type { QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { texts } from "./texts.ts";

const columns = ["part_number", "quantity", "unit_of_measure", "condition", "certificate"];

/** A cell of a line with tabs. */
function writeCell(text: string | number | null): string {
  const cell = String(text ?? "").replace(/\s+/g, " ");
  return cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The texts of the form of a draft. */
export function writeQuoteRequest({ requestNumber, lines }: QuoteRequest) {
  const rows = lines.map(({ partNumber, quantity, unitOfMeasure, condition, certificate }) =>
    [partNumber, quantity, unitOfMeasure, condition, certificate].map(writeCell).join("\t"),
  );
  return {
    lines: [columns.join("\t"), ...rows].join("\n"),
    notes: texts.notesOfQuote(requestNumber),
  };
}
