import type { OperatorActor, ShellActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { certificateKey } from "../reading/condition.ts";
import { foldSynonym } from "../reading/fold.ts";
import {
  deleteSynonym,
  insertCertificate,
  insertCondition,
  insertUnit,
  lockCodes,
  selectTradeCodes,
  upsertSynonym,
} from "./codeQueries.ts";
import {
  collectCertificates,
  type NewCode,
  type TradeCodes,
  toConditionCodes,
} from "./tradeCodes.ts";

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

// The words that files use for conditions. Every change is an audit event.

type Mapper = { readonly actor: OperatorActor | ShellActor; readonly now: Date };

/** `synonym` is the word as it is compared; "invalid" is no word of 1 to 40 characters. */
export type MappedCondition =
  | { readonly outcome: "mapped"; readonly synonym: string; readonly condition: string }
  | { readonly outcome: "is a code"; readonly code: string }
  | { readonly outcome: "unknown condition" }
  | { readonly outcome: "invalid" };

const maxLength = 40;

function recordChange(
  tx: Transaction,
  { actor, now }: Mapper,
  synonym: string,
  [before, after]: readonly [before: string | undefined, after: string | undefined],
): void {
  recordAuditEvent(tx, {
    actor,
    action:
      after === undefined ? "unmapped a word for a condition" : "mapped a word to a condition",
    subjectKind: "condition",
    subjectId: after ?? before ?? null,
    accountId: null,
    before: { synonym, condition: before ?? null },
    after: { synonym, condition: after ?? null },
    now,
  });
}

/** Makes imports and lists read a word as a condition, in place of what it meant before. */
export function mapCondition(
  db: Database,
  { word, condition }: { readonly word: string; readonly condition: string },
  by: Mapper,
): Promise<MappedCondition> {
  const synonym = foldSynonym(word);
  return db.transaction(async (tx): Promise<MappedCondition> => {
    if (synonym === "" || [...synonym].length > maxLength) return { outcome: "invalid" };
    await lockCodes(tx);
    const { known, synonyms } = toConditionCodes((await selectTradeCodes(tx)).conditions);
    if (!known.has(condition)) return { outcome: "unknown condition" };
    if (known.has(synonym)) return { outcome: "is a code", code: synonym };
    const before = synonyms.get(synonym);
    if (before !== condition) {
      await upsertSynonym(tx, synonym, condition);
      recordChange(tx, by, synonym, [before, condition]);
    }
    return { outcome: "mapped", synonym, condition };
  });
}

/** Makes imports and lists refuse a word again; returns the word, undefined if it meant nothing. */
export function unmapCondition(
  db: Database,
  word: string,
  by: Mapper,
): Promise<string | undefined> {
  const synonym = foldSynonym(word);
  return db.transaction(async (tx) => {
    await lockCodes(tx);
    const before = await deleteSynonym(tx, synonym);
    if (before === undefined) return undefined;
    recordChange(tx, by, synonym, [before, undefined]);
    return synonym;
  });
}
