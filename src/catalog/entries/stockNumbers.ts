// The national stock numbers within an entry, as people write them. Pure.
import { normalizeDashes } from "../../imports/cleanText.ts";
import { foldFullWidth } from "../partNumber.ts";

/** A NIIN of nine digits, with the supply class before it if the entry has one. */
export type WrittenStockNumber = { readonly niin: string; readonly supplyClass: string | null };

const maxStockNumbers = 4;
const niinLength = 9;
const classLength = 4;

const start = "(?<![0-9A-Z]|[0-9A-Z][-./])(?:N(?:SN|IIN)[ :#.=-]*)?";
const end = "(?![0-9A-Z]|[-./][0-9A-Z])";
const gap = "[-./ ]?";
const complete = new RegExp(
  `${start}(?:(\\d{4})${gap})?(\\d{2}${gap}\\d{3}${gap}\\d{4})${end}`,
  "g",
);
const grouped = new RegExp(`${start}(?:(\\d{4})-)?(\\d{1,2})-(\\d{1,3})-(\\d{1,4})${end}`, "g");
const labeled = /N(?:SN|IIN)[ :#.=-]*(\d{6,12})(?!\d)/g;
const alone = /^ *(\d{6,12}) *$/g;

/** The digits of a stock number that lost leading zeros: those of its NIIN. */
function padStockNumber(digits: string): WrittenStockNumber {
  const isNiin = digits.length <= niinLength;
  const niin = (isNiin ? digits : digits.slice(classLength)).padStart(niinLength, "0");
  return { niin, supplyClass: isNiin ? null : digits.slice(0, classLength) };
}

/**
 * Reads `5310-00-123-4567`, `5310001234567`, `001234567`, `00-123-4567`, and both where a
 * spreadsheet dropped leading zeros: `1234567`, `0-123-4567`. At most four, complete ones first.
 */
export function readStockNumbers(entry: string): WrittenStockNumber[] {
  const text = foldFullWidth(normalizeDashes(entry).toUpperCase()).replace(/\s+/g, " ");
  const found = [
    ...[...text.matchAll(complete)].map(([, supplyClass = null, digits = ""]) => {
      return { niin: digits.replace(/\D/g, ""), supplyClass };
    }),
    ...[...text.matchAll(grouped)].map(([, supplyClass = null, country = "", ...rest]) => {
      const [middle = "", last = ""] = rest;
      const padded = [country.padStart(2, "0"), middle.padStart(3, "0"), last.padStart(4, "0")];
      return { niin: padded.join(""), supplyClass };
    }),
    ...[...text.matchAll(labeled), ...text.matchAll(alone)].map(([, digits = ""]) =>
      padStockNumber(digits),
    ),
  ];
  return [...new Map(found.map((one) => [one.niin, one])).values()].slice(0, maxStockNumbers);
}
