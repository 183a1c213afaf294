// SQL: which offer a row means. Equal texts are compared first, as keys of a hash: names are only
// folded where texts differ.
import { identityColumns, offerFields } from "../offerFields.ts";

/** What identifies the manufacturer of a row; empty if it states none that can be read. */
export function manufacturerOf(row: "s" | "o" | "b"): string {
  return `manufacturer_key(${row}.cage, ${row}.manufacturer)`;
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

const ofLots = new Set([...identityColumns, ...makerColumns, "received", "lots"]);
const compared = offerFields.map(({ column }) => column).filter((column) => !ofLots.has(column));

/** What offer `o` or staged row `s` says besides its quantity, manufacturer and identity. */
function contentOf(row: "s" | "o", unread: string): string {
  return `md5(row(${unread}, ${compared.map((column) => `${row}.${column}`).join(", ")})::text)`;
}

/** What staged row `s` says besides that; an unchanged row says what its offer says. */
export const contentOfRow = `case when s.unchanged
  then ${findMeantOffer(contentOf("o", "null::text[]"))} else ${contentOf("s", "s.unread")} end`;
