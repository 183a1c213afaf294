// Words for translated values.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import type { CellColumn } from "../../html/table.ts";
import { isWordForm, priceColumns, shortCode } from "../../imports/values/valueForms.ts";
import { numberMeaning, thousandsMeaning } from "../../reading/number.ts";
import { fileTexts } from "./fileTexts.ts";

const emptyWords: ReadonlyMap<string, string> = new Map([
  ["price", fileTexts.meanings.onRequest],
  ["shelf_life_expires", fileTexts.meanings.noDate],
]);

type Translation = {
  readonly written: string;
  readonly column: string;
  readonly meaning: string;
  readonly certificate?: string;
};

/** What the words around a number mean; undefined if a value is no such form. */
function describeWords({ column, written, meaning }: Translation): string | undefined {
  const { number, numberAsPrice, unknownStock } = fileTexts.meanings;
  if (!isWordForm(column, written)) return undefined;
  if (meaning === numberMeaning) return priceColumns.has(column) ? numberAsPrice : number;
  return meaning === "0" ? unknownStock : undefined;
}

/** What a value is read as: a code, a number, or what an empty cell means. */
export function describeMeaning(translation: Translation): string {
  const { column, meaning, certificate } = translation;
  const isPrice = priceColumns.has(column);
  if (certificate !== undefined)
    return fileTexts.meanings.withCertificate(meaning, nameCertificates(certificate));
  const words = describeWords(translation);
  if (words !== undefined) return words;
  if (meaning === thousandsMeaning) return fileTexts.meanings.thousands(isPrice ? "1250" : "5000");
  if (/^#[.,]###$/.test(meaning)) return fileTexts.meanings.decimals(isPrice ? "1.25" : "5");
  if (column === "cage" && meaning === shortCode.meaning) return fileTexts.meanings.withZeros;
  if (column === "price_per")
    return meaning === "1" ? fileTexts.meanings.oneUnit : fileTexts.meanings.units(meaning);
  return meaning === "" ? (emptyWords.get(column) ?? fileTexts.meanings.empty) : meaning;
}

/** The columns of a table of values: as written, in which column, and read as what. */
export const valueColumns: readonly CellColumn<Translation>[] = [
  { title: "Value", kind: "code", cell: ({ written }) => written },
  { title: "Column", kind: "words", titled: true, cell: ({ column }) => column },
  {
    title: "Read as",
    kind: "words",
    titled: true,
    cell: describeMeaning,
  },
];
