// How part numbers are compared. Owns the two keys of a number: the exact one, in which punctuation
// counts, and the bare one, which only ever serves suggestions (decisions 14 and 20).

const unicodeDashes =
  /[\u00ad\u058a\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\ufe58\ufe63\uff0d]/gu;
const whiteSpace = /[\s\u200b\u2060\ufeff]+/gu;
const simpleNumber = /^[0-9A-Z]+(?:[-/.][0-9A-Z]+)*$/;

/**
 * The key under which a part number is found: trimmed, case folded, every Unicode dash a
 * hyphen-minus, a run of white space one space, otherwise exact (decision 14). Two numbers are
 * the same exactly where their keys are. An empty key names nothing.
 */
export function partNumberKey(partNumber: string): string {
  if (simpleNumber.test(partNumber)) return partNumber;
  return partNumber
    .replace(unicodeDashes, "-")
    .replace(whiteSpace, " ")
    .trim()
    .toUpperCase()
    .normalize("NFC");
}

/** The key without its punctuation: equal for 21117-1 and 211-171, so it finds suggestions only. */
export function barePartNumber(partNumber: string): string {
  return partNumberKey(partNumber).replace(/[^\p{L}\p{N}]+/gu, "");
}
