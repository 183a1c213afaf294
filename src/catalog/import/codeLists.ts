// The codes that readers of files accept, and what vendors write instead.

import type { CodeList } from "../../imports/feedRow.ts";
import { formatSuggestion, suggestCode } from "../../imports/suggestions.ts";
import { spell } from "../../reading/fold.ts";
import { wordsOf } from "../../reading/lexicon.ts";
import type { ConditionCodes } from "../tradeCodes.ts";

/** The conditions of parts, for files that operators import: they can map other words. */
export function importedConditionCodes({ known, synonyms }: ConditionCodes): CodeList {
  return {
    known,
    synonyms,
    get reason() {
      return `is not one of ${[...known].join(", ")}`;
    },
    suggest: (text) =>
      `to accept it: partsdesk code map ${JSON.stringify(text)} CODE, or Conditions in the console`,
  };
}

const noSynonyms: ReadonlyMap<string, string> = new Map();

/** The units of measure. Synonyms are only suggested: M may mean a thousand. */
export function unitCodes(known: ReadonlySet<string>): CodeList {
  const suggest = (text: string) => formatSuggestion(suggestCode(text, known, wordsOf("unit")));
  return { known, synonyms: noSynonyms, reason: "is not a known unit of measure", suggest };
}

/** The codes of the statuses of offers by what files write for them, folded by `foldSynonym`. */
export const statusSynonyms = spell({
  ACTIVE: "AVAILABLE, IN PRODUCTION, CURRENT, RELEASED",
  ON_HOLD: "HOLD, HELD, BLOCKED, QUARANTINE",
  SUPERSEDED: "REPLACED",
  DISCONTINUED: "OBSOLETE, END OF LIFE, EOL, INACTIVE, CANCELLED",
});
