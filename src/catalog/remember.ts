// Invariant: the cache is bounded, whatever the texts.
import { detachText } from "../reading/cleanText.ts";

/** Longer texts, in characters, are not cached. */
const maxCachedLength = 200;

/**
 * Caches the results of `make`, which must depend only on its text, for at most `maxEntries` texts.
 */
export function remember<Value>(
  maxEntries: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > maxCachedLength) return make(text);
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    // A text may be part of a piece of a file and would keep the whole piece in memory.
    const own = detachText(text);
    const made = make(own);
    if (known.size >= maxEntries) known.clear();
    known.set(own, made);
    return made;
  };
}
