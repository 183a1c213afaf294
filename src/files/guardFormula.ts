// Cells that a spreadsheet would take for a formula. A text that begins like one is written behind
// an apostrophe, and read without it. Invariant: what is guarded and read again is unchanged, also
// where it begins with apostrophes of its own.

const formula = /^'*[=+\-@\t\r]/;
const guardedFormula = /^'+[=+\-@\t\r]/;

export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file as it was before it was guarded. */
export function readGuarded(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
