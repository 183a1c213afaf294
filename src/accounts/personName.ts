// What is taken as the name of a person: one line of text, as they write it.

const longest = 200;
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * The text as a name, white space folded, or undefined where it is empty, longer than 200
 * characters, or holds what does not show or turns the direction of what follows.
 */
export function parsePersonName(text: string): string | undefined {
  const name = text.replace(/[ \t\u00a0]+/g, " ").trim();
  const length = [...name].length;
  return length === 0 || length > longest || unprintable.test(name) ? undefined : name;
}
