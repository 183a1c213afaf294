// What spreadsheets make of part numbers: dates, and rounded powers of ten. Pure.
import { findMonth } from "./words/months.ts";

// As Excel writes them.
const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const oneOf12 = "(?:0?[1-9]|1[0-2])";
const oneOf31 = "(?:0?[1-9]|[12]\\d|3[01])";
const trace = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|\\d(?:[.,]\\d+)?e\\+\\d{2,3}|` +
    `\\d+\\.0|${oneOf12}/${oneOf31}/\\d{2}|${oneOf31}/${oneOf12}/\\d{2}|` +
    "(?:19|20)\\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))$",
  "i",
);
const time = "[T ]\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\.0+)?(?: [AP]M)?Z?";
const wholeDate = new RegExp(`^(\\d{1,2})([/.])(\\d{1,2})\\2((?:19|20)\\d{2})(?:${time})?$`, "i");
const dateAndTime = new RegExp(`^((?:19|20)\\d{2})-(\\d{2})-(\\d{2})${time}$`, "i");
const dayAndMonth = new RegExp(`^(\\d{1,2})-(${months})(-\\d{2})?$`);
const monthAndYear = new RegExp(`^(${months})-(\\d{2})$`);
const powerOfTen = /^(\d)[.,](\d+)E\+(\d{2,3})$/;

/** Whether a part number has a form that spreadsheets produce; it may still be the maker's own. */
export function seemsRewritten(partNumber: string): boolean {
  return trace.test(partNumber);
}

function listAll(typed: readonly string[]): string {
  const [last = "", ...before] = [...new Set(typed)].reverse();
  return before.length === 0 ? last : `${before.reverse().join(", ")} or ${last}`;
}

/** Describes what was typed if a day, month and year are in either order; undefined for no date. */
function describeWholeDate(partNumber: string): string | undefined {
  const [, one = "", , two = "", lastYear = ""] = wholeDate.exec(partNumber) ?? [];
  const [, firstYear = "", month = "", day = ""] = dateAndTime.exec(partNumber) ?? [];
  const [a, b] = [Number(one === "" ? month : one), Number(two === "" ? day : two)];
  const year = lastYear === "" ? firstYear : lastYear;
  if (a < 1 || b < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return undefined;
  const ofMonth = [b === 1 ? [`${a}-${year}`] : [], a === 1 ? [`${b}-${year}`] : []].flat();
  return listAll([...ofMonth, `${a}-${b}`, `${a}-${b}-${year}`]);
}

function describeDate(partNumber: string): string | undefined {
  const [, day = "", month = "", year = ""] = dayAndMonth.exec(partNumber) ?? [];
  if (month !== "") {
    const number = findMonth(month);
    const named = `${day}-${month}${year}`.toUpperCase();
    return `${named}, ${number}-${day}${year} or ${day}-${number}${year}`;
  }
  const [, name = "", tail = ""] = monthAndYear.exec(partNumber) ?? [];
  if (name === "") return describeWholeDate(partNumber);
  const capitals = name.toUpperCase();
  return `${capitals}-${tail}, ${capitals}${tail} or ${findMonth(name)}-${tail}`;
}

function describePower(partNumber: string): string | undefined {
  const [, first = "", rest = "", power = ""] = powerOfTen.exec(partNumber) ?? [];
  if (first === "") return undefined;
  const shift = Number(power) - rest.length;
  const long = "a longer number whose last digits were lost";
  return shift < 0 ? long : `${first}${rest}E${shift} or ${long}`;
}

/**
 * Describes a part number in a form that only spreadsheets write, and what it probably was: a day
 * and month as Excel writes them (12-Mar, Mar-12), a date with a year (1/1/1907), or a rounded
 * power of ten (1.23E+05).
 */
export function describeRewriting(
  partNumber: string,
): { readonly reason: string; readonly probably: string } | undefined {
  const date = describeDate(partNumber);
  if (date !== undefined) {
    return { reason: "is a date that a spreadsheet made from a part number", probably: date };
  }
  const power = describePower(partNumber);
  if (power === undefined) return undefined;
  return { reason: "is a number that a spreadsheet rounded", probably: power };
}
