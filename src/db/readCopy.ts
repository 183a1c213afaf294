// Reads many rows with COPY, which takes less CPU than a cursor, in the server and in this process.
import { to as copyTo } from "pg-copy-streams";
import type { Session } from "./database.ts";

/** The cells of a row as PostgreSQL writes them as text. */
export type CopiedRow = readonly (string | null)[];

const escaped = /\\(.)/g;
const written: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

function readCell(cell: string): string | null {
  if (!cell.includes("\\")) return cell;
  if (cell === "\\N") return null;
  return cell.replace(escaped, (_, letter: string) => written.get(letter) ?? letter);
}

/** How long the server may send nothing, measured from the request for bytes to their arrival. */
const silenceMs = 30_000;

/** Destroys the session if the server sends nothing for too long, or if a read is left. */
async function* readInTime(
  session: Session,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isRead = false;
  try {
    for (;;) {
      const timer = setTimeout(session.destroy, silenceMs);
      const { value, done } = await iterator.next().finally(() => clearTimeout(timer));
      isRead = done === true;
      if (isRead) return;
      yield value;
    }
  } finally {
    // The session's next query would wait for the rest of the rows, which nothing reads.
    if (!isRead) session.destroy();
    await iterator.return?.();
  }
}

/**
 * Yields the rows of a query in batches as they arrive; fails if the server is silent for 30
 * seconds. The query has no parameters. Do not use the session for anything else meanwhile; it is
 * destroyed if not all rows are read.
 */
export async function* readCopy(
  session: Session,
  query: string,
): AsyncGenerator<readonly CopiedRow[]> {
  const stream: AsyncIterable<Buffer> = session.client.query(copyTo(`copy (${query}) to stdout`));
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of readInTime(session, stream)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines.map((line) => line.split("\t").map(readCell));
  }
}
