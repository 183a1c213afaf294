// Marks by which a text turns the direction of writing, kept to that text.

const opening = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/gu;
const popFormatting = "\u202c";
const popIsolate = "\u2069";

/**
 * The text with every direction that it opens closed at its end, so that what follows is not
 * turned. What it closes itself is closed once more, which means nothing.
 */
export function closeBidi(text: string): string {
  const opened = text.match(opening);
  if (opened === null) return text;
  const closers = opened.map((mark) => (mark >= "\u2066" ? popIsolate : popFormatting));
  return text + closers.reverse().join("");
}
