// What spreadsheets make of part numbers: a date of 12-MAR or 3-12, a power of ten of 123E3, a
// decimal of 12345. A number may be the maker's own in such a form, so it is only pointed out; the
// forms in which nobody but a spreadsheet writes are told apart (decision 65).

const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const trace = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|\\d(?:[.,]\\d+)?e\\+\\d{2,3}|` +
    "\\d+\\.0)$",
  "i",
);
const dayAndMonth = new RegExp(`^(\\d{1,2})-(${months})(-\\d{2})?$`);
const monthAndYear = new RegExp(`^(${months})-(\\d{2})$`);
const powerOfTen = /^(\d)[.,](\d+)E\+(\d{2,3})$/;

/** Whether a part number has the form into which a spreadsheet rewrites some numbers. */
export function looksRewritten(partNumber: string): boolean {
  return trace.test(partNumber);
}

function monthNumber(name: string): number {
  return months.split("|").indexOf(name) + 1;
}

function describeDate(partNumber: string): string | undefined {
  const [, day = "", month = "", year = ""] = dayAndMonth.exec(partNumber) ?? [];
  if (month !== "") {
    const number = monthNumber(month);
    const named = `${day}-${month}${year}`.toUpperCase();
    return `${named}, ${number}-${day}${year} or ${day}-${number}${year}`;
  }
  const [, name = "", tail = ""] = monthAndYear.exec(partNumber) ?? [];
  if (name === "") return undefined;
  const capitals = name.toUpperCase();
  return `${capitals}-${tail}, ${capitals}${tail} or ${monthNumber(name)}-${tail}`;
}

function describePower(partNumber: string): string | undefined {
  const [, first = "", rest = "", power = ""] = powerOfTen.exec(partNumber) ?? [];
  if (first === "") return undefined;
  const shift = Number(power) - rest.length;
  const long = "a longer number, of which this has only the first digits";
  return shift < 0 ? long : `${first}${rest}E${shift}, or ${long}`;
}

/**
 * Of a part number written as spreadsheets alone write, why it is refused and what it probably was:
 * a day and a month in the letters of Excel (12-Mar, Mar-12), or a rounded power of ten (1.23E+05).
 */
export function describeRewriting(
  partNumber: string,
): { readonly reason: string; readonly probably: string } | undefined {
  const date = describeDate(partNumber);
  if (date !== undefined) {
    return { reason: "is a date that a spreadsheet made of a number", probably: date };
  }
  const power = describePower(partNumber);
  if (power === undefined) return undefined;
  return { reason: "is a number that a spreadsheet rounded", probably: power };
}
