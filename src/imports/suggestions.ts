// What a refused cell probably means. Only ever suggested, never imported.
import { parseDay } from "../day.ts";
import { foldSynonym } from "./cleanText.ts";

/** Whether two texts differ by one letter that is changed, missing, added or swapped. */
function isTypingError(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start += 1;
  const [longRest, shortRest] = [long.slice(start), short.slice(start)];
  if (long.length > short.length) return longRest.slice(1) === shortRest;
  const swapped = `${shortRest[1] ?? ""}${shortRest[0] ?? ""}${shortRest.slice(2)}`;
  return longRest.slice(1) === shortRest.slice(1) || longRest === swapped;
}

/** Shorter codes are one letter apart from each other. */
const minMistypedLength = 4;

/**
 * The code of `known` that `text` probably means: by a synonym (folded by `foldSynonym`), or as the
 * only code within one typing error. None if there is no such code.
 */
export function suggestCode(
  text: string,
  known: Iterable<string>,
  synonyms: Readonly<Record<string, string>>,
): string[] {
  const codes = [...known];
  const words = foldSynonym(text);
  const meant = Object.hasOwn(synonyms, words) ? synonyms[words] : undefined;
  if (meant !== undefined && codes.includes(meant)) return [meant];
  if (words.length < minMistypedLength) return [];
  const near = codes.filter((code) => isTypingError(words, code));
  return near.length === 1 ? near : [];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|" +
  "oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const gap = "[ .,/-]{1,2}";
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ][\d:.]+Z?)?$/;
const eightDigits = /^(\d{4})(\d{2})(\d{2})$/;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const dayThenName = new RegExp(`^(\\d{1,2})${gap}(${monthNames})${gap}(\\d{4})$`, "i");
const nameThenDay = new RegExp(`^(${monthNames})${gap}(\\d{1,2})${gap}(\\d{4})$`, "i");

function toDay(year: string, month: string | number, dayOfMonth: string): string[] {
  const written = `${year}-${String(month).padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  const day = parseDay(written);
  return day === undefined ? [] : [day];
}

function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/**
 * The dates that a text can mean, as YYYY-MM-DD: none if unclear (as with two-digit years), two if
 * day and month may be swapped.
 */
export function suggestDay(text: string): string[] {
  const [, year = "", month = "", day = ""] = yearFirst.exec(text) ?? eightDigits.exec(text) ?? [];
  if (year !== "") return toDay(year, month, day);
  const named = dayThenName.exec(text);
  if (named !== null) return toDay(named[3] ?? "", monthNumber(named[2] ?? ""), named[1] ?? "");
  const american = nameThenDay.exec(text);
  if (american !== null)
    return toDay(american[3] ?? "", monthNumber(american[1] ?? ""), american[2] ?? "");
  const [, first = "", second = "", last = ""] = yearLast.exec(text) ?? [];
  if (last === "") return [];
  return [...new Set([...toDay(last, first, second), ...toDay(last, second, first)])];
}

/** Formats what to write into the cell instead; null if there is nothing to suggest. */
export function formatSuggestion(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  return `write ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
