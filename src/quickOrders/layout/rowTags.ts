// What identifies a row in the buyer's own list: its item number and its aircraft. Pure.
import { isBlank } from "../../imports/layout/cellTexts.ts";

/** The places of the two columns; null for none. */
export type TagPlaces = { readonly item: number | null; readonly aircraft: number | null };

export const noTags: TagPlaces = { item: null, aircraft: null };

const numbers = "(?: ?(?:no\\.?|nr\\.?|number|num|#))?";
const itemHeader = new RegExp(
  "^(?:(?:line ?)?(?:item|itm)|pos(?:ition)?\\.?|line|ln|row|seq\\.?|s/n[or]\\.?|#|no\\.?|nr\\.?)" +
    `${numbers}$`,
  "i",
);
const aircraftHeader = new RegExp(
  "^(?:(?:a/?c|aircraft)(?: ?(?:reg\\.?|registration|tail|no\\.?|#))?" +
    "|(?:tail|reg\\.?(?:istration)?)(?: ?(?:no\\.?|number|#))?)$",
  "i",
);
/** "12", "1.2", "A-07". */
const itemNumber = /^[A-Z]{0,3}[-.]?\d{1,6}(?:[-./]\d{1,4}){0,2}[A-Z]?$/i;
const maxAircraft = 24;

function isAircraft(cell: string): boolean {
  return cell.length <= maxAircraft && /[\p{L}\d]/u.test(cell);
}

function isItem(cell: string): boolean {
  return itemNumber.test(cell);
}

/**
 * Finds the columns that no field is read from, by their headers: item numbers if most of the cells
 * are some, because "Item" may also be a name.
 */
export function findTags(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
): TagPlaces {
  const find = (name: RegExp, fits: (cell: string) => boolean) => {
    const place = header.findIndex((cell, at) => {
      if (taken.has(at) || !name.test(cell.trim().replace(/\s+/g, " "))) return false;
      const filled = rows.flatMap((cells) => (isBlank(cells[at]) ? [] : [cells[at]?.trim() ?? ""]));
      return filled.filter(fits).length * 2 > filled.length;
    });
    return place === -1 ? null : place;
  };
  return { item: find(itemHeader, isItem), aircraft: find(aircraftHeader, isAircraft) };
}

/** What the remark of a row begins with; empty for nothing. `cells` are clean. */
export function writeTags(
  cellAt: (place: number | null) => string,
  tags: TagPlaces,
): readonly string[] {
  const [item, aircraft] = [cellAt(tags.item), cellAt(tags.aircraft)].map((cell) =>
    cell.replace(/\s*;\s*/g, ", "),
  );
  return [
    item === undefined || item === "" || !isItem(item) ? [] : `Item ${item}`,
    aircraft === undefined || aircraft === "" || !isAircraft(aircraft) ? [] : `A/C ${aircraft}`,
  ].flat();
}
