// Table columns of offers on both sites; each site appends its own.
import type { Column } from "../html/table.ts";

/** Search results. */
export const hitColumns: readonly Column[] = [
  { title: "Part number", kind: "code" },
  { title: "Condition", kind: "words" },
  { title: "Title", kind: "prose" },
  { title: "Vendor", kind: "prose" },
  { title: "Stock", kind: "number" },
  { title: "List price", kind: "number" },
];

/** Offers of one part. */
export const offerColumns: readonly Column[] = [
  { title: "Condition", kind: "words" },
  { title: "Vendor", kind: "prose" },
  { title: "Stock", kind: "number" },
  { title: "Updated", kind: "number" },
  { title: "Lead time", kind: "number" },
  { title: "Order quantity", kind: "number" },
  { title: "List price", kind: "number" },
];
