// SQL as templates: a value becomes a parameter, a fragment a part of the text. A statement can be
// read, and pasted into psql, as it is written.
import { createHash } from "node:crypto";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable, Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";

export { join, raw, type Sql, sql };

/** The conditions that are set, joined by `and`. */
export function and(conditions: readonly (Sql | false | null)[]): Sql {
  const set = conditions.filter((one) => one instanceof Object);
  return set.length === 0 ? sql`true` : join(set, " and ");
}

const names = new Map<string, string>();

/** The name of a column in code: `mail_id` is mailId. */
export function toName(column: string): string {
  const known = names.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}

function rename<Row>(row: object): Row {
  const named = Object.entries(row).map(([column, value]) => [toName(column), value]);
  return Object.fromEntries(named) as Row;
}

const maxPrepared = 200;
const prepared = new Map<string, string>();

/**
 * The name under which a connection keeps the plan of a statement. The filters of lists have more
 * combinations than are worth keeping.
 */
function nameStatement(text: string): string {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  if (prepared.size >= maxPrepared) return "";
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  prepared.set(text, name);
  return name;
}

/** The rows of a statement, with the names of their columns in camel case. */
export async function all<Row>(db: Queryable, { text, values }: Sql): Promise<Row[]> {
  const rows = await db.query<object>({ name: nameStatement(text), text, values });
  return rows.map(rename<Row>);
}

/** As `all`, from one snapshot and in constant memory. */
export async function* stream<Row>(session: Session, { text, values }: Sql): AsyncGenerator<Row> {
  for await (const rows of readRows<object>(session, { name: "rows", text, values })) {
    yield* rows.map(rename<Row>);
  }
}

export async function first<Row>(db: Queryable, statement: Sql): Promise<Row | undefined> {
  return (await all<Row>(db, statement))[0];
}

/** Runs a statement that changes rows and returns none; returns how many it changed. */
export async function change(db: Queryable, statement: Sql): Promise<number> {
  const counted = sql`with changed as (${statement} returning 1)
    select count(*)::integer as count from changed`;
  return (await first<{ count: number }>(db, counted))?.count ?? 0;
}
