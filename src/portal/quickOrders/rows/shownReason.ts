// Why a row is in its state, as it is shown, and the lines that this and its price need.
import { stateWords } from "../../../components/listRows.ts";
import { capitalize } from "../../../html/capitalize.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** A reason without what its row says already, or says in more words than a row has room for. */
export function shortenReason(row: RowOnPage, { offers }: RowSetting): string | null {
  const { reason, rowNumber } = row;
  if (reason === null) return null;
  const offer = offers.named.get(rowNumber);
  const named = offer === undefined ? reason : reason.replace(`${offer.partNumber}: `, "");
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
const lineLength = 42;
/** A badge has a mark, and a price comes after a reason: "USD 1,234.00 / EA". */
const badgeLength = 4;
const priceLength = 16;

/**
 * The class of a row whose reason, and `more` that decides about money, do not fit into two lines;
 * null: they fit.
 */
export function findHeight(
  row: RowOnPage,
  setting: RowSetting,
  more: string | null,
): string | null {
  const reason = shortenReason(row, setting);
  if (reason === null) return null;
  const price = setting.offers.named.has(row.rowNumber) ? priceLength : 0;
  const badge = stateWords[row.state].word.length + badgeLength;
  const lines = Math.ceil((badge + reason.length + price + (more?.length ?? 0)) / lineLength);
  if (lines <= 2) return null;
  return lines === 3 ? "three" : "four";
}
