import type { Transaction } from "../../db/database.ts";
import { searchVector } from "../search/searchWords.ts";
import { fillUnreadCells, selectRowsToIndex, updateStagedWords } from "./keepUnreadQueries.ts";

const rowsPerBatch = 1_000;

/**
 * Gives staged rows with unreadable optional cells what their offers have there, and the words by
 * which they are found with it. Call it under the lock among imports, before the changes are
 * planned.
 */
export async function keepUnreadCells(tx: Transaction): Promise<void> {
  await fillUnreadCells(tx);
  let lastLine = 0;
  for (;;) {
    const rows = await selectRowsToIndex(tx, lastLine, rowsPerBatch);
    const words = rows.map(({ line, listPrice: text, ...row }) => {
      const listPrice = text === null ? null : BigInt(text);
      return { line, words: searchVector({ ...row, listPrice }) };
    });
    if (words.length > 0) await updateStagedWords(tx, words);
    lastLine = rows.at(-1)?.line ?? lastLine;
    if (rows.length < rowsPerBatch) return;
  }
}
