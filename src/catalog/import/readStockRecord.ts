import type { ColumnRule } from "../../imports/feedColumns.ts";
import { type FeedRow, readCode, requireCell } from "../../imports/feedRow.ts";
import type { Manufacturer } from "../identity/manufacturer.ts";
import { partNumberKey } from "../partNumber.ts";
import { readQuantity } from "../stock/readQuantity.ts";
import { readCondition } from "../values/readCondition.ts";
import { asOfRule, offerColumn, onHandRule, vendorColumn } from "./catalogColumns.ts";
import { unitCodes } from "./codeLists.ts";
import { type OfferFeed, readCage, readManufacturer, readVendor } from "./readOfferRecord.ts";
import { readPartNumber } from "./readPartNumber.ts";

/**
 * A row of a stock feed; unit of measure and manufacturer are needed if a part is sold in several
 * or made by several.
 */
export type StockRow = Manufacturer & {
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string | null;
  readonly quantity: number;
};

export function stockColumns(vendor: string | null): readonly ColumnRule[] {
  return [
    offerColumn("part_number", true),
    vendorColumn(vendor),
    offerColumn("condition", true),
    offerColumn("unit_of_measure", false),
    offerColumn("manufacturer", false),
    offerColumn("cage", false),
    offerColumn("available_stock", "either"),
    onHandRule,
    asOfRule,
  ];
}

/** Reads a whole row; null if it is refused, with its faults in the row. */
export function readStockRecord(row: FeedRow, feed: OfferFeed): StockRow | null {
  const { unitsOfMeasure } = feed.codes;
  const partNumber = requireCell(row, "part_number", readPartNumber(row));
  const vendor = readVendor(row, feed.vendor);
  const read = readCondition(row, feed.codes, { certificates: false });
  const condition = requireCell(row, "condition", read.condition);
  const unit = readCode(row, "unit_of_measure", unitCodes(unitsOfMeasure));
  const manufacturer = readManufacturer(row);
  const cage = readCage(row);
  const quantity = readQuantity(row, feed.stock.modeOf(vendor), unit);
  feed.stock.readAsOf(row);
  if (row.faults.length > 0 || partNumber === null || vendor === null) return null;
  if (condition === null || quantity === null) return null;
  const key = partNumberKey(partNumber);
  const match = { partNumberKey: key, vendor, condition, unitOfMeasure: unit };
  return { ...match, manufacturer, cage, quantity };
}
