// The dashes that word processors put where a hyphen was typed.

const unicodeDashes =
  /[\u00ad\u058a\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\ufe58\ufe63\uff0d]/gu;

/** A number with every Unicode dash a hyphen-minus (decision 14), otherwise as it is. */
export function plainDashes(number: string): string {
  return number.replace(unicodeDashes, "-");
}
