// The known code that an unknown one most likely stands for. It is only ever suggested.

/** Whether two texts differ by one letter that is changed, lost, added, or swapped. */
function isSlip(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start += 1;
  const [longRest, shortRest] = [long.slice(start), short.slice(start)];
  if (long.length > short.length) return longRest.slice(1) === shortRest;
  const swapped = `${shortRest[1] ?? ""}${shortRest[0] ?? ""}${shortRest.slice(2)}`;
  return longRest.slice(1) === shortRest.slice(1) || longRest === swapped;
}

/**
 * The code of `known` that `text` means: by a synonym (in capitals, words parted by one space), or
 * because it is the only one that a single slip leads to. None where there is no such code.
 */
export function suggestCode(
  text: string,
  known: Iterable<string>,
  synonyms: Readonly<Record<string, string>>,
): string[] {
  const codes = [...known];
  const words = text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const meant = Object.hasOwn(synonyms, words) ? synonyms[words] : undefined;
  if (meant !== undefined && codes.includes(meant)) return [meant];
  if (words.length < 2) return [];
  const near = codes.filter((code) => isSlip(words, code));
  return near.length === 1 ? near : [];
}
