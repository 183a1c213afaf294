import { freeOfCharge, zeroPriceColumn } from "../catalog/readOfferRecord.ts";
import type { Queryable } from "../db/database.ts";
import { hasSubject, type ImportFile } from "./file.ts";
import { selectRememberedMappings } from "./fileQueries.ts";
import { type ColumnMapping, noMapping } from "./rows/columns.ts";
import { findRememberedMapping, mergeMapping } from "./rows/sheets.ts";

/** Nobody looks at the columns each time: that 0 is free of charge is declared each time. */
function removeFreeOfCharge(mapping: ColumnMapping): ColumnMapping {
  const kept = [...mapping.fixed].filter(
    ([name, value]) => name !== zeroPriceColumn || value !== freeOfCharge,
  );
  return { ...mapping, fixed: new Map(kept) };
}

/**
 * The mapping of an import that a program starts: what an earlier file of its vendor or account with
 * the same header was read with (`known`), unless it is given differently.
 */
export async function completeMapping(
  db: Queryable,
  file: ImportFile,
  { mapping: given, isFresh }: { readonly mapping: ColumnMapping; readonly isFresh: boolean },
): Promise<{ readonly known: ColumnMapping; readonly mapping: ColumnMapping }> {
  const remembered =
    hasSubject(file) && !isFresh ? await selectRememberedMappings(db, file) : new Map();
  const possible = (file.head ?? []).filter(
    ({ line, sheet }) =>
      (given.headerLine === undefined || line === given.headerLine) &&
      (given.sheet === undefined || sheet === given.sheet),
  );
  const known = removeFreeOfCharge(findRememberedMapping(possible, remembered) ?? noMapping);
  return { known, mapping: mergeMapping(known, given) };
}
