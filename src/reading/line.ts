// Reads a line or cell with a part number, its quantity and its condition, in any order. Invariant:
// it does not guess; it returns every way to read the line, and the catalog decides.
import { findCondition, type ListCodes, readCondition } from "./condition.ts";
import { elements, findUnit, isAfter, isBefore, mark } from "./elements.ts";
import {
  bareForms,
  type Element,
  type Elements,
  fieldForms,
  findAll,
  type Line,
  type Match,
  markedForms,
  matchForm,
  statedForms,
  statements,
} from "./patterns.ts";
import { type Span, tokenize } from "./tokens.ts";

/** The texts of one reading; missing ones are empty. */
export type LineTexts = {
  readonly partNumber: string;
  readonly quantity: string;
  readonly condition: string;
};

/** A reading with the places of what was understood. */
export type LineReading = LineTexts & { readonly spans: readonly Span[] };

/** A quantity that a line states by a label or a unit, wherever it is. */
export const stated: Element = (line, at) => {
  if (!isAfter(line, at, ",;(")) return [];
  const isEnd = (end: number) => isBefore(line, end, ",;)");
  const found = statements.map((form) => matchForm(form, line, elements, at, isEnd)?.end);
  return found.filter((end) => end !== undefined).slice(0, 1);
};

/** Any text before a token that is this mark: the shortest first. */
function anyText(until: string): Element {
  return ({ tokens }, at) => {
    const stop = tokens.findIndex(({ text }, place) => place >= at && text === until);
    const most = (stop === -1 ? tokens.length : stop) - at;
    return Array.from({ length: most }, (_, more) => at + more + 1);
  };
}

function textBetween({ tokens, text }: Line, at: number, end: number): string {
  return text.slice(tokens[at]?.start, tokens[end - 1]?.end);
}

/** More words than a wish has: "SV or OH with FAA 8130-3 tag required". */
const maxTokens = 14;
const maxTokensOfName = 3;

/** A condition, perhaps with certificates: the longest first. */
function conditionIn(line: Line, codes: ListCodes): Element {
  const { tokens } = line;
  const isName = (at: number) =>
    Array.from({ length: maxTokensOfName }, (_, more) => textBetween(line, at, at + more + 1)).some(
      (name) => findCondition(name, codes) !== undefined,
    );
  const names = [...tokens.keys()].filter((at) => tokens[at]?.kind !== "mark" && isName(at));
  const findEnds = (at: number) => {
    const most = Math.min(maxTokens, tokens.length - at);
    const ends = Array.from({ length: most }, (_, less) => at + most - less);
    return ends.filter((end) => {
      const isPossible = names.some((name) => name >= at && name < end);
      return isPossible && isBefore(line, end, ",;)") && isWish(textBetween(line, at, end), codes);
    });
  };
  const found = new Map<number, readonly number[]>();
  return (_, at) => found.getOrInsertComputed(at, findEnds);
}

/** Whether a text asks for a condition. A word for a unit is none in a line, unless it is a code. */
function isWish(text: string, codes: ListCodes): boolean {
  const { accepted, unread } = readCondition(text, codes);
  const isUnit = findUnit(text) !== undefined && !codes.known.has(text.toUpperCase());
  return accepted.length > 0 && unread.length === 0 && !isUnit;
}

const fieldMarks = [";", "|", ","] as const;

/** The parts of the forms of lines. */
function elementsOf(line: Line, codes: ListCodes): Elements {
  const fieldMark = fieldMarks.find((one) => line.text.includes(one)) ?? "";
  const field = anyText(fieldMark);
  const number = elements.get("number") ?? stated;
  const piece = elements.get("piece") ?? stated;
  const ofLine = Object.entries<Element>({
    stated,
    condition: conditionIn(line, codes),
    part: anyText(""),
    field,
    words: (all, at) =>
      field(all, at).filter((end) =>
        all.tokens.slice(at, end).some(({ kind }) => kind === "letters"),
      ),
    mark: mark(fieldMark),
    // The comma of "PN 1,250" separates nothing.
    apart: ({ tokens, text }, at) =>
      /(?<!\S)\d{1,3}(?:,\d{3})+(?!\S)/.test(text) || ",;|".includes(tokens[at - 1]?.text ?? ",")
        ? []
        : mark(",;|")(line, at),
    count: (all, at) => {
      const ends = number(all, at).slice(0, 1);
      return [...stated(all, at), ...ends.flatMap((end) => piece(all, end)), ...ends];
    },
    grouped: (all, at) =>
      number(all, at).filter((end) => /^[1-9]\d{0,2},\d{3}$/.test(textBetween(all, at, end))),
  });
  return new Map([...elements, ...ofLine]);
}

