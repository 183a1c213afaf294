// Whether what a list calls a part contradicts what the catalog calls it. Pure. Invariant: words
// that name no kind of part contradict nothing.
import { formsOfWord } from "../../catalog/search/foldWord.ts";
import { searchWords } from "../../catalog/search/searchWords.ts";
import { foldTerm, type TermTable } from "../../catalog/terms/termTable.ts";
import { partNouns } from "../../reading/words/partNouns.ts";

/** By word, the kinds of parts that it names. */
const kindsOf = new Map<string, readonly number[]>();
for (const [kind, row] of partNouns.trim().split("\n").entries()) {
  for (const word of row.split(", ")) {
    const folded = foldTerm(word);
    kindsOf.set(folded, [...(kindsOf.get(folded) ?? []), kind]);
  }
}

/** The words of a text, spelled out, with those of all that its terms mean. */
function listWords(text: string, { relatedOf, maxWords }: TermTable): Set<string> {
  const words = foldTerm(text).split(" ");
  const found = new Set(searchWords(text).flatMap(formsOfWord));
  for (const at of words.keys()) {
    for (let end = at + 1; end <= Math.min(words.length, at + maxWords); end += 1) {
      const meanings = relatedOf.get(words.slice(at, end).join(" ")) ?? [];
      for (const word of meanings.flatMap((one) => foldTerm(one).split(" "))) found.add(word);
    }
  }
  return found;
}

function listKinds(text: string, terms: TermTable): Set<number> {
  return new Set([...listWords(text, terms)].flatMap((word) => kindsOf.get(word) ?? []));
}

/** Whether both texts name kinds of parts, and none in common. */
function contradictsName(written: string, name: string, terms: TermTable): boolean {
  const [asked, offered] = [listKinds(written, terms), listKinds(name, terms)];
  return asked.size > 0 && offered.size > 0 && asked.isDisjointFrom(offered);
}

const maxQuoted = 60;

function quote(text: string): string {
  const shown = text.replace(/\s+/g, " ").trim();
  return `“${shown.length > maxQuoted ? `${shown.slice(0, maxQuoted).toWellFormed()}…` : shown}”`;
}

/** Why the part of a row is to be checked; null if nothing contradicts it. */
export function describeNameFault(written: string, name: string, terms: TermTable): string | null {
  if (!contradictsName(written, name, terms)) return null;
  return `The list says ${quote(written)}, the catalog ${quote(name)}.`;
}
