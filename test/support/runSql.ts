import type { Queryable } from "../../src/db/database.ts";

/** Runs a statement of a test; its rows. */
export function runSql<Row>(
  db: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return db.query<Row>({ name: "", text, values });
}
