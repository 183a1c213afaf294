import type { Queryable } from "../db/database.ts";
import { type LatencyTally, msOfStep } from "./latencyTally.ts";

/** Adds to the counts. Rows are sorted so that two nodes cannot deadlock. */
export async function insertLatency(db: Queryable, tally: LatencyTally): Promise<void> {
  const counts = [...tally.values()].sort(
    (a, b) => a.hour.getTime() - b.hour.getTime() || a.step - b.step,
  );
  await db.query({
    name: "insert_latency",
    text: `insert into request_hours as h (hour, latency_step, requests, refused, failed)
      select * from unnest($1::timestamptz[], $2::smallint[], $3::bigint[], $4::bigint[],
        $5::bigint[])
      on conflict (hour, latency_step) do update
        set requests = h.requests + excluded.requests, refused = h.refused + excluded.refused,
          failed = h.failed + excluded.failed`,
    values: [
      counts.map(({ hour }) => hour),
      counts.map(({ step }) => step),
      counts.map(({ requests }) => requests),
      counts.map(({ refused }) => refused),
      counts.map(({ failed }) => failed),
    ],
  });
}

/** Requests that started in a period. `p95Ms` is accurate to 4.5%. */
export type Latency = {
  /** The start of the period. */
  readonly at: Date;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly p95Ms: number;
};

/**
 * Latency of periods by their ascending starts; the last has no end. Those without requests are
 * missing. Requests are counted per hour, which belongs to the period in which it starts.
 */
export async function selectLatency(db: Queryable, starts: readonly Date[]): Promise<Latency[]> {
  const rows = await db.query<Omit<Latency, "p95Ms"> & { step: number }>({
    name: "select_latency",
    text: `with counted as (
        select ($1::timestamptz[])[width_bucket(hour, $1::timestamptz[])] as at,
          latency_step as step, sum(requests) as requests, sum(refused) as refused,
          sum(failed) as failed
        from request_hours where hour >= ($1::timestamptz[])[1] group by 1, 2
      ), ranked as (
        select *, sum(requests) over (partition by at order by step) as reached,
          sum(requests) over (partition by at) as total
        from counted
      )
      select at, sum(requests)::float8 as requests, sum(refused)::float8 as refused,
        sum(failed)::float8 as failed,
        min(step) filter (where reached >= 0.95 * total)::integer as step
      from ranked group by at order by at`,
    values: [starts],
  });
  return rows.map(({ step, ...row }) => ({ ...row, p95Ms: msOfStep(step) }));
}
