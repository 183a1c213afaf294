/** A word as synonyms are compared: in capitals, with one space for what is no letter or digit. */
export function foldSynonym(word: string): string {
  return word
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A text in lower case without accents. */
export function foldAccents(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss");
}

/** The meaning of each of the spellings that are listed by meaning. */
export function spell(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([meaning, spellings]) =>
      spellings.split(", ").map((spelling) => [spelling, meaning] as const),
    ),
  );
}
