// What the remark and needed-by cells of a row say (decision 233). Pure. Invariant: a cell that is
// no clear date is not lost, but becomes part of the remark.
import { parseDay } from "../../day.ts";
import { toStorableText } from "../../db/toStorableText.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { suggestDay } from "../../imports/suggestions.ts";
import { addRemark, type LineInstructions } from "../../orders/lineInstructions.ts";

/** The places of the two columns; null for none. */
export type InstructionPlaces = { readonly [Field in keyof LineInstructions]: number | null };

function clean(cell: string): string {
  const text = toStorableText(cell.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return isPlaceholder(text) ? "" : text;
}

/** The only day that a text can mean; undefined if it can mean none or several. */
function readOneDay(text: string): string | undefined {
  const plain = text.replace(/^(\d{4}-\d{2}-\d{2})[T ][\d:.]+Z?$/, "$1");
  const days = [parseDay(plain) ?? suggestDay(plain)].flat();
  return days.length === 1 ? days[0] : undefined;
}

export function readInstructions(
  cells: readonly string[],
  places: InstructionPlaces,
): LineInstructions {
  const cellAt = (place: number | null) => clean(place === null ? "" : (cells[place] ?? ""));
  const remark = cellAt(places.remark);
  const wish = cellAt(places.neededBy);
  const neededBy = readOneDay(wish) ?? null;
  const unread = neededBy === null && wish !== "" ? `needed by: ${wish}` : null;
  return { remark: addRemark(unread, remark === "" ? null : remark), neededBy };
}

/** A day that has passed cannot be ordered by, so it becomes part of the remark. */
export function movePastDay(
  { remark, neededBy }: LineInstructions,
  firstDay: string,
): LineInstructions {
  if (neededBy === null || neededBy >= firstDay) return { remark, neededBy };
  return { remark: addRemark(`needed by: ${neededBy}`, remark), neededBy: null };
}
