// What the database says of itself and of the jobs in it.
import type { Queryable } from "./database.ts";

/** A migration that ran, and when. */
export type RanMigration = { readonly name: string; readonly ranAt: Date };

/** The migrations that ran, the newest first. */
export function selectMigrations(db: Queryable): Promise<RanMigration[]> {
  return db.query<RanMigration>({
    name: "select_migrations",
    text: `select name, run_on at time zone 'UTC' as "ranAt" from schema_migrations
      order by name desc`,
    values: [],
  });
}

/** The server's version and clock, and how large the database is. */
export type ServerFacts = {
  readonly version: string;
  readonly now: Date;
  readonly bytes: number;
};

/** Asks the server what it is. */
export async function selectServerFacts(db: Queryable): Promise<ServerFacts> {
  const rows = await db.query<ServerFacts>({
    name: "select_server_facts",
    text: `select current_setting('server_version') as version, clock_timestamp() as now,
        pg_database_size(current_database())::float8 as bytes`,
    values: [],
  });
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database gave no answer.");
  return facts;
}

/** The jobs of a task by state; a failed one has used up its attempts. */
export type TaskCounts = {
  readonly task: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** When the next of them is due. */
  readonly nextAt: Date | null;
};

/** Counts the jobs by task. */
export function selectTaskCounts(db: Queryable): Promise<TaskCounts[]> {
  return db.query<TaskCounts>({
    name: "select_task_counts",
    text: `select task, waiting, running, failed, next_at as "nextAt" from count_jobs()`,
    values: [],
  });
}
