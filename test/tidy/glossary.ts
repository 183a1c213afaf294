// The banned words of the glossary in docs/STYLE.md, which is their only list.

/** A banned word or phrase, how it is found, and the words to use instead. */
export type BannedWord = {
  readonly word: string;
  readonly pattern: RegExp;
  readonly instead: string;
};

/** Splits camelCase and snake_case, so that a term is found in the parts of a name. */
function splitNames(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

function toPattern(word: string): RegExp {
  const stem = word.replace(/…$/, "");
  return stem === word
    ? new RegExp(`(?<![\\w-])${word.replaceAll(" ", "\\s+")}(?![\\w-])`)
    : new RegExp(`(?<![\\w$])${stem}[A-Z]\\w*`);
}

/** Reads the table under "## Glossary": the words in `code` with what to use instead. */
export function readGlossary(style: string): readonly BannedWord[] {
  const table = style.slice(style.indexOf("## Glossary"));
  return [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].flatMap(([, not = "", instead = ""]) =>
    [...not.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => ({
      word,
      pattern: toPattern(word),
      instead,
    })),
  );
}

/** Those of the words that a text has. */
export function filterWords(words: readonly BannedWord[], text: string): readonly BannedWord[] {
  const split = splitNames(text);
  return words.filter(({ word, pattern }) => pattern.test(word.endsWith("…") ? text : split));
}

/** The banned words of a text, each with what to use instead. */
export function findBannedWords(words: readonly BannedWord[], text: string): readonly string[] {
  return filterWords(words, text).map(({ word, instead }) => `"${word}": use ${instead}`);
}
