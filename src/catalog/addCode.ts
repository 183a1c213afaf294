// Adding a code of the trade: a condition, a unit of measure or a certificate.
import type { Database } from "../db/database.ts";
import {
  insertCertificate,
  insertCondition,
  insertUnit,
  lockCodes,
  selectTradeCodes,
} from "./codeQueries.ts";
import { certificateKey, collectCertificates } from "./import/createCertificateReader.ts";
import type { NewCode, TradeCodes } from "./tradeCodes.ts";

/** How it ended; `taken` is the code that exists already, be it by a synonym. */
export type AddedCode =
  | { readonly outcome: "added" }
  | { readonly outcome: "exists"; readonly taken: string }
  | { readonly outcome: "no neighbour"; readonly neighbour: string };

/** The code that the new one is already, if it is one. */
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
 * Adds a code, which imports know from then on; a condition moves those after it up, and lookups
 * list by the new order at once. Does not check the shape of the texts: that is the caller's.
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
