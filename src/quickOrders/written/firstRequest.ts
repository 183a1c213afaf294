// What a row requested first, before anything of it was chosen or corrected (decision 233). Pure.
// Invariant: a line says whatever of it differs from the offer that is ordered.
import { foldFullWidth, partNumberKey } from "../../catalog/partNumber.ts";
import { toStorableText } from "../../db/toStorableText.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import type { ListColumns } from "../orderList.ts";
import { listAccepted } from "./splitConditions.ts";

/** A row as it was read: its texts, or only its cells if it had several readings. */
export type WrittenRow =
  | readonly [number: string, quantity: string, condition: string | null, papers: string | null]
  | readonly [cells: readonly string[]]
  | readonly [];

/** Null: the row did not say it. `cells` are those of a row with several readings. */
export type FirstRequest = {
  readonly partNumber: string | null;
  readonly quantity: string | null;
  readonly condition: string | null;
  readonly certificate: string | null;
  readonly cells: readonly string[] | null;
};

/** Longer texts of a list are cut. */
const maxQuoted = 80;

/** As one part of a remark, whatever the cell has. */
export function quoteCell(text: string): string {
  const line = toStorableText(text.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .replace(/\s*;\s*/g, ", ")
    .trim();
  const letters = [...line];
  return letters.length <= maxQuoted ? line : `${letters.slice(0, maxQuoted - 1).join("")}…`;
}

type FoundColumns = Pick<ListColumns, "numberColumn" | "quantityColumn" | "conditionColumn">;

/** Without headers, the quantity may be in the column of the number. */
function findNumberCell(cells: readonly string[], columns: FoundColumns): string {
  const number = cells[columns.numberColumn]?.trim() ?? "";
  const other = cells[columns.quantityColumn ?? -1]?.trim() ?? "";
  return /^\d{1,7}$/.test(number) ? `${number} ${other}` : number;
}

export function readFirst(written: WrittenRow | null, columns: FoundColumns): FirstRequest | null {
  const [first = null, quantity = null, condition = null, certificate = null] = written ?? [];
  if (first === null) return null;
  if (typeof first === "string") {
    return { partNumber: first, quantity, condition, certificate, cells: null };
  }
  const cell = first[columns.conditionColumn ?? -1]?.trim() ?? "";
  return {
    partNumber: findNumberCell(first, columns) || null,
    quantity: null,
    condition: isPlaceholder(cell) || cell === "" ? null : cell,
    certificate: null,
    cells: first,
  };
}

const maxWords = 200;
const maxWordsOfNumber = 6;

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

const keyOf = (text: string) => foldFullWidth(partNumberKey(text)).replace(edges, "");

/** Whether one or more whole words of a text are a part number. */
function hasNumber(text: string, number: string): boolean {
  const words = text.split(/[\s,;|]+/).slice(0, maxWords);
  return words.some((_, start) =>
    Array.from({ length: maxWordsOfNumber }, (_unused, more) =>
      keyOf(words.slice(start, start + more + 1).join("")),
    ).includes(number),
  );
}

/** The number in the list, if it differs from the ordered one by more than case. */
export function findListedNumber(
  partNumber: string | null,
  first: FirstRequest | null,
  ordered: string | null,
): string | null {
  const listed = first?.partNumber ?? partNumber;
  if (listed === null || ordered === null) return null;
  const number = keyOf(ordered);
  const isOrdered = first?.cells
    ? first.cells.some((cell) => hasNumber(cell, number))
    : keyOf(listed) === number;
  return isOrdered ? null : quoteCell(listed);
}

/** What a line says of the conditions that were requested, unless only the ordered one was. */
export function writeConditionRemark(
  condition: string | null,
  first: FirstRequest | null,
  ordered: string | null,
): string | null {
  const accepted = listAccepted(first?.condition ?? condition);
  const isOrdered = ordered === null || accepted[0]?.toUpperCase() === ordered.toUpperCase();
  if (accepted.length === 0 || (accepted.length === 1 && isOrdered)) return null;
  return `Condition requested: ${quoteCell(accepted.join(" or "))}`;
}
