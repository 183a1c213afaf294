// What spreadsheets make of part numbers: a date of 12-MAR, a power of ten of 12345E12. Such a
// number may be the maker's own, so it is only pointed out, never changed.

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const trace = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|\\d(?:[.,]\\d+)?e\\+\\d{2,3})$`,
  "i",
);

/** Whether a part number has the form into which a spreadsheet rewrites some numbers. */
export function looksRewritten(partNumber: string): boolean {
  return trace.test(partNumber);
}
