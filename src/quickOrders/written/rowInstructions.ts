// What the remark, needed-by and certificate cells of a row say. Pure. Invariant: what is not read
// of a cell is not lost, but kept as it was written.
import { toStorableText } from "../../db/toStorableText.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import type { Unread } from "../../orders/requested.ts";
import { findStatement, type ListCodes, readCertificateCell } from "../../reading/condition.ts";
import { listPossibleDays } from "../../reading/day.ts";
import { isPlaceholder } from "../../reading/words/placeholders.ts";
import type { RowInstructions } from "../orderList.ts";

/** The places of the two columns; null for none. */
export type InstructionPlaces = {
  readonly remark: number | null;
  readonly neededBy: number | null;
};

function clean(cell: string): string {
  const text = toStorableText(cell.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return isPlaceholder(text) ? "" : text;
}

/** In characters, of a remark and of what was not read. */
const maxLength = 200;

/** A text that is too long ends with "…"; null for none. */
function cutText(text: string): string | null {
  const characters = [...text];
  if (characters.length <= maxLength) return text === "" ? null : text;
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}

/** The days that an unclear date can mean; fewer than two if it is none. */
export function listMeantDays({ day = "" }: Unread, now: Date): readonly string[] {
  const days = listPossibleDays(day, firstNeededDay(now));
  return days.length > 1 ? days : [];
}

/** The instructions with one of the days that an unclear date can mean; null if it is none. */
export function chooseMeantDay(
  { day: written, ...unread }: Unread,
  day: string,
  now: Date,
): Pick<RowInstructions, "neededBy" | "unread"> | null {
  const isMeant = written !== undefined && listMeantDays({ day: written }, now).includes(day);
  return isMeant ? { neededBy: day, unread } : null;
}

/** What was not read, with more that was not read of a field. */
export function addUnread(
  unread: Unread,
  field: "condition" | "certificate",
  more: string | null,
): Unread {
  const { [field]: known = "" } = unread;
  if (more === null || known.includes(more)) return unread;
  return { ...unread, [field]: cutText(known === "" ? more : `${known}, ${more}`) };
}

type WishPlaces = {
  readonly instructions: InstructionPlaces;
  readonly certificateColumn: number | null;
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

/** A wanted certificate that is not known, or what is stated of one. */
function readUnknownCertificate(
  cells: readonly string[],
  places: WishPlaces,
  codes: ListCodes,
): string | null {
  const wanted = clean(cells[places.certificateColumn ?? -1] ?? "");
  if (wanted !== "" && readCertificateCell(wanted, codes) === undefined) return cutText(wanted);
  const stated = listWishCells(cells, places).map((cell) => findStatement(clean(cell)));
  return stated.find((one) => one !== null) ?? null;
}

/**
 * What a row asks for beside its part, quantity and condition. `readDay` returns undefined for a
 * text that is no clear date.
 */
export function readRowInstructions(
  cells: readonly string[],
  places: WishPlaces,
  codes: ListCodes,
  readDay: (text: string) => string | undefined,
): RowInstructions {
  const cellAt = (place: number | null) => clean(cells[place ?? -1] ?? "");
  const written = cellAt(places.instructions.neededBy);
  const neededBy = readDay(written) ?? null;
  const day = neededBy === null ? cutText(written) : null;
  const certificate = readUnknownCertificate(cells, places, codes);
  return {
    remark: cutText(cellAt(places.instructions.remark)),
    neededBy,
    unread: { ...(certificate && { certificate }), ...(day && { day }) },
  };
}

/** A day that has passed cannot be ordered by, so it is kept as it was written. */
export function movePastDay(
  { neededBy, unread }: Pick<RowInstructions, "neededBy" | "unread">,
  firstDay: string,
): Pick<RowInstructions, "neededBy" | "unread"> {
  if (neededBy === null || neededBy >= firstDay) return { neededBy, unread };
  return { neededBy: null, unread: { ...unread, day: neededBy } };
}
