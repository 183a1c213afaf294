import type { Database } from "../db/database.ts";
import { certificateKey } from "../reading/condition.ts";
import {
  insertCertificate,
  insertCondition,
  insertUnit,
  lockCodes,
  selectTradeCodes,
} from "./codeQueries.ts";
import type { NewCode, TradeCodes } from "./tradeCodes.ts";
import { collectCertificates } from "./tradeCodes.ts";

/** `taken` is the code that already exists, perhaps under a synonym. */
type AddedCode =
  | { readonly outcome: "added" }
  | { readonly outcome: "exists"; readonly taken: string }
  | { readonly outcome: "no neighbour"; readonly neighbour: string };

/** The existing code that a new code equals, if any. */
function findTaken(code: NewCode, known: TradeCodes): string | undefined {
  if (code.kind !== "certificate") {
    const codes = code.kind === "condition" ? known.conditions : known.unitsOfMeasure;
    return codes.find((one) => one.code === code.code)?.code;
  }
  const certificates = collectCertificates(known.certificates);
  return [code.code, ...code.synonyms]
    .map((name) => certificates.get(certificateKey(name)))
    .find((taken) => taken !== undefined);
}

/**
 * Adds a code, which imports accept from then on. A condition moves the conditions after it, and
 * lookups use the new order immediately. Does not check the format of the texts.
 */
export async function addCode(db: Database, code: NewCode): Promise<AddedCode> {
  return db.transaction(async (tx): Promise<AddedCode> => {
    await lockCodes(tx);
    const known = await selectTradeCodes(tx);
    const taken = findTaken(code, known);
    if (taken !== undefined) return { outcome: "exists", taken };
    if (code.kind === "unit") await insertUnit(tx, code);
    else if (code.kind === "certificate") await insertCertificate(tx, code);
    else {
      const { side, neighbour } = code.place;
      if (!known.conditions.some((one) => one.code === neighbour)) {
        return { outcome: "no neighbour", neighbour };
      }
      await insertCondition(tx, code, neighbour, side === "after");
    }
    return { outcome: "added" };
  });
}
