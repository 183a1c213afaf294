// What the remark and needed-by cells of a row say (decision 233). Pure. Invariant: a cell that is
// no clear date is not lost, but becomes part of the remark.
import { toStorableText } from "../../db/toStorableText.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { addRemark, type LineInstructions } from "../../orders/lineInstructions.ts";
import { type ListCodes, readCertificateCell } from "./certificateWish.ts";
import { createDayReader } from "./neededDays.ts";

/** The places of the two columns; null for none. */
export type InstructionPlaces = { readonly [Field in keyof LineInstructions]: number | null };

function clean(cell: string): string {
  const text = toStorableText(cell.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return isPlaceholder(text) ? "" : text;
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
  const unread = neededBy === null && wish !== "" ? `needed by: ${wish}` : null;
  return { remark: addRemark(unread, remark === "" ? null : remark), neededBy };
}

/** Before a certificate that is not known, in a remark. */
const unknownCertificate = "certificate: ";

/** The certificate of a row's remark that is not known; null if there is none. */
export function findUnknownCertificate(remark: string | null): string | null {
  const found = remark?.split("; ").find((part) => part.startsWith(unknownCertificate));
  return found?.slice(unknownCertificate.length) ?? null;
}

/**
 * What a row asks for beside its part, quantity and condition. A wanted certificate that is not
 * known becomes one part of the remark, so that a duplicate of the order has all of it.
 */
export function readRowInstructions(
  cells: readonly string[],
  {
    instructions: places,
    certificateColumn,
  }: { readonly instructions: InstructionPlaces; readonly certificateColumn: number | null },
  codes: ListCodes,
  readDay?: (text: string) => string | undefined,
): LineInstructions {
  const { remark, neededBy } = readInstructions(cells, places, readDay);
  const wanted = certificateColumn === null ? "" : clean(cells[certificateColumn] ?? "");
  const isUnread = wanted !== "" && readCertificateCell(wanted, codes) === undefined;
  const wish = `${unknownCertificate}${wanted.replace(/\s*;\s*/g, ", ")}`;
  return { remark: addRemark(isUnread ? wish : null, remark), neededBy };
}

/** A day that has passed cannot be ordered by, so it becomes part of the remark. */
export function movePastDay(
  { remark, neededBy }: LineInstructions,
  firstDay: string,
): LineInstructions {
  if (neededBy === null || neededBy >= firstDay) return { remark, neededBy };
  return { remark: addRemark(`needed by: ${neededBy}`, remark), neededBy: null };
}
