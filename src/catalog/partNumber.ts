// Owns the two keys of a part number: the exact key, in which punctuation counts, and the bare key,
// which is only used for suggestions.
import { normalizeDashes } from "../reading/cleanText.ts";

const whiteSpace = /[\s\u200b\u2060\ufeff]+/gu;
const simpleNumber = /^[0-9A-Z]+(?:[-/.][0-9A-Z]+)*$/;

/**
 * The key of a part number: trimmed, upper case, dashes as hyphen-minus, white space collapsed,
 * otherwise exact. Two numbers are equal if and only if their keys are. An empty key names nothing.
 */
export function partNumberKey(partNumber: string): string {
  if (simpleNumber.test(partNumber)) return partNumber;
  return normalizeDashes(partNumber).replace(whiteSpace, " ").trim().toUpperCase().normalize("NFC");
}

const fullWidth = /[\uff01-\uff5e]/g;
/** How far a full-width character is from its ASCII one. */
const fullWidthOffset = 0xfee0;

/**
 * The key with full-width characters, as East Asian keyboards type them, in ASCII. Only queries are
 * folded so, and only after the key itself found nothing: catalog data has keys without it.
 */
export function foldFullWidth(key: string): string {
  const toAscii = (letter: string): string =>
    String.fromCharCode(letter.charCodeAt(0) - fullWidthOffset);
  return key.replace(fullWidth, toAscii);
}

/** The key by which lists are filtered, and by which prefixes are sought: in ASCII. */
export function filterKey(text: string): string {
  return foldFullWidth(partNumberKey(text));
}

/** The key without punctuation: equal for 21117-1 and 211-171, so only for suggestions. */
export function barePartNumber(partNumber: string): string {
  return partNumberKey(partNumber).replace(/[^\p{L}\p{N}]+/gu, "");
}
