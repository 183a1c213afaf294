// Why a row is in its state, as it is shown, and the lines that a row needs.
import { omitPartNumber } from "../../../components/listRows.ts";
import { capitalize } from "../../../html/capitalize.ts";
import type { Html } from "../../../html/html.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** A reason without what its row says already, or says in more words than a row has room for. */
export function shortenReason(row: RowOnPage, { offers }: RowSetting): string | null {
  const { reason, rowNumber } = row;
  if (reason === null) return null;
  const offer = offers.named.get(rowNumber);
  const named = offer === undefined ? reason : omitPartNumber(reason, offer.partNumber);
  const short = named
    .replace(/(packs of ([\d,]+)), min\. \2\./, "$1.")
    .replace(/Nearest quantit(?:y|ies):/, "Nearest:")
    .replace(/The quantity is not(?= a whole)/, texts.isNot);
  return capitalize(short);
}

/** Whether a reason is about a few rows of one offer, which it names. */
export function namesRows(reason: string | null): boolean {
  return /^Rows \d[^:]* together: /.test(reason ?? "");
}

/** Characters of a line at a width of 1,280 px, cautiously. */
const lineLength = 58;
/** What the mark and the edges of a badge take. */
const badgeLength = 4;

/** The class of a row that says more than two lines have room for; null: they have. */
export function findHeight(shown: Html): "three" | "four" | null {
  const text = String(shown)
    .replace(/<[^>]*>/g, "")
    .replace(/&\w+;/g, "-")
    .replace(/\s+/g, " ");
  const lines = Math.ceil((badgeLength + text.length) / lineLength);
  if (lines <= 2) return null;
  return lines === 3 ? "three" : "four";
}
