// A memory of what was made of texts, for those that come again and again. Invariant: it is
// bounded, whatever texts come.
import { detachText } from "../imports/detachText.ts";

/** Longer texts, in characters, are not kept. */
const maxCachedLength = 200;

/**
 * `make`, which gives the same for the same text, but asked once for a text that comes often; at
 * most so many are kept.
 */
export function remember<Value>(
  most: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > maxCachedLength) return make(text);
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    // A text may be a part of a whole piece of a file, and would keep all of it.
    const own = detachText(text);
    const made = make(own);
    if (known.size >= most) known.clear();
    known.set(own, made);
    return made;
  };
}
