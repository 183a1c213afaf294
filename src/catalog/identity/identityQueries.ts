// SQL: which offer a row means (decision 16).
import { identityColumns } from "../offerFields.ts";

/**
 * Whether a cell of staged row `s` could not be read, so that it can mean any manufacturer: with an
 * unreadable CAGE code, a row that names its manufacturer still means that one.
 */
export const isUnreadManufacturer =
  "(coalesce(s.unread && '{manufacturer,cage}', false) and s.manufacturer is null)";

/** What identifies the manufacturer of a row. */
export function manufacturerOf(row: "s" | "o" | "b"): string {
  const key = `manufacturer_key(${row}.cage, ${row}.manufacturer)`;
  return row === "s" ? `case when ${isUnreadManufacturer} then '' else ${key} end` : key;
}

/** Whether two rows are of one part number, vendor, condition and unit of measure. */
export function haveSamePart(a: string, b: string): string {
  return identityColumns.map((column) => `${a}.${column} = ${b}.${column}`).join(" and ");
}

/** Whether two rows of offers have the same identity. */
export function haveSameIdentity(a: "o", b: "b"): string {
  return `${haveSamePart(a, b)} and ${manufacturerOf(a)} = ${manufacturerOf(b)}`;
}

// Equal names need no folding.
const isSameText = `(s.meant_key is null and s.unread is null and s.cage is not distinct from o.cage
  and s.manufacturer is not distinct from o.manufacturer)`;

/** The key of the manufacturer that staged row `s` means. */
export const meantManufacturer = `coalesce(s.meant_key, ${manufacturerOf("s")})`;

/** Whether staged row `s` means the manufacturer of offer `o`. */
export const sameManufacturer = `(${isSameText} or ${meantManufacturer} = ${manufacturerOf("o")})`;

/** Whether staged row `s` means offer `o`. */
export const sameIdentity = `${haveSamePart("s", "o")} and ${sameManufacturer}`;
