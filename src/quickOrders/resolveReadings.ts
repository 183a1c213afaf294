// Chooses among several readings of a row. Pure. Invariant: the catalog or a person decides, and
// the row says how it was read.
import { partNumberKey } from "../catalog/partNumber.ts";
import type { RowReading } from "./orderList.ts";

export type ResolvedReadings =
  | { readonly outcome: "resolved"; readonly reading: RowReading; readonly note: string }
  | {
      readonly outcome: "ambiguous" | "not_found";
      readonly readings: readonly RowReading[];
      readonly reason: string;
    };

export function describeReading({ partNumber, quantityText, condition }: RowReading): string {
  const amount = quantityText === "" ? partNumber : `${quantityText} of ${partNumber}`;
  return condition === null ? amount : `${amount} in ${condition}`;
}

function describeChoice({ partNumber, quantityText, condition }: RowReading): string {
  const amount = quantityText === "" ? "" : `, quantity ${quantityText}`;
  return `Read as: ${partNumber}${amount}${condition === null ? "" : `, condition ${condition}`}.`;
}

/** The numbers of readings, without those that have another one and more: "A-1 x 10". */
function listShortest(readings: readonly RowReading[]): string[] {
  const numbers = [...new Set(readings.map(({ partNumber }) => partNumber))];
  const hasMore = (number: string, other: string) =>
    (number.startsWith(other) && /^ ?[ ,;|]/.test(number.slice(other.length))) ||
    number.endsWith(` ${other}`);
  return numbers.filter((number) => !numbers.some((other) => hasMore(number, other)));
}

/** Chooses the reading whose part number is known; `known` has the keys of known part numbers. */
export function resolveReadings(
  readings: readonly RowReading[],
  known: ReadonlySet<string>,
): ResolvedReadings {
  const possible = readings.filter(({ partNumber }) => known.has(partNumberKey(partNumber)));
  const [reading, ...more] = possible;
  if (reading === undefined) {
    const reason = `No part found for ${listShortest(readings).join(" or ")}.`;
    return { outcome: "not_found", readings, reason };
  }
  if (more.length === 0) {
    return { outcome: "resolved", reading, note: describeChoice(reading) };
  }
  const ways = possible.map(describeReading).join(", or ");
  return { outcome: "ambiguous", readings: possible, reason: `Did you mean ${ways}?` };
}
