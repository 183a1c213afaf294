// What a refused cell probably means. Only ever suggested, never imported.
import { foldSynonym } from "../reading/fold.ts";

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
  synonyms: ReadonlyMap<string, string>,
): string[] {
  const codes = [...known];
  const words = foldSynonym(text);
  const meant = synonyms.get(words);
  if (meant !== undefined && codes.includes(meant)) return [meant];
  if (words.length < minMistypedLength) return [];
  const near = codes.filter((code) => isTypingError(words, code));
  return near.length === 1 ? near : [];
}

/** Formats what to write into the cell instead; null if there is nothing to suggest. */
export function formatSuggestion(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  return `write ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
