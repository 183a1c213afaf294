// Rows of any number, a few at a time.
import type { Session, Statement } from "./database.ts";

const rowsAtOnce = 5_000;

/**
 * Yields the rows of a statement in batches, all as they stood when the first was asked for; memory
 * does not grow with their number. The session must not be used for anything else meanwhile.
 */
export async function* readRows<Row>(
  session: Session,
  statement: Statement,
): AsyncGenerator<readonly Row[]> {
  const cursor = `cursor_${statement.name}`;
  const { client } = session;
  await client.query("begin read only; set local statement_timeout = 0");
  try {
    const text = `declare ${cursor} no scroll cursor for ${statement.text}`;
    await session.query({ name: "", text, values: statement.values });
    for (;;) {
      const fetch = { name: "", text: `fetch ${rowsAtOnce} from ${cursor}`, values: [] };
      const rows = await session.query<Row>(fetch);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    // A connection that is gone has rolled back already.
    await client.query("rollback").catch(() => undefined);
  }
}
