import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { SessionTransaction } from "./sessionTransaction.ts";

/** A list becomes a text array. */
export type CopyValue = string | number | bigint | boolean | null | readonly string[];

const special = /[\\\n\r\t]/;
const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function toCopyText(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (character) => escapes.get(character) ?? character);
}

function toCopyCell(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return toCopyText(value);
  if (typeof value !== "object") return String(value);
  if (value.length === 0) return "{}";
  const quoted = value.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
  return toCopyText(`{${quoted.join(",")}}`);
}

export function encodeCopyRow(values: readonly CopyValue[]): string {
  let row = "";
  for (const value of values) row += `\t${toCopyCell(value)}`;
  return `${row.slice(1)}\n`;
}

/**
 * Copies encoded rows into a table at the speed of the server. If `rows` throws, the copy and its
 * transaction fail with that error. The names of table and columns are not quoted.
 */
export async function copyRows(
  tx: SessionTransaction,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<string>,
): Promise<void> {
  const target = tx.client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: true, highWaterMark: 1 }), target);
}
