// The SQL of what the distributor's people look at of imports.
import type { Queryable } from "../db/database.ts";

/** How imports stand: those that need somebody, those at work, the newest stock. */
export type ImportsNow = {
  /** Stopped by a guard rail: somebody must decide. */
  readonly stopped: number;
  /** Failed, or their program ended before them. */
  readonly failed: number;
  readonly running: number;
  /** When offers last changed by a file, in stock or catalog. */
  readonly stockAt: Date | null;
};

/** How imports stand; what ended before `since` is looked at no more. */
export async function selectImportsNow(db: Queryable, since: Date): Promise<ImportsNow> {
  const rows = await db.query<ImportsNow>({
    name: "select_imports_now",
    text: `select
        (count(*) filter (where state = 'stopped' and ended_at > $1))::integer as stopped,
        (count(*) filter (
          where state in ('failed', 'interrupted') and ended_at > $1
        ))::integer as failed,
        (count(*) filter (where state = 'running'))::integer as running,
        max(ended_at) filter (
          where state = 'committed' and mode in ('merge', 'replace')
            and kind in ('stock', 'catalog')
        ) as "stockAt"
      from import_runs`,
    values: [since],
  });
  return rows[0] ?? { stopped: 0, failed: 0, running: 0, stockAt: null };
}
