// How part numbers are compared. Owns the two keys of a number: the exact one, in which punctuation
// counts, and the bare one, which only ever serves suggestions (decisions 14 and 20).
import { normalizeDashes } from "../imports/cleanText.ts";

const whiteSpace = /[\s\u200b\u2060\ufeff]+/gu;
const simpleNumber = /^[0-9A-Z]+(?:[-/.][0-9A-Z]+)*$/;

/**
 * The key under which a part number is found: trimmed, case folded, every Unicode dash a
 * hyphen-minus, a run of white space one space, otherwise exact (decision 14). Two numbers are
 * the same exactly where their keys are. An empty key names nothing.
 */
export function partNumberKey(partNumber: string): string {
  if (simpleNumber.test(partNumber)) return partNumber;
  return normalizeDashes(partNumber).replace(whiteSpace, " ").trim().toUpperCase().normalize("NFC");
}

/** The key without its punctuation: equal for 21117-1 and 211-171, so it finds suggestions only. */
export function barePartNumber(partNumber: string): string {
  return partNumberKey(partNumber).replace(/[^\p{L}\p{N}]+/gu, "");
}
