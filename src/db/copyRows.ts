// Rows into a table by COPY, as fast as the server takes them and no faster.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { Session } from "./database.ts";

/** What a column can be given; a list is an array of texts. */
export type CopyValue = string | number | bigint | boolean | null | readonly string[];

const special = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function toCopyText(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}

function toCopyCell(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return toCopyText(value);
  if (typeof value !== "object") return String(value);
  if (value.length === 0) return "{}";
  const quoted = value.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
  return toCopyText(`{${quoted.join(",")}}`);
}

/** One row in the text format of COPY, its end included. */
export function encodeCopyRow(values: readonly CopyValue[]): string {
  return `${values.map(toCopyCell).join("\t")}\n`;
}

/**
 * Copies encoded rows into columns of a table. Where `rows` throws, the copy fails with that error
 * and the transaction with it. Table and columns are names of the caller's own, not quoted.
 */
export async function copyRows(
  session: Session,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<string>,
): Promise<void> {
  const target = session.client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: true, highWaterMark: 1 }), target);
}
