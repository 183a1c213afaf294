// Reads many rows with COPY, which takes less CPU than a cursor, in the server and in this process.
import { to as copyTo } from "pg-copy-streams";
import type { Session } from "./database.ts";

/** The cells of a row as PostgreSQL writes them as text. */
export type CopiedRow = readonly (string | null)[];

const escaped = /\\(.)/g;
const written: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function readCell(cell: string): string | null {
  if (!cell.includes("\\")) return cell;
  if (cell === "\\N") return null;
  return cell.replace(escaped, (_, letter: string) => written[letter] ?? letter);
}

/** Measured from the request for bytes to their arrival. */
const silenceMs = 30_000;

/** Destroys the session if the server sends nothing for too long. */
async function* readInTime(
  session: Session,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(session.destroy, silenceMs);
      const { value, done } = await iterator.next().finally(() => clearTimeout(timer));
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * Yields the rows of a query in batches as they arrive; fails if the server is silent for 30
 * seconds. The query has no parameters. Do not use the session for anything else meanwhile.
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
