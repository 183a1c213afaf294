// Numbers and days as a spreadsheet stores them, into the text that a CSV file would have.

const dayMs = 86_400_000;
/** Day 0 of the two calendars; the first counts a 29 February 1900 that never was. */
const epoch1900Ms = Date.UTC(1899, 11, 30);
const epoch1904Ms = Date.UTC(1904, 0, 1);
const lastDay = 2_958_465;

/**
 * A stored number in plain decimal digits, as few as tell it from its neighbours; undefined for
 * what is no number, or has more than 21 digits before its point.
 */
export function readExcelNumber(stored: string): string | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(stored)) return undefined;
  const number = Number(stored);
  if (!Number.isFinite(number) || Math.abs(number) >= 1e21) return undefined;
  const text = String(number === 0 ? 0 : number);
  const [digits = "", exponent] = text.split("e-");
  if (exponent === undefined) return text;
  const sign = digits.startsWith("-") ? "-" : "";
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, "")}`;
}

/**
 * A stored number as the day YYYY-MM-DD, with the time behind a T where it has one; undefined where
 * the calendar has no such day.
 */
export function readExcelDay(stored: string, is1904: boolean): string | undefined {
  const serial = Number(stored);
  if (readExcelNumber(stored) === undefined || serial < (is1904 ? 0 : 1) || serial > lastDay + 1) {
    return undefined;
  }
  if (!is1904 && Math.floor(serial) === 60) return undefined;
  // Before the day that never was, the count is one behind.
  const shiftMs = !is1904 && serial < 60 ? dayMs : 0;
  const epochMs = is1904 ? epoch1904Ms : epoch1900Ms;
  const ms = Math.round((serial * dayMs) / 1000) * 1000;
  const [day, time] = new Date(epochMs + shiftMs + ms).toISOString().split("T");
  return time === "00:00:00.000Z" ? day : `${day}T${time?.slice(0, 8)}`;
}
