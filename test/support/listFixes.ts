// Changes of lists, as the page makes them: what is typed into rows, the fixes that a row is offered,
// those for several rows, and undoing.

import { changeList, markTexts, textsOfRow, undoChange } from "../../src/quickOrders/changeList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import {
  type Fix,
  planFixes,
  planSeveral,
  type SeveralKind,
} from "../../src/quickOrders/planFixes.ts";
import { loadRowFacts } from "../../src/quickOrders/rowFacts.ts";
import { selectRows } from "../../src/quickOrders/rowQueries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import type { TestDatabase } from "./testDatabase.ts";

type Access = Pick<TestDatabase, "db" | "replica">;

/** Changes lists of an account at a time. */
export function changeLists(access: Access, { account: { accountId } }: SignedIn, now: Date) {
  const at = (listId: ListId) => ({ accountId, listId, now });

  /** Types "number|quantity|condition" into a row. */
  function type(listId: ListId, rowNumber: number, words: string) {
    const [partNumber = "", quantity = "", condition = ""] = words.split("|");
    const texts = { partNumber, quantity, condition };
    return changeList(access, at(listId), [{ rowNumber, texts }]);
  }

  /** The fixes that a row is offered. */
  async function listFixes(listId: ListId, rowNumber: number): Promise<Fix[]> {
    const rows = await selectRows(access.db, listId, { rowNumbers: [rowNumber] });
    const facts = await loadRowFacts({ ...access, ...at(listId) }, rows);
    return rows.flatMap((row) => planFixes(row, facts.of(row), now));
  }

  /** Makes a fix of a row by its mark; `seen`: the mark of its texts, if not those of now. */
  async function fix(listId: ListId, rowNumber: number, mark: string, seen?: string) {
    const [row] = await selectRows(access.db, listId, { rowNumbers: [rowNumber] });
    const own = row === undefined ? "" : markTexts(textsOfRow(row));
    return changeList(access, at(listId), [{ rowNumber, fix: { seen: seen ?? own, mark } }]);
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
      fix: { seen: markTexts(textsOfRow(row)), mark: fix.mark },
    }));
    const done = await changeList(access, at(listId), fixes);
    return [...(done?.changed ?? []), ...(done?.removed ?? [])];
  }

  /** Undoes the last change; the rows that it was about, undefined for another account's list. */
  const undo = (listId: ListId) => undoChange(access, at(listId));

  return { type, listFixes, fix, listSeveral, fixSeveral, undo };
}
