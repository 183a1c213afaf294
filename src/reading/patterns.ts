// The forms in which people write quantities and lines, and the matcher that reads them. A form is a
// list of parts: "_" needs white space, "~" white space or a mark between fields, and a part with a
// question mark may be missing. A new form is a row.
import type { Span, Token } from "./tokens.ts";

/** The quantity of a cell, after what may be before it: "Qty: ca. 6". */
export const quantityForms = [
  "label? about? number unit?", // 2 ea, 25 FT, 12"
  "label? about? times number unit?", // x3
  "label? about? number times", // 3x
  "label? about? word known?", // two, two pcs
  "label? about? word ( number ) known?", // two (2) pcs
  "label? about? number / piece", // 6/EA
];

/** A word that is a quantity, and no part of a number. */
export const countedForms = ["label whole", "whole piece", "times whole", "whole times"];

/** The cell of a column of units: ft, 1/EA. */
export const unitForms = ["unit", "number / unit"];

/** A quantity in a line that says so: "QTY 2", "qty: 2 ea", "4EA", "12,5 m". */
export const statements = ["label figure known?", "figure known"];

/** A quantity beside a part number that a person chose, if nothing states it. */
export const besideForms = ["( whole )", "_ times whole ~", "_ whole times _"];

/** The fields of a line with marks between them: PN; 3; NE. */
export const fieldForms = [
  "field mark count mark words",
  "count mark field mark words",
  "field mark grouped", // PN,1,500
];

/** A line with a quantity that has a label or a unit. */
export const statedForms = [
  "part _ condition ~ stated ~",
  "part ~ stated ~ condition",
  "~ stated ~ part _ condition",
  "part _ times _ stated ~",
  "part ~ stated ~",
  "~ stated _ times _ part",
  "~ stated ~ part",
];

/** A line with a quantity, which may have a mark of multiplication or not. */
export const markedForms = [
  "part _ x number", // MS20470AD4-6 x 10
  "part star number", // MS20470AD4-6*10
  "number x _ part", // 10x MS20470AD4-6
  "number star part",
];
export const bareForms = ["part _ figure", "part _ spaced", "figure _ part", "part apart whole"];

/** What may be at a place of a text: the places where it ends. */
export type Element = (line: Line, at: number) => readonly number[];
export type Elements = ReadonlyMap<string, Element>;
export type Line = { readonly text: string; readonly tokens: readonly Token[] };

/** The parts of a form in a text, by their names. */
export type Match = ReadonlyMap<string, Span>;

/** The text between two places of tokens. */
function spanOf({ tokens, text }: Line, from: number, to: number): Span {
  const start = tokens[from]?.start ?? text.length;
  return { start, end: Math.max(start, tokens[to - 1]?.end ?? 0) };
}

type Part = { readonly name: string; readonly mayMiss: boolean };

/** By a form, its parts. */
const partsOf = new Map<string, readonly Part[]>();

function toParts(form: string): readonly Part[] {
  return form
    .split(" ")
    .map((part) => ({ name: part.replace(/\?$/, ""), mayMiss: part.endsWith("?") }));
}

/** A form at a place of a text: its end, and its parts by their names. */
type Found = { readonly end: number; readonly match: Match };

/** The first way to read a form from a place to an end, which is that of the text by default. */
export function matchForm(
  form: string,
  line: Line,
  elements: Elements,
  at = 0,
  isEnd = (end: number) => end === line.tokens.length,
): Found | undefined {
  const parts = partsOf.getOrInsertComputed(form, toParts);
  /** Where each part ends, before its start if it is missing. */
  const ends: number[] = [];
  const isFound = (step: number, from: number): boolean => {
    const part = parts[step];
    if (part === undefined) return isEnd(from);
    for (const end of elements.get(part.name)?.(line, from) ?? []) {
      ends[step] = end;
      if (isFound(step + 1, end)) return true;
    }
    ends[step] = -1;
    return part.mayMiss && isFound(step + 1, from);
  };
  if (!isFound(0, at)) return undefined;
  const match = new Map<string, Span>();
  let start = at;
  for (const [step, { name }] of parts.entries()) {
    const end = ends[step] ?? -1;
    if (end < 0) continue;
    match.set(name, spanOf(line, start, end));
    start = end;
  }
  return { end: start, match };
}

/** All places of a text where a part of a form is, from left to right, without overlaps. */
export function findAll(line: Line, element: Element): readonly Span[] {
  const all: Span[] = [];
  let after = 0;
  for (const at of line.tokens.keys()) {
    const [end] = at < after ? [] : element(line, at);
    if (end === undefined) continue;
    all.push(spanOf(line, at, end));
    after = end;
  }
  return all;
}
