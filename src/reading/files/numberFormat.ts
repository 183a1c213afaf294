// The number formats of a workbook, as far as they change what a cell means.
import type { FormatCurrency } from "./fileRecord.ts";

/**
 * What a format shows a number as. `digits` has a 0 for each digit that is always shown, and the
 * texts between them, as in "0000-00-000-0000"; it is empty if the format has anything else.
 */
export type NumberFormat =
  | {
      readonly shows: "number";
      readonly digits: string;
      readonly currency?: FormatCurrency | undefined;
    }
  | { readonly shows: "day" }
  | { readonly shows: "percent" };

const plainNumber = { shows: "number", digits: "" } as const;

const dayRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** A format that every workbook has, by its number. */
export function findBuiltInFormat(id: number): NumberFormat {
  if (dayRanges.some(([first, last]) => id >= first && id <= last)) return { shows: "day" };
  return id === 9 || id === 10 ? { shows: "percent" } : plainNumber;
}

/** The parts of a section: quoted and escaped texts, fillers, brackets, signs of currencies. */
const sectionParts = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)(?:-([^\]]*))?\]|\[[^\]]*\]|(\p{Sc})|./gsu;

/** The currency that a section of a format shows: in brackets, or as a text. */
function findFormatCurrency(section: string): FormatCurrency | undefined {
  let text = "";
  for (const [, quoted = "", escaped = "", marked = "", locale = "", bare = ""] of section.matchAll(
    sectionParts,
  )) {
    if (marked.trim() !== "") return { sign: marked.trim(), locale };
    text += `${quoted}${escaped}${bare}`;
  }
  const sign = text.trim();
  return /[\p{L}\p{Sc}\d]/u.test(sign) ? { sign, locale: null } : undefined;
}

/** Reads the first section of a format: that of positive numbers. */
export function parseNumberFormat(code: string): NumberFormat {
  const [first = ""] =
    /^(?:"[^"]*"|\\.|[^;])*/.exec(code.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "")) ?? [];
  const bare = first.replace(/"[^"]*"|\\.|[_*]./g, "").replace(/general/gi, "");
  if (/[ymdhs]/i.test(bare)) return { shows: "day" };
  if (bare.includes("%")) return { shows: "percent" };
  const digits = first.replace(/\\(.)|"([^"]*)"/g, (_, one = "", text = "") => `${one}${text}`);
  if (/^0[0 -]*$/.test(digits)) return { shows: "number", digits };
  const [section = ""] = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/.exec(code) ?? [];
  const currency = findFormatCurrency(section);
  return { ...plainNumber, currency };
}

/** Writes a whole number as a format with `digits` shows it: 42 with "000-000" is 000-042. */
export function writeDigits(whole: string, digits: string): string {
  const places = digits.replace(/[^0]/g, "").length;
  const padded = whole.padStart(places, "0");
  let at = padded.length - places;
  const [first, ...rest] = digits;
  const shown = rest.map((character) => {
    if (character !== "0") return character;
    at += 1;
    return padded[at];
  });
  return first === undefined
    ? whole
    : `${padded.slice(0, padded.length - places + 1)}${shown.join("")}`;
}
