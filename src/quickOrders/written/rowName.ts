const described =
  /^(?:descr(?:iption)?|part (?:name|description)|nomenclature|name|item name)\.?$/i;

/** Whether a header names the column of descriptions. */
export function isDescribed(header: string): boolean {
  return described.test(header.trim());
}

/** A name is words: the codes of part numbers have digits or are short. */
function isName(text: string): boolean {
  return (
    text
      .trim()
      .split(/\s+/)
      .filter((word) => /^\p{L}[\p{L}-]{2,}$/u.test(word)).length > 1
  );
}

/**
 * The name by which the part of a row can be searched: what is written for its number, if that is a
 * name, or its cell below the header of descriptions; null if it has none.
 */
export function findRowName(
  headers: readonly string[],
  cells: readonly string[],
  partNumber: string | null,
): string | null {
  if (partNumber !== null && isName(partNumber)) return partNumber.trim();
  const place = headers.findIndex(isDescribed);
  const cell = cells[place]?.trim() ?? "";
  return /\p{L}{3}/u.test(cell) ? cell : null;
}
