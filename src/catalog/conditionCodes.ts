// The lists of codes as the readers of files ask for them.
import type { CodeList } from "../imports/feedRow.ts";
import { codeSynonyms } from "./import/codeSynonyms.ts";

/** The conditions of parts (decision 33). */
export function conditionCodes(known: ReadonlySet<string>): CodeList {
  const reason = `is no condition; known are ${[...known].join(", ")}`;
  return { known, reason, synonyms: codeSynonyms.conditions };
}

/** The units of measure (decision 33). */
export function unitCodes(known: ReadonlySet<string>): CodeList {
  return { known, reason: "is no unit of measure known here", synonyms: codeSynonyms.units };
}
