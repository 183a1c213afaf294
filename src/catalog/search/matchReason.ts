// Why a search by name found an offer, for people to read.
import type { ListedOffer } from "./listedOffer.ts";
import { nameKey, nameKeys, searchWords } from "./searchWords.ts";

/** "words": all words of the text occur in number, name, title or description. */
export type MatchReason = "name" | "name begins" | "stock number" | "words";

const niinLength = 9;

function isStockNumber(text: string, nsn: string | null): boolean {
  const digits = text.replace(/\D/g, "");
  return nsn !== null && (digits === nsn || digits === nsn.slice(-niinLength));
}

/** The best reason for which a text finds an offer that it does find. */
export function findMatchReason(
  text: string,
  { partName, nsn }: Pick<ListedOffer, "partName" | "nsn">,
): MatchReason {
  if (isStockNumber(text, nsn)) return "stock number";
  const words = searchWords(text);
  if (partName === null || words.length === 0) return "words";
  const { exact, folded, prefixStart, prefixEnd } = nameKeys(words);
  const key = nameKey(partName);
  if (key === exact || key === folded || key.startsWith(`${folded}\u0001`)) return "name";
  return key >= prefixStart && key < prefixEnd ? "name begins" : "words";
}
