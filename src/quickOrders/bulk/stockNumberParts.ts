// The part that a row means by its national stock number.
import { selectOffersOfNiins } from "../../catalog/entries/entryQueries.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { ReplicaView } from "../../catalog/replica/read/replicaView.ts";
import { normalizeDashes } from "../../imports/cleanText.ts";
import type { RowOnPage } from "../pageQueries.ts";

const whole = /^(?:NSN[ :#.=-]*)?(\d{4})[-. ]?(\d{2})[-. ]?(\d{3})[-. ]?(\d{4})$/i;
const niinLength = 9;

/** The 13 digits of a text that is a stock number and nothing else. */
function readWholeStockNumber(text: string): string | undefined {
  const [, ...groups] = whole.exec(normalizeDashes(text.trim())) ?? [];
  return groups.length === 0 ? undefined : groups.join("");
}

/**
 * By row number, the key of the only part number of the catalog that has the whole stock number
 * that is written for the part.
 */
export function findStockNumberParts(
  view: ReplicaView,
  rows: readonly RowOnPage[],
): ReadonlyMap<number, string> {
  const written = rows.flatMap(({ rowNumber, partNumber }) => {
    const nsn = readWholeStockNumber(partNumber ?? "");
    return nsn === undefined ? [] : [{ rowNumber, nsn }];
  });
  const niins = [...new Set(written.map(({ nsn }) => nsn.slice(-niinLength)))];
  const offersOf = Map.groupBy(selectOffersOfNiins(view, niins), ({ nsn }) => nsn);
  return new Map(
    written.flatMap(({ rowNumber, nsn }): [number, string][] => {
      const keys = new Set(offersOf.get(nsn)?.map(({ partNumber }) => partNumberKey(partNumber)));
      const [key, ...others] = keys;
      return key === undefined || others.length > 0 ? [] : [[rowNumber, key]];
    }),
  );
}
