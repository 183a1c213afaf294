// The manufacturers of rows that are not staged because their offers are unchanged: a later row of
// the same part is compared with them. For millions of rows in little memory.
import { detachText } from "../../imports/detachText.ts";
import type { Manufacturer } from "./manufacturer.ts";

export type SkippedRows = {
  /** Remembers the row of a line; false if there are too many manufacturers. */
  add(line: number, made: Manufacturer): boolean;
  /** The manufacturer of the row of a line, once; undefined if it was not added. */
  take(line: number): Manufacturer | undefined;
};

const minCapacity = 1 << 16;
const maxManufacturers = 100_000;

/** Creates an empty list. Four bytes per line, and each manufacturer once. */
export function createSkippedRows(): SkippedRows {
  const known: Manufacturer[] = [];
  const places = new Map<string, number>();
  /** By line, the place in `known` counted from 1. */
  let made = new Uint32Array(minCapacity);

  function findPlace({ manufacturer, cage }: Manufacturer): number | undefined {
    const key = `${cage ?? ""}\n${manufacturer ?? ""}`;
    const place = places.get(key);
    if (place !== undefined || known.length >= maxManufacturers) return place;
    // Both are parts of a piece of the file, which they would keep in memory.
    const detach = (text: string | null) => text && detachText(text);
    const own = { manufacturer: detach(manufacturer), cage: detach(cage) };
    places.set(detachText(key), known.push(own));
    return known.length;
  }

  return {
    add(line, manufacturer) {
      const place = findPlace(manufacturer);
      if (place === undefined) return false;
      if (line >= made.length) {
        const larger = new Uint32Array(Math.max(made.length * 2, line + 1));
        larger.set(made);
        made = larger;
      }
      made[line] = place;
      return true;
    },
    take(line) {
      const place = made[line] ?? 0;
      if (place === 0) return undefined;
      made[line] = 0;
      return known[place - 1];
    },
  };
}
