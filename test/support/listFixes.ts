// Changes of lists, as the page makes them: what is typed into rows, the fixes that a row is offered,
// those for several rows, and undoing.

import { firstNeededDay } from "../../src/orders/lineInstructions.ts";
import { changeList, type ListChanged, undoChange } from "../../src/quickOrders/changeList.ts";
import { type Fix, planFixes, type SeveralKind } from "../../src/quickOrders/fixes/planFixes.ts";
import { planSeveral } from "../../src/quickOrders/fixes/planSeveral.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../src/quickOrders/pageQueries.ts";
import { loadRowFacts } from "../../src/quickOrders/rowFacts.ts";
import { markTexts, textsOfRow } from "../../src/quickOrders/rowTexts.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import type { TestDatabase } from "./testDatabase.ts";

type Access = Pick<TestDatabase, "db" | "replica">;

/** Changes lists of an account at a time. */
export function changeLists(access: Access, { account: { accountId } }: SignedIn, now: Date) {
  const at = (listId: ListId) => ({ accountId, listId, now });

  /** Types "number|quantity|condition" into a row. */
  function type(listId: ListId, rowNumber: number, words: string) {
    const [partNumber = "", quantity = "", condition = ""] = words.split("|");
    const typed = [{ rowNumber, texts: { partNumber, quantity, condition } }];
    return changeList(access, at(listId), { typed, fixes: [] });
  }

  /** The fixes that a row is offered. */
  async function listFixes(listId: ListId, rowNumber: number): Promise<Fix[]> {
    const rows = await selectRowsByNumber(access.db, listId, [rowNumber]);
    const facts = await loadRowFacts({ ...access, ...at(listId) }, rows);
    return rows.flatMap((row) =>
      planFixes(row, facts.of(row), { now, firstDay: firstNeededDay(now) }),
    );
  }

  /** Makes a fix of a row by its mark; `seen`: the mark of its texts, if not those of now. */
  async function fix(listId: ListId, rowNumber: number, mark: string, seen?: string) {
    const [row] = await selectRowsByNumber(access.db, listId, [rowNumber]);
    const own = row === undefined ? "" : markTexts(textsOfRow(row));
    const fixes = [{ rowNumber, seen: seen ?? own, mark }];
    return changeList(access, at(listId), { typed: [], fixes });
  }

  /** The rows that have a fix of a kind that is made for several. */
  async function listSeveral(listId: ListId, kind: SeveralKind): Promise<number[]> {
    const { groups } = await planSeveral(access, at(listId), now);
    return (groups.get(kind) ?? []).map(({ row }) => row.rowNumber);
  }

  /** Fixes all rows that have a fix of a kind; which they were. */
  async function fixSeveral(listId: ListId, kind: SeveralKind): Promise<number[]> {
    const { groups } = await planSeveral(access, at(listId), now);
    const fixes = (groups.get(kind) ?? []).map(({ row, fix }) => ({
      rowNumber: row.rowNumber,
      seen: markTexts(textsOfRow(row)),
      mark: fix.mark,
    }));
    const done: ListChanged | undefined = await changeList(access, at(listId), {
      typed: [],
      fixes,
    });
    return [...(done?.changed ?? []), ...(done?.removed ?? [])];
  }

  /** Undoes the last change; the rows that it was about, undefined for another account's list. */
  async function undo(listId: ListId): Promise<number[] | undefined> {
    const undone = await undoChange(access, at(listId));
    return undone?.map(({ rowNumber }) => rowNumber);
  }

  return { type, listFixes, fix, listSeveral, fixSeveral, undo };
}
