// A row of a catalog file for tests, read from cells by the names of their columns.
import {
  type OfferFeed,
  type OfferReading,
  readOfferRecord,
} from "../../src/catalog/readOfferRecord.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import type { CellFault } from "../../src/reading/row.ts";

export type Cells = Readonly<Record<string, string>>;

/** A row with the required columns and a name. */
export const goodCells: Cells = {
  part_number: "21117-1",
  part_name: "PUMP, FUEL",
  condition: "NE",
  unit_of_measure: "EA",
  available_stock: "4",
  price: "1250.00",
  currency: "USD",
  vendor: "Example Supply",
};

/** Reads a row of `goodCells` with some of them changed or added. */
export function readCells(
  cells: Cells,
  feed: OfferFeed,
): OfferReading & { faults: readonly CellFault[] } {
  const all = { ...goodCells, ...cells };
  const columns = {
    places: new Map(Object.keys(all).map((name, place) => [name, place])),
    width: Object.keys(all).length,
    ignored: [],
  };
  const faults: CellFault[] = [];
  const row = { columns, cells: Object.values(all), faults, cleaned: createCleaningTally() };
  return { ...readOfferRecord(row, { ...feed, refusesUnread: true }), faults };
}
