// Changes the terms of this distributor. Every change is an audit event.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { toStorableText } from "../../db/toStorableText.ts";
import {
  deleteOwnTerm,
  lockOwnTerms,
  type OwnTerm,
  selectOwnTerms,
  upsertOwnTerm,
} from "./ownTermQueries.ts";
import { foldTerm } from "./termTable.ts";

type Changer = { readonly actor: OperatorActor; readonly now: Date };

/** In characters. */
export const maxTermLength = 100;
const maxTermWords = 6;
export const maxMeanings = 10;
/** All of them are read by every thread that answers lookups. */
export const maxOwnTerms = 2_000;

type TermFault = "written" | "meanings";
type ReadTerm =
  | { readonly outcome: "read"; readonly term: OwnTerm }
  | { readonly outcome: "invalid"; readonly fault: TermFault };

function isName(text: string): boolean {
  const { length } = foldTerm(text).split(" ");
  return (
    foldTerm(text) !== "" && Array.from(text).length <= maxTermLength && length <= maxTermWords
  );
}

function clean(text: string): string {
  return toStorableText(text).replace(/\s+/g, " ").trim();
}

/**
 * Reads a term and its meanings, one per line or separated by slashes with spaces. A term has 1 to
 * 6 words, and 1 to 10 meanings with other words.
 */
export function readOwnTerm(written: string, meanings: string): ReadTerm {
  const text = clean(written);
  if (!isName(text)) return { outcome: "invalid", fault: "written" };
  const key = foldTerm(text);
  const meant = [...new Set(meanings.split(/\n| \/ /).map(clean))].filter((one) => one !== "");
  const isValid = meant.every((one) => isName(one) && foldTerm(one) !== key);
  if (meant.length === 0 || meant.length > maxMeanings || !isValid) {
    return { outcome: "invalid", fault: "meanings" };
  }
  return { outcome: "read", term: { written: text, meanings: meant } };
}

function findTerm(terms: readonly OwnTerm[], key: string): OwnTerm | undefined {
  return terms.find(({ written }) => foldTerm(written) === key);
}

function recordChange(
  tx: Transaction,
  { actor, now }: Changer,
  action: string,
  [before, after]: readonly [before: OwnTerm | undefined, after: OwnTerm | undefined],
): void {
  recordAuditEvent(tx, {
    actor,
    action,
    subjectKind: "term",
    subjectId: (after ?? before)?.written ?? null,
    accountId: null,
    before: before ?? null,
    after: after ?? null,
    now,
  });
}

/**
 * Stores a term, in place of the own or standard one with the same words; without meanings it is
 * switched off. Searches use it as soon as the replica shows it. Does not check its format.
 */
export function putOwnTerm(
  db: Database,
  term: OwnTerm,
  by: Changer,
): Promise<"stored" | "too many"> {
  return db.transaction(async (tx) => {
    await lockOwnTerms(tx);
    const terms = await selectOwnTerms(tx);
    const key = foldTerm(term.written);
    const before = findTerm(terms, key);
    if (before === undefined && terms.length >= maxOwnTerms) return "too many";
    await upsertOwnTerm(tx, key, term, by.now);
    const stored = before === undefined ? "added a term" : "changed a term";
    const action = term.meanings.length === 0 ? "switched a term off" : stored;
    recordChange(tx, by, action, [before, term]);
    return "stored";
  });
}

/** Removes an own term, so that a standard one applies again; false if there is none. */
export function removeOwnTerm(db: Database, written: string, by: Changer): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockOwnTerms(tx);
    const key = foldTerm(written);
    const before = findTerm(await selectOwnTerms(tx), key);
    if (before === undefined) return false;
    await deleteOwnTerm(tx, key);
    recordChange(tx, by, "removed a term", [before, undefined]);
    return true;
  });
}
