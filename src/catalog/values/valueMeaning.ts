// What a value of a vendor's file may mean.
import { createCleaningTally } from "../../imports/cleanedCells.ts";
import { foldSynonym } from "../../imports/cleanText.ts";
import type { FeedRow } from "../../imports/feedRow.ts";
import { listReadings, priceColumns, splitSign } from "../../imports/values/cellValues.ts";
import { findCurrencyCodes } from "../../imports/values/currencySigns.ts";
import { isTranslatable } from "../../imports/values/translatable.ts";
import { parseCurrency } from "../../money.ts";
import { type CatalogCodes, readOfferRecord } from "../import/readOfferRecord.ts";
import { typedStock } from "../stock/feedStock.ts";
import { findSpelling } from "./dealerSpellings.ts";

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

function proposeCurrency(written: string): string | undefined {
  const code = parseCurrency(written.toUpperCase());
  const [only, ...others] = code === undefined ? findCurrencyCodes(written) : [code];
  return others.length === 0 ? only : undefined;
}

/**
 * What a value probably means: by the spellings that dealers use, or as the sign of a currency.
 * Undefined if that is unclear.
 */
export function proposeMeaning(
  codes: CatalogCodes,
  column: string,
  written: string,
): string | undefined {
  // With points, the day is first; with slashes, that depends on the country.
  if (written === "##.##.####") return listReadings(column, written)[0];
  const folded = foldSynonym(written);
  const spelled = findSpelling(column, folded === "" ? written.trim() : folded);
  const isMoney = column === "currency" || (column === "price" && isSign(written));
  const meaning = spelled ?? (isMoney ? proposeCurrency(written) : undefined);
  if (meaning === undefined || !canMean(codes, column, { written, meaning })) return undefined;
  return meaning;
}
