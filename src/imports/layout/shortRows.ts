// Rows of a text with fewer cells than the header. Invariant: cells are missing at the end of a row
// only if that is certain; else a later cell may be in the column of an earlier one.
import type { FileRecord } from "../../files/fileRecord.ts";
import { type Looks, looksLike } from "../../reading/looks.ts";
import type { ColumnRule, FeedColumns } from "../feedColumns.ts";
import { isBlank } from "./cellTexts.ts";

type Cells = readonly string[];

/** Known columns by place; `blank` counts against a reading in which a needed cell is missing. */
type ShortRowColumns = {
  readonly width: number;
  readonly used: ReadonlySet<number>;
  readonly kinds: ReadonlyMap<number, Looks>;
  readonly needed: ReadonlySet<number>;
};

/** A reading in which `count` cells are missing from `start` on. */
type Gap = { readonly start: number; readonly count: number };

/** More readings are not compared. */
const maxReadings = 20_000;

function hasGap(cells: Cells, { start, count }: Gap): boolean {
  const isEmpty = cells.slice(start, start + count).every(isBlank);
  return isEmpty && cells.slice(start + count).some((cell) => !isBlank(cell));
}

/** Whether a program writes empty cells within its rows, and none at their ends. */
function trimsEnds(head: readonly FileRecord[], gap: Gap, { needed }: ShortRowColumns): boolean {
  const rows = head.filter(({ cells }) => [...needed].every((place) => !isBlank(cells[place])));
  if (rows.some(({ cells }) => isBlank(cells.at(-1)))) return false;
  return rows.some(({ cells }) => hasGap(cells, gap));
}

/** The shape of a value: "A 9-9" for "FAA 8130-3". */
function shapeOf(cell: string): string {
  return cell
    .trim()
    .replace(/\p{L}+/gu, "A")
    .replace(/\d+/g, "9");
}

/** Whether whole rows have values of the shape of a cell at a place. */
function resembles(rows: readonly FileRecord[], place: number, cell: string): boolean {
  const shape = shapeOf(cell);
  return rows.some(({ cells }) => shapeOf(cells[place] ?? "") === shape);
}

function fill(cells: Cells, width: number, { start, count }: Gap): Cells {
  const filled = [
    ...cells.slice(0, start),
    ...Array<string>(count).fill(""),
    ...cells.slice(start),
  ];
  return [...filled, ...Array<string>(width).fill("")].slice(0, width);
}

/** The sum of the values at the places from `start` to `end`, without the last. */
type SumOf = (start: number, end: number) => number;

function sumUp(count: number, fitAt: (place: number) => number): SumOf {
  const sums = [0];
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += fitAt(place);
    sums.push(sum);
  }
  const upTo = (place: number) => sums[place] ?? sum;
  return (start, end) => upTo(end) - upTo(start);
}

/**
 * Decides whether the cells that a row lacks are certain to be those at its end: no reading with a
 * gap before its last filled cell fits the columns as well; or the first rows of the file, `head`,
 * show that its program writes such a gap and leaves out only what is empty at the end, and its
 * last filled cell has the shape of its own column and of no other it may be in.
 */
export function createEndChecker(
  columns: Pick<FeedColumns, "width" | "places">,
  rules: readonly ColumnRule[],
  needed: ReadonlySet<number>,
  head: readonly FileRecord[],
): (cells: Cells) => boolean {
  const { width, places } = columns;
  const kinds = new Map(
    rules.flatMap(({ name, content, looks = content }): [number, Looks][] => {
      const place = places.get(name);
      return place === undefined || looks === undefined ? [] : [[place, looks]];
    }),
  );
  const known: ShortRowColumns = { width, used: new Set(places.values()), kinds, needed };
  const fitOf = (cell: string | undefined, place: number): number => {
    if (cell === undefined || isBlank(cell)) return needed.has(place) ? -1 : 0;
    const kind = kinds.get(place);
    return kind === undefined ? 0 : looksLike(cell, kind) ? 1 : -1;
  };
  const isSame = (cells: Cells, gap: Gap): boolean => {
    const filled = fill(cells, width, gap);
    return [...known.used].every((place) => (cells[place] ?? "") === filled[place]);
  };

  const whole = head.filter(({ cells }) => cells.length === width);
  const isCertain = (cells: Cells, last: number, gap: Gap): boolean => {
    const cell = cells[last] ?? "";
    const isOwn = resembles(whole, last, cell) && !resembles(whole, last + gap.count, cell);
    return isOwn && trimsEnds(head, gap, known);
  };

  /** The gaps with which a row fits as well as with its end missing, or better. */
  function* listRivals(cells: Cells, filled: number): Generator<Gap & { isBetter: boolean }> {
    const asWritten = sumUp(width, (place) => fitOf(cells[place], place));
    const blank = sumUp(width, (place) => fitOf("", place));
    const written = asWritten(0, width);
    for (let count = 1; count <= width - cells.length; count += 1) {
      const moved = sumUp(filled, (place) => fitOf(cells[place], place + count));
      for (let start = filled - 1; start >= 0; start -= 1) {
        const gap = blank(start, start + count) + blank(filled + count, width);
        const sum = asWritten(0, start) + gap + moved(start, filled);
        if (sum >= written) yield { start, count, isBetter: sum > written };
      }
    }
  }

  return (cells) => {
    const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    if (filled * (width - cells.length) > maxReadings) return false;
    for (const gap of listRivals(cells, filled)) {
      if (isSame(cells, gap)) continue;
      if (gap.isBetter || !isCertain(cells, filled - 1, gap)) return false;
    }
    return true;
  };
}
