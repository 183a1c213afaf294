const longest = 200;
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Parses the name of a person and folds white space. Undefined if it is empty, longer than 200
 * characters, or contains invisible characters or changes of the writing direction.
 */
export function parsePersonName(text: string): string | undefined {
  const name = text.replace(/[ \t\u00a0]+/g, " ").trim();
  const length = [...name].length;
  return length === 0 || length > longest || unprintable.test(name) ? undefined : name;
}
