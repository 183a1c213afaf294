const maxNameLength = 200;

/** A text as the name of a list, which has no control characters; undefined if nothing is left. */
export function toListName(text: string): string | undefined {
  const folded = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = [...folded].slice(0, maxNameLength).join("").trim();
  return name === "" ? undefined : name;
}
