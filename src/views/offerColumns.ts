// The columns of offers that both doors show; each adds what is its own at the end.
import type { Column } from "../html/table.ts";

/** Of what a search found. */
export const hitColumns: readonly Column[] = [
  { title: "Part number", kind: "code" },
  { title: "Condition", kind: "words" },
  { title: "Title", kind: "prose" },
  { title: "Vendor", kind: "prose" },
  { title: "Stock", kind: "number" },
  { title: "List price", kind: "number" },
];

/** Of the offers of a part. */
export const offerColumns: readonly Column[] = [
  { title: "Condition", kind: "words" },
  { title: "Vendor", kind: "prose" },
  { title: "Stock", kind: "number" },
  { title: "Updated", kind: "number" },
  { title: "Lead time", kind: "number" },
  { title: "Sold", kind: "number" },
  { title: "List price", kind: "number" },
];
