// SQL: which offer a row means (decision 16). Equal texts are compared first, as keys of a hash:
// names are only folded where texts differ.
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

const textOf = (row: string, column: string) => `coalesce(${row}.${column}, '')`;
const makerColumns = ["cage", "manufacturer"];

/** Whether staged row `s` and offer `o` are of one part and state the same manufacturer. */
export const haveSameText = [
  haveSamePart("s", "o"),
  ...makerColumns.map((column) => `${textOf("s", column)} = ${textOf("o", column)}`),
].join(" and ");

/** The key of the manufacturer that staged row `s` means. */
export const meantManufacturer = `coalesce(s.meant_key, ${manufacturerOf("s")})`;

/** The part of staged row `s`; its vendor is no condition of an index, see `findMeantOffer`. */
const isOfSamePart = identityColumns
  .map((column) => `o.${column}${column === "vendor" ? " || ''" : ""} = s.${column}`)
  .join(" and ");

/**
 * SQL: the columns `columns` of the offer that staged row `s` means, by its key. Whatever the
 * planner estimates, it is found by the index of identities, whose collation it has: the index of
 * vendors would fold the name of every offer of the part.
 */
export function findMeantOffer(columns: string): string {
  return `(
    select ${columns} from offers o
    where ${isOfSamePart} and ${manufacturerOf("o")} = ${meantManufacturer} collate "default"
    offset 0
  )`;
}

/**
 * Whether staged row `s` means offer `o`, after `settleIdentities`: a row with a `meant_key` has
 * the text of its offer in `offer_cage` and `offer_manufacturer`.
 */
export const sameIdentity = [
  haveSamePart("s", "o"),
  ...makerColumns.map(
    (column) =>
      `case when s.meant_key is null then ${textOf("s", column)} else s.offer_${column} end` +
      ` = ${textOf("o", column)}`,
  ),
].join(" and ");
