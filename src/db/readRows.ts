import type { Session, Statement } from "./database.ts";

/**
 * Yields the rows of a statement in batches from one snapshot, in constant memory. Do not use the
 * session for anything else meanwhile.
 */
export async function* readRows<Row>(
  session: Session,
  statement: Statement,
  batchSize = 5_000,
): AsyncGenerator<readonly Row[]> {
  const cursor = `cursor_${statement.name}`;
  const { client } = session;
  await client.query("begin read only; set local statement_timeout = 0");
  try {
    const text = `declare ${cursor} no scroll cursor for ${statement.text}`;
    await session.query({ ...statement, name: "", text });
    for (;;) {
      const fetch = { name: "", text: `fetch ${batchSize} from ${cursor}`, values: [] };
      const rows = await session.query<Row>(fetch);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    // A lost connection has already rolled back.
    await client.query("rollback").catch(() => undefined);
  }
}
