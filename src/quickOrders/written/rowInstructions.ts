// What the remark and needed-by cells of a row say (decision 233). Pure. Invariant: a cell that is
// no clear date is not lost, but becomes part of the remark.
import { toStorableText } from "../../db/toStorableText.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { addRemark, type LineInstructions } from "../../orders/lineInstructions.ts";
import { type TagPlaces, writeTags } from "../layout/rowTags.ts";
import { findStatement, type ListCodes, readCertificateCell } from "./certificateWish.ts";
import { createDayReader, listPossibleDays } from "./neededDays.ts";

/** The places of the two columns; null for none. */
export type InstructionPlaces = { readonly [Field in keyof LineInstructions]: number | null };

function clean(cell: string): string {
  const text = toStorableText(cell.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return isPlaceholder(text) ? "" : text;
}

/** Before a date that is not clear or has passed, in a remark. */
const unclearDay = "needed by: ";

/** A part that several rows became names the quantity that it concerns: "5: needed by: 12/08". */
const anyUnclearDay = new RegExp(`^(?:[\\d,]+: )?${unclearDay}`);

/** The part of a remark with a needed-by day that was not read; null if there is none. */
export function findUnreadDay(remark: string | null): string | null {
  return remark?.split("; ").find((part) => anyUnclearDay.test(part)) ?? null;
}

/** A date of a row's remark that can mean several days; null if there is none. */
export function findUnclearDay(
  remark: string | null,
): { readonly written: string; readonly days: readonly string[] } | null {
  const found = remark?.split("; ").flatMap((part) => {
    const written = part.startsWith(unclearDay) ? part.slice(unclearDay.length) : "";
    const days = listPossibleDays(written);
    return days.length > 1 ? [{ written, days }] : [];
  });
  return found?.[0] ?? null;
}

/** The instructions with one of the days that an unclear date can mean; null if it is none. */
export function chooseMeantDay(remark: string | null, day: string): LineInstructions | null {
  const unclear = findUnclearDay(remark);
  if (remark === null || unclear?.days.includes(day) !== true) return null;
  const parts = remark.split("; ").filter((part) => part !== `${unclearDay}${unclear.written}`);
  return { remark: parts.length === 0 ? null : parts.join("; "), neededBy: day };
}

/** Reads the two cells of a row. `readDay` returns undefined for a text that is no clear date. */
export function readInstructions(
  cells: readonly string[],
  places: InstructionPlaces,
  readDay: (text: string) => string | undefined = createDayReader().read,
): LineInstructions {
  const cellAt = (place: number | null) => clean(place === null ? "" : (cells[place] ?? ""));
  const remark = cellAt(places.remark);
  const wish = cellAt(places.neededBy);
  const neededBy = readDay(wish) ?? null;
  const unread = neededBy === null && wish !== "" ? `${unclearDay}${wish}` : null;
  return { remark: addRemark(unread, remark === "" ? null : remark), neededBy };
}

/** Before a certificate, or a part of a condition, that is not known, in a remark. */
const unknownCertificate = "certificate: ";
const unknownCondition = "condition requested: ";

/** What a row's remark says of a wish that is not known. */
type UnknownWishes = {
  readonly certificate: string | null;
  readonly condition: string | null;
};

function writeWish(start: string, wish: string): string {
  return `${start}${wish.replace(/\s*;\s*/g, ", ")}`;
}

/** The wishes of a row's remark that are not known. */
export function findUnknownWishes(remark: string | null): UnknownWishes {
  const parts = remark?.split("; ") ?? [];
  const find = (start: string) => {
    return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? null;
  };
  return { certificate: find(unknownCertificate), condition: find(unknownCondition) };
}

/** What a remark keeps of a condition that is replaced although not all of it was read. */
export function writeUnreadCondition(rest: string | null): string | null {
  return rest === null ? null : writeWish(unknownCondition, rest);
}

/** What a remark keeps of a text that says more of a certificate than is read of it. */
export function writeStatement(text: string): string | null {
  const statement = findStatement(text);
  return statement === null ? null : writeWish(unknownCertificate, statement);
}

type WishPlaces = {
  readonly instructions: InstructionPlaces;
  readonly certificateColumn: number | null;
  readonly tags: TagPlaces;
  readonly columns: { readonly conditionColumn: number | null };
};

/** The cells that may ask for a certificate: all of them, if no column is known to have it. */
function listWishCells(
  cells: readonly string[],
  { certificateColumn, columns: { conditionColumn } }: WishPlaces,
): readonly string[] {
  const places = [conditionColumn, certificateColumn].filter((place) => place !== null);
  const named = places.flatMap((place) => cells[place] ?? []);
  return named.length > 0 ? named : cells;
}

/**
 * What a row asks for beside its part, quantity and condition. A wanted certificate that is not
 * known becomes one part of the remark, so that a duplicate of the order has all of it.
 */
export function readRowInstructions(
  cells: readonly string[],
  places: WishPlaces,
  codes: ListCodes,
  readDay?: (text: string) => string | undefined,
): LineInstructions {
  const { remark, neededBy } = readInstructions(cells, places.instructions, readDay);
  const { certificateColumn } = places;
  const wanted = certificateColumn === null ? "" : clean(cells[certificateColumn] ?? "");
  const isUnread = wanted !== "" && readCertificateCell(wanted, codes) === undefined;
  const unread = isUnread ? writeWish(unknownCertificate, wanted) : null;
  const stated = listWishCells(cells, places).map((cell) => writeStatement(clean(cell)));
  const isStated = isUnread && findStatement(wanted) !== null;
  const statement = isStated ? null : (stated.find((one) => one !== null) ?? null);
  const tags = writeTags((place) => clean(cells[place ?? -1] ?? ""), places.tags);
  return { remark: [...tags, unread, statement, remark].reduce(addRemark, null), neededBy };
}

/** A day that has passed cannot be ordered by, so it becomes part of the remark. */
export function movePastDay(
  { remark, neededBy }: LineInstructions,
  firstDay: string,
): LineInstructions {
  if (neededBy === null || neededBy >= firstDay) return { remark, neededBy };
  return { remark: addRemark(`${unclearDay}${neededBy}`, remark), neededBy: null };
}
