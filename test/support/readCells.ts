// A row of a catalog file for tests, read from cells by the names of their columns.
import { typedStock } from "../../src/catalog/feedStock.ts";
import {
  type OfferFeed,
  type OfferReading,
  readOfferRecord,
} from "../../src/catalog/readOfferRecord.ts";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";
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

/** Some codes of each kind, as the catalog has them. */
export const tradeCodes: OfferFeed["codes"] = {
  conditions: {
    known: new Set(["NE", "NS", "OH", "SV", "RP", "AR"]),
    synonyms: new Map([["NEW", "NE"]]),
  },
  unitsOfMeasure: new Set(["EA", "FT", "MR", "KT", "PR"]),
  certificates: createCertificateReader([]),
};

export function toRow(cells: Cells) {
  const places = new Map(Object.keys(cells).map((name, place) => [name, place]));
  const columns = { places, width: places.size, ignored: [] };
  const faults: CellFault[] = [];
  return { columns, cells: Object.values(cells), faults, cleaned: createCleaningTally() };
}

/** Reads a row of `goodCells` with some of them changed or added, quantities as they are typed. */
export function readCells(
  cells: Cells,
  { codes = tradeCodes, vendor = null }: Partial<Pick<OfferFeed, "codes" | "vendor">> = {},
): OfferReading & { faults: readonly CellFault[] } {
  const row = toRow({ ...goodCells, ...cells });
  const feed = { codes, vendor, stock: typedStock, refusesUnread: true };
  return { ...readOfferRecord(row, feed), faults: row.faults };
}
