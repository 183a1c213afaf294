// Words for translated values.
import type { CellColumn } from "../../html/table.ts";
import { priceColumns, thousandsMeaning } from "../../imports/values/cellValues.ts";
import { fileTexts } from "./fileTexts.ts";

const emptyWords: Readonly<Record<string, string>> = {
  price: fileTexts.meanings.onRequest,
  shelf_life_expires: fileTexts.meanings.noDate,
};

/** What a value is read as: a code, a number, or what an empty cell means. */
export function describeMeaning(column: string, meaning: string): string {
  const isPrice = priceColumns.has(column);
  if (meaning === thousandsMeaning) return fileTexts.meanings.thousands(isPrice ? "1250" : "5000");
  if (/^#[.,]###$/.test(meaning)) return fileTexts.meanings.decimals(isPrice ? "1.25" : "5");
  if (column === "price_per")
    return meaning === "1" ? fileTexts.meanings.oneUnit : fileTexts.meanings.units(meaning);
  return meaning === "" ? (emptyWords[column] ?? fileTexts.meanings.empty) : meaning;
}

type Translation = {
  readonly written: string;
  readonly column: string;
  readonly meaning: string;
};

/** The columns of a table of values: as written, in which column, and read as what. */
export const valueColumns: readonly CellColumn<Translation>[] = [
  { title: fileTexts.values.value, kind: "code", cell: ({ written }) => written },
  { title: fileTexts.values.column, kind: "words", titled: true, cell: ({ column }) => column },
  {
    title: fileTexts.values.readAs,
    kind: "words",
    titled: true,
    cell: ({ column, meaning }) => describeMeaning(column, meaning),
  },
];
