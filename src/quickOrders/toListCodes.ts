import { collectCertificates, type TradeCodes, toConditionCodes } from "../catalog/tradeCodes.ts";
import type { ListCodes } from "../reading/condition.ts";
import { wordsOf } from "../reading/lexicon.ts";

/**
 * What the conditions of a list can name: the operator's words, and those of the trade for its
 * codes. A single letter is none: N may mean no.
 */
export function toListCodes({
  conditions,
  certificates,
}: Pick<TradeCodes, "conditions" | "certificates">): ListCodes {
  const { known, synonyms } = toConditionCodes(conditions);
  const ofTrade = [...wordsOf("condition")].filter(
    ([word, code]) => known.has(code) && !known.has(word) && word.length > 1,
  );
  return {
    known,
    synonyms: new Map([...ofTrade, ...synonyms]),
    certificates: collectCertificates(certificates),
  };
}
