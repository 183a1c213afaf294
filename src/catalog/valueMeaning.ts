// What a value of a vendor's file may mean.
import { parseCurrency } from "../kit/money.ts";
import { isTranslatable, listReadings, priceColumns } from "../reading/cellValues.ts";
import { createCleaningTally } from "../reading/cleanText.ts";
import { foldSynonym } from "../reading/fold.ts";
import { meaningOf } from "../reading/lexicon.ts";
import { canMeanCurrency, listCurrencyCodes, splitSign } from "../reading/number.ts";
import { pricedUnits } from "../reading/priceCell.ts";
import type { FeedRow } from "../reading/row.ts";
import { isNoDay, isOnRequest } from "../reading/words/placeholders.ts";
import { typedStock } from "./feedStock.ts";
import { type CatalogCodes, readOfferRecord } from "./readOfferRecord.ts";
import { statusSynonyms } from "./tradeCodes.ts";

/** The meaning of a folded spelling, before it is compared with the codes that exist. */
function findSpelling(column: string, spelling: string): string | undefined {
  if (column === "condition") return meaningOf("condition", spelling);
  // A metre, or a thousand.
  if (column === "unit_of_measure" && spelling === "M") return undefined;
  if (column === "unit_of_measure") return meaningOf("unit", spelling);
  if (column === "price_per") {
    return pricedUnits.get(meaningOf("unit", spelling) ?? spelling)?.toString();
  }
  return column === "status" ? statusSynonyms.get(spelling) : undefined;
}

/** Whether a file about offers may have a text in a column, as far as the cell itself shows. */
export function isReadable(codes: CatalogCodes, column: string, text: string): boolean {
  const columns = { places: new Map([[column, 0]]), width: 1, ignored: [] };
  const faults: FeedRow["faults"] = [];
  const row = { columns, cells: [text], faults, cleaned: createCleaningTally() };
  const mode = column === "on_hand" ? "on-hand" : "available";
  const stock = { ...typedStock, modeOf: () => mode };
  readOfferRecord(row, { codes, vendor: null, stock, refusesUnread: true });
  return !faults.some((fault) => fault.column === column);
}

/** Whether a value says that there is no price or no last day. */
function isNone(column: string, written: string): boolean {
  return column === "price"
    ? isOnRequest(written)
    : column === "shelf_life_expires" && isNoDay(written);
}

/** Whether a value of prices may be the sign or code of a currency. */
function isSign(written: string): boolean {
  return splitSign(`${written}1`) !== undefined;
}

/** Whether a value can be translated so: to a text that a file about offers may have instead. */
export function canMean(
  codes: CatalogCodes,
  column: string,
  { written, meaning }: { readonly written: string; readonly meaning: string },
): boolean {
  if (!isTranslatable(column)) return false;
  const forms = listReadings(column, written);
  if (forms.length > 0) return forms.includes(meaning);
  const isCurrency = parseCurrency(meaning.toUpperCase()) !== undefined;
  if (priceColumns.has(column) && isSign(written) && isCurrency) return true;
  return isReadable(codes, column, meaning);
}

/** The currency of a sign: that of the file, which a sign never changes, or the only one. */
function proposeCurrency(written: string, chosen: string | undefined): string | undefined {
  const currency = parseCurrency(chosen?.toUpperCase() ?? "");
  if (currency !== undefined) return canMeanCurrency(written, currency) ? currency : undefined;
  const [only, ...others] = listCurrencyCodes(written);
  return others.length === 0 ? only : undefined;
}

/**
 * What a value probably means: by the spellings that dealers use, or as the sign of a currency.
 * Undefined if that is unclear. `currency`: that of all rows of the file, if it was chosen.
 */
export function proposeMeaning(
  codes: CatalogCodes,
  column: string,
  written: string,
  currency?: string,
): string | undefined {
  // With points, the day is first; with slashes, that depends on the country.
  if (written === "##.##.####") return listReadings(column, written)[0];
  const folded = foldSynonym(written);
  const spelled = isNone(column, written)
    ? ""
    : findSpelling(column, folded === "" ? written.trim() : folded);
  const isMoney = column === "currency" || (column === "price" && isSign(written));
  const meaning =
    spelled ??
    (isMoney ? proposeCurrency(written, column === "price" ? currency : undefined) : undefined);
  if (meaning === undefined || !canMean(codes, column, { written, meaning })) return undefined;
  return meaning;
}