/** Every reading of the forms that a line has, in their order. */
function readForms(forms: readonly string[], line: Line, all: Elements): LineReading[] {
  return forms.flatMap((form) => {
    const match = matchForm(form, line, all)?.match;
    return match === undefined ? [] : [toReading(line, match)];
  });
}

const quantities = ["stated", "number", "figure", "spaced", "whole", "count", "grouped"];

function toReading({ text }: Line, match: Match): LineReading {
  const find = (names: readonly string[]) =>
    names.map((name) => match.get(name)).find((span) => span !== undefined);
  const cut = (span: Span | undefined) =>
    span === undefined ? "" : text.slice(span.start, span.end);
  const part = find(["part", "field"]);
  const quantity = find(quantities);
  // The words of a field may be no condition.
  const condition = match.get("condition");
  const spans = [part, quantity, condition].filter((span) => span !== undefined);
  return {
    partNumber: cut(part),
    quantity: cut(quantity).replace(startOfStated, ""),
    condition: cut(condition ?? match.get("words")),
    spans: spans.length > 1 ? spans : [],
  };
}

/** The label of a quantity. */
const startOfStated = /^\p{L}+[.:=\s]*/u;

/** Forms of a quantity and a part number with a condition at the end, beside the part, or nowhere. */
function readBare(line: Line, all: Elements): LineReading[] {
  const read = (change: (form: string) => string) => {
    const [marked, bare] = [markedForms, bareForms].map((forms) =>
      readForms(forms.map(change), line, all),
    );
    return marked === undefined || marked.length === 0 ? (bare ?? []) : marked;
  };
  return [
    ...read((form) => `${form} _ condition`),
    ...readForms(["part _ condition"], line, all),
    ...read((form) => form.replace("part", "part _ condition")),
    ...read((form) => form),
    ...readForms(["part"], line, all),
  ];
}

/**
 * The ways to read a text that contains a part number and perhaps quantity and condition, the most
 * likely first. The condition of another cell counts instead of one in the text.
 */
export function readLine(text: string, codes: ListCodes, condition = ""): LineReading[] {
  const line = { text, tokens: tokenize(text) };
  const whole = { partNumber: text, quantity: "", condition, spans: [] };
  if (line.tokens.length === 0) return [whole];
  const all = elementsOf(line, codes);
  const [statement, ...others] = findAll(line, stated);
  const isStated = statement !== undefined && others.length === 0;
  const only: Element = (of, at) =>
    of.tokens[at]?.start === statement?.start ? stated(of, at) : [];
  const byStatement = isStated
    ? readForms(statedForms, line, new Map([...all, ["stated", only]]))
    : [];
  // No part number has QTY 2 in it; HOSE 10 FT may be one.
  const isLabeled = isStated && /^\p{L}/u.test(text.slice(statement.start));
  const isClear = isLabeled && byStatement.length > 0;
  const readings = [
    ...(condition === "" ? readForms(fieldForms, line, all).slice(0, 1) : []),
    ...byStatement,
    ...(isClear ? [] : readBare(line, all)),
  ].map((one) => (condition === "" ? one : { ...one, condition }));
  const distinct = readings.map((one) => [JSON.stringify({ ...one, spans: [] }), one] as const);
  return [...new Map(distinct).values()];
}

/** A quantity of which a label or a unit says that it is one, and nothing else. */
export function isStated(text: string): boolean {
  const line = { text, tokens: tokenize(text) };
  return matchForm("stated", line, new Map([["stated", stated]])) !== undefined;
}

/** Both ways to read the cell of a part number that may end with a mark and a number: "PN-1,10". */
export function readNumberCell(cell: string, codes: ListCodes): readonly LineTexts[] {
  const text = cell.trim();
  const line = { text, tokens: tokenize(text) };
  const whole = { partNumber: cell, quantity: "", condition: "" };
  return [whole, ...readForms(["part apart whole"], line, elementsOf(line, codes))];
}

/**
 * A quantity with commas at the start of a line, after a space or a mark, or with one before its
 * decimals and a unit: these commas do not separate columns.
 */
const groupedQuantity =
  /(?<=^|[\sxX*\u00d7])(?:\d{1,3}(?:,\d{3})+(?=\s|$)|\d+,\d+(?= ?\p{L}{1,6}\.?(?:\s|$)))/gu;

/** A line without such quantities. */
export function dropGrouped(line: string): string {
  return line.replace(groupedQuantity, "");
}

/** "PN" has no digit, and the "1." of "1. 217401" is shorter than the quantity would be. */
export function mayBePart({ partNumber, quantity }: Omit<LineTexts, "condition">): boolean {
  return /\d/.test(partNumber) && partNumber.length > quantity.length;
}
