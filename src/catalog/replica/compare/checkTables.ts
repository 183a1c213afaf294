import type { DatabaseSync } from "node:sqlite";

const maxErrors = 10;

const selectTables = "select name from pragma_table_list where schema = 'main'";

/**
 * The first integrity errors that SQLite finds in each table and its indexes. Every table is a read
 * of its own, so that a writer can empty its log in between. This does not find pages that two
 * tables share; then one of the tables has wrong rows.
 */
export function checkTables(file: DatabaseSync): string[] {
  const errors: string[] = [];
  for (const { name } of file.prepare(selectTables).all()) {
    const found = file.prepare(`pragma integrity_check("${String(name)}")`).all();
    errors.push(...found.map((row) => String(row["integrity_check"])));
  }
  return errors.filter((line) => line !== "ok").slice(0, maxErrors);
}
