import type { Queryable } from "./database.ts";

export type RanMigration = { readonly name: string; readonly ranAt: Date };

/** Lists the applied migrations, newest first. */
export function selectMigrations(db: Queryable): Promise<RanMigration[]> {
  return db.query<RanMigration>({
    name: "select_migrations",
    text: `select name, run_on at time zone 'UTC' as "ranAt" from schema_migrations
      order by name desc`,
  });
}

/** `bytes` is the size of the database. */
export type ServerFacts = {
  readonly version: string;
  readonly now: Date;
  readonly bytes: number;
};

export async function selectServerFacts(db: Queryable): Promise<ServerFacts> {
  const rows = await db.query<ServerFacts>({
    name: "select_server_facts",
    text: `select current_setting('server_version') as version, clock_timestamp() as now,
        pg_database_size(current_database())::float8 as bytes`,
  });
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database returned no row.");
  return facts;
}

/** Jobs of a task by state. A failed job has no attempts left. */
export type TaskCounts = {
  readonly task: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** When the next job is due. */
  readonly nextAt: Date | null;
};

export function selectTaskCounts(db: Queryable): Promise<TaskCounts[]> {
  return db.query<TaskCounts>({
    name: "select_task_counts",
    text: `select task, waiting, running, failed, next_at as "nextAt" from count_jobs()`,
  });
}
