import type { Queryable } from "../db/database.ts";
import { type RequestBatch, requestColumns } from "./requestBatch.ts";
import { requestSeparator, valueSeparator } from "./requestText.ts";

const names = requestColumns.map(([name]) => name).join(", ");
const values = requestColumns.map(([, type], place) => `value[${place + 1}]::${type}`).join(", ");

function bySortedName<Count>(counts: ReadonlyMap<string, Count>): Count[] {
  return [...counts.keys()].sort().map((name) => counts.get(name) as Count);
}

/**
 * Stores a batch and adds its counts, all or nothing; a batch that was already stored changes
 * nothing. Rows are sorted so that two nodes cannot deadlock. Fails with SQLSTATE 23514 if the day
 * has no partition.
 */
export async function insertRequests(db: Queryable, batch: RequestBatch): Promise<void> {
  const keys = bySortedName(batch.keys);
  await db.query({
    name: "insert_api_requests",
    text: `with written as (
        insert into api_requests (${names})
        select ${values} from (
          select string_to_array(request, '${valueSeparator}', '') as value
          from string_to_table($1::text, '${requestSeparator}') as request offset 0
        ) sent
        on conflict (request_id) do nothing
        returning 1
      )
      insert into request_days as c (key_id, account_id, day, requests, refused)
      select key_id, account_id, $2::date, requests, refused
      from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[])
        as k (key_id, account_id, requests, refused)
      where exists (select from written)
      on conflict (key_id, day) do update
        set requests = c.requests + excluded.requests, refused = c.refused + excluded.refused`,
    values: [
      batch.text.bytes(),
      batch.day,
      keys.map(({ keyId }) => keyId),
      keys.map(({ accountId }) => accountId),
      keys.map(({ requests }) => requests),
      keys.map(({ refused }) => refused),
    ],
  });
}

/**
 * Creates the partitions of the days around `today` and a week ahead, and drops those older than
 * 30 days. Returns the number of dropped partitions.
 */
export async function maintainPartitions(db: Queryable, today: string): Promise<number> {
  const rows = await db.query<{ dropped: number }>({
    name: "maintain_request_partitions",
    text: "select maintain_request_partitions($1::date) as dropped",
    values: [today],
  });
  return rows[0]?.dropped ?? 0;
}

/** Merges pending index entries; searches find them before that too, but slower. */
export async function indexPendingRequests(db: Queryable): Promise<void> {
  await db.query({
    name: "index_pending_requests",
    text: "select index_pending_requests()",
  });
}
