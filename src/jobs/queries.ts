import type pg from "pg";

/** A failed job has used all its attempts. */
export type JobCounts = Record<"waiting" | "running" | "failed", number>;

export async function countJobs(pool: pg.Pool): Promise<JobCounts> {
  const found = await pool.query<JobCounts>(
    `select count(*) filter (where locked_at is null and attempts < max_attempts)::integer
        as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as failed
    from graphile_worker.jobs`,
  );
  return found.rows[0] ?? { waiting: 0, running: 0, failed: 0 };
}

export async function countUnsentMails(pool: pg.Pool): Promise<Record<string, number>> {
  const found = await pool.query<{ state: string; count: number }>(
    `select state, (
        select count(*) from mails m
        where m.state = s.state and m.state <> 'sent' and m.dismissed_at is null
      )::integer as count
    from unnest(array['queued', 'kept', 'failed', 'bounced']) s (state)`,
  );
  return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]));
}

/** When a file last changed stock or catalog; null before the first. */
export async function selectStockImported(pool: pg.Pool): Promise<Date | null> {
  const found = await pool.query<{ at: Date | null }>(
    `select max(ended_at) as at from import_runs
    where state = 'committed' and mode in ('merge', 'replace') and kind in ('stock', 'catalog')`,
  );
  return found.rows[0]?.at ?? null;
}

/** When the oldest e-mail that is still queued was created; null if there is none. */
export async function selectOldestQueued(pool: pg.Pool): Promise<Date | null> {
  const found = await pool.query<{ at: Date | null }>(
    "select min(created_at) as at from mails where state = 'queued'",
  );
  return found.rows[0]?.at ?? null;
}

/** Marks a pool of workers as running, until the connection of `client` ends. */
export async function markRunning(client: pg.ClientBase, poolId: string): Promise<void> {
  await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [poolId]);
}

/**
 * Makes the jobs available that pools of ended nodes still have locked, which lasts four hours. A
 * pool that has just taken its first job may not be marked as running yet.
 */
export async function unlockJobsOfEndedNodes(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(ended.locked_by))
    from (
      select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - interval '30 seconds'
        and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
    ) ended`,
  );
}

/** Makes the jobs available that ended pools of this node still have locked. */
export async function unlockJobs(pool: pg.Pool, endedPoolIds: readonly string[]): Promise<void> {
  await pool.query("select graphile_worker.force_unlock_workers($1)", [endedPoolIds]);
}
