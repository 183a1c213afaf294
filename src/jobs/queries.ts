// The SQL of the runner's bookkeeping.
import type pg from "pg";

/** How many jobs are in which state; a failed one has used up its attempts. */
export type JobCounts = Record<"waiting" | "running" | "failed", number>;

/** Counts the jobs in the runner's own schema, by its own pool. */
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
