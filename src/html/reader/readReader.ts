// Recognizes how a browser's reader writes dates, by headers that anyone may send.
import { parseZone } from "../../day.ts";
import type { Reader } from "./reader.ts";

type Habits = Pick<Reader, "order" | "hours">;

/** Browsers send up to ten; the rest of a longer header is ignored. */
const maxHeaderLength = 400;
const maxRemembered = 200;

const dayFirst: Habits = { order: "day", hours: 24 };

/** The language tags of Accept-Language, the preferred first; those with q=0 are left out. */
function listLanguages(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .slice(0, maxHeaderLength)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((text) => /^q=/i.test(text))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z\d]{1,8}){0,7}$/i.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function isSupported(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** By the CLDR, which Node contains; the calendar is always the one of the trade. */
function findHabits(acceptLanguage: string): Habits {
  const tag = listLanguages(acceptLanguage).find(isSupported);
  if (tag === undefined) return dayFirst;
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium", calendar: "gregory" });
  const first = date.formatToParts(0).find(({ type }) => /^(day|month|year)$/.test(type))?.type;
  const cycle = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hourCycle;
  return {
    order: first === "month" || first === "year" ? first : "day",
    hours: cycle === "h12" || cycle === "h11" ? 12 : 24,
  };
}

const remembered = new Map<string, Habits>();

function recallHabits(acceptLanguage: string): Habits {
  const known = remembered.get(acceptLanguage);
  if (known !== undefined) return known;
  const habits = findHabits(acceptLanguage);
  if (remembered.size >= maxRemembered) remembered.clear();
  if (acceptLanguage.length <= maxHeaderLength) remembered.set(acceptLanguage, habits);
  return habits;
}

/** `zone` is what the browser's script reported; `fallbackZone` counts if it is no zone. */
export function readReader(
  { acceptLanguage, zone }: { readonly acceptLanguage: string; readonly zone: string },
  fallbackZone: string,
  now: Date,
): Reader {
  return { ...recallHabits(acceptLanguage), zone: parseZone(zone) ?? fallbackZone, now };
}
