// What a day written otherwise than YYYY-MM-DD most likely is. It is only ever suggested: a file
// whose days are in doubt is mended by whoever knows.
import { parseDay } from "../day.ts";

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
 * The days a text can mean as YYYY-MM-DD: none where that is not clear (years of two digits are
 * not), two where day and month can be told apart by no rule.
 */
export function suggestDay(text: string): string[] {
  const [, year = "", month = "", day = ""] = yearFirst.exec(text) ?? eightDigits.exec(text) ?? [];
  if (year !== "") return toDay(year, month, day);
  const named = dayThenName.exec(text);
  if (named !== null) return toDay(named[3] ?? "", monthNumber(named[2] ?? ""), named[1] ?? "");
  const turned = nameThenDay.exec(text);
  if (turned !== null) return toDay(turned[3] ?? "", monthNumber(turned[1] ?? ""), turned[2] ?? "");
  const [, first = "", second = "", last = ""] = yearLast.exec(text) ?? [];
  if (last === "") return [];
  return [...new Set([...toDay(last, first, second), ...toDay(last, second, first)])];
}
