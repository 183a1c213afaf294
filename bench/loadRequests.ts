// Loads millions of logged requests over 30 days and the seeded accounts.
import type { Client } from "pg";
import type { AccountId } from "../src/accounts/account.ts";
import type { Database } from "../src/db/database.ts";
import { addDays, utcDay } from "../src/kit/day.ts";
import { partHash } from "../src/requests/requestBatch.ts";
import { weekOf } from "../src/requests/unmetDemandTally.ts";
import { maintainPartitions } from "../src/requests/writeQueries.ts";

const parts = 20_000;
const slice = 100_000;

/** The part number with the fewest requests. */
export const rarePart = `PART-${parts - 1}`;

/** The first account has a tenth of all requests, later ones fewer. */
async function placeAccounts(client: Client): Promise<readonly AccountId[]> {
  const { rows } = await client.query<{ id: AccountId }>(
    `select account_id as id from accounts where email like '%@seeded.example'
      order by account_id limit 500`,
  );
  await client.query("create temporary table place (place integer primary key, account_id uuid)");
  await client.query(
    `insert into place
      select place - 1, id from unnest($1::uuid[]) with ordinality t (id, place)`,
    [rows.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

async function placeParts(client: Client): Promise<void> {
  const hashes = Array.from({ length: parts }, (_, part) => partHash(`PART-${part}`));
  await client.query("create temporary table part_hash (part integer primary key, hash smallint)");
  await client.query(
    `insert into part_hash
      select place - 1, hash from unnest($1::smallint[]) with ordinality t (hash, place)`,
    [hashes],
  );
}

/** Requests with ten part numbers; one in twenty is refused, one in ten has a PO number. */
const insertSlice = `insert into api_requests (request_id, account_id, key_id, method, route,
    status, duration_ms, part_numbers, part_hashes, in_stock, outcomes, po_number)
  select overlay(min_request_id(now() - interval '30 days' * (1 - n::float8 / $2))::text
      placing '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) ||
        '-' || substr(md5(n::text), 7, 12) from 15)::uuid,
    a.account_id, a.account_id, 'POST', '/public/api/v1/b2b/catalog',
    case when n % 20 = 0 then 422 else 200 end, 4.5, p.numbers, p.hashes, false,
    'fffffffffn', case when n % 10 = 0 then 'PO-' || n / 100 end
  from (
      select n, floor($4 * power(random(), 3))::integer as place
      from generate_series($1::bigint, $3::bigint) n
    ) request
    join place a using (place)
    cross join lateral (
      select string_agg(chr(31) || 'PART-' || part, '') as numbers, array_agg(hash) as hashes
      from (
        select floor(${parts} * power(random(), 2))::integer as part
        from generate_series(1, 10 + 0 * n) offset 0
      ) drawn join part_hash using (part)
    ) p`;

const insertMissed = `insert into unmet_demand
  select $1::date, account_id, 'PART-' || n / 4, n % 7, n % 5, 0
  from generate_series(1, 200000) n join place on place = n % $2`;

const insertDays = `insert into request_days
  select k.key_id, current_date - d, k.account_id, 1000 + d, d from api_keys k,
    generate_series(0, 29) d
  on conflict do nothing`;

/**
 * Replaces all logged requests, with the rights of the owner. Returns the account with the most
 * requests.
 */
export async function loadRequests(
  db: Database,
  client: Client,
  requests: number,
): Promise<AccountId> {
  const today = utcDay(new Date());
  for (const days of [30, 23, 16, 9, 2, 0]) await maintainPartitions(db, addDays(today, -days));
  await client.query("truncate api_requests, request_days, unmet_demand");
  const accounts = await placeAccounts(client);
  await placeParts(client);
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  await client.query("drop index api_requests_parts");
  for (let from = 0; from < requests; from += slice) {
    const until = Math.min(from + slice, requests) - 1;
    await client.query(insertSlice, [from, requests, until, accounts.length]);
  }
  await client.query(`create index api_requests_parts on api_requests using gin (part_hashes)
    with (fastupdate = on, gin_pending_list_limit = 32768)`);
  await client.query(insertMissed, [weekOf(addDays(today, -7)), accounts.length]);
  await client.query(insertDays);
  await client.query("vacuum (analyze) api_requests, request_days, unmet_demand");
  const [most] = accounts;
  if (most === undefined) throw new Error("There is no seeded account.");
  return most;
}
