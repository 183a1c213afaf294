import type { Queryable } from "../db/database.ts";

type Counters = { readonly kinds: readonly string[]; readonly subjects: readonly Buffer[] };

export type CountedAttempt = {
  readonly kind: string;
  readonly count: number;
  readonly endsAt: Date;
};

/**
 * Adds one to each counter; an ended window starts again, and none lasts longer than its limit now
 * says. Counters are locked in the order of their
 * kinds to prevent deadlocks.
 */
export async function countAttempts(
  db: Queryable,
  counters: Counters & { readonly ends: readonly Date[] },
  now: Date,
): Promise<CountedAttempt[]> {
  return db.query<CountedAttempt>({
    name: "count_attempts",
    text: `insert into attempt_counts as c (kind, subject, attempts, ends_at)
      select kind, subject, 1, ends_at
      from unnest($1::text[], $2::bytea[], $3::timestamptz[]) as n (kind, subject, ends_at)
      order by kind
      on conflict (kind, subject) do update set
        attempts = case when c.ends_at <= $4 then 1 else least(c.attempts + 1, 1000000) end,
        ends_at = case when c.ends_at <= $4 then excluded.ends_at else least(c.ends_at, excluded.ends_at) end
      returning kind, attempts as count, ends_at as "endsAt"`,
    values: [counters.kinds, counters.subjects, counters.ends, now],
  });
}

export async function returnAttempt(db: Queryable, kind: string, subject: Buffer): Promise<void> {
  await db.query({
    name: "return_attempt",
    text: `update attempt_counts set attempts = attempts - 1
      where kind = $1 and subject = $2 and attempts > 0`,
    values: [kind, subject],
  });
}

export async function deleteAttempts(
  db: Queryable,
  { kinds, subjects }: Counters,
): Promise<Pick<CountedAttempt, "kind" | "count">[]> {
  return db.query<Pick<CountedAttempt, "kind" | "count">>({
    name: "delete_attempts",
    text: `delete from attempt_counts
      where (kind, subject) in (select * from unnest($1::text[], $2::bytea[]))
      returning kind, attempts as count`,
    values: [kinds, subjects],
  });
}

/** Deletes every counter whose window has ended; returns how many. */
export async function deleteEndedAttempts(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_expired_attempts",
    text: "delete from attempt_counts where ends_at <= $1 returning kind",
    values: [now],
  });
  return rows.length;
}
