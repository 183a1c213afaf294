// A text that starts like a formula is written with an apostrophe before it and read without it.
// Invariant: a text that is guarded and read again is unchanged, even if it starts with
// apostrophes.

const formula = /^'*[=+\-@\t\r]/;
const guardedFormula = /^'+[=+\-@\t\r]/;

export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file as it was before it was guarded. */
export function readGuarded(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
