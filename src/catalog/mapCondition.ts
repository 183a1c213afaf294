// The words that files use for conditions. Every change is an audit event.
import type { OperatorActor, ShellActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { foldSynonym } from "../reading/fold.ts";
import { deleteSynonym, lockCodes, selectTradeCodes, upsertSynonym } from "./codeQueries.ts";
import { toConditionCodes } from "./tradeCodes.ts";

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
