// What a text states of one thing that is known: a number, a stock number, a condition. Pure.

/** Whether a text has a part number as a word of its own: "P/N 123-4 REV A" has 123-4, not 23-4. */
export function statesNumber(text: string, partNumber: string): boolean {
  const [words, number] = [text, partNumber].map((one) => ` ${one.toUpperCase()} `);
  const plain = words?.replace(/[\s,;:()"']+/g, " ").replace(/[.]+(?= )/g, "");
  return plain?.includes(number ?? "") ?? false;
}

/** In four groups, between which are dashes of any kind. */
const stockNumber =
  /^(?:NSN[ :#.=-]*)?(\d{4})[\p{Pd}\u2212. ]?(\d{2})[\p{Pd}\u2212. ]?(\d{3})[\p{Pd}\u2212. ]?(\d{4})$/iu;

/** The 13 digits of a text that is a stock number and nothing else. */
export function readStockNumber(text: string): string | undefined {
  const [, ...groups] = stockNumber.exec(text.trim()) ?? [];
  return groups.length === 0 ? undefined : groups.join("");
}

const negations: ReadonlySet<string> = new Set(["NOT", "NO", "EXCEPT"]);

/** Whether a text says that it does not accept a condition, as "not OH" does. */
export function excludesCondition(text: string, condition: string): boolean {
  const words = text.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return words.some((word, at) => negations.has(word) && words[at + 1] === condition);
}
