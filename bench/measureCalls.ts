// How long calls take to be found among millions of them, spread over 30 days and 500 accounts.
import { randomUUIDv7 } from "node:crypto";
import { Client } from "pg";
import type { AccountId } from "../src/accounts/account.ts";
import { readConfig } from "../src/config.ts";
import { connect } from "../src/connect.ts";
import { addDays, utcDay } from "../src/day.ts";
import type { Database } from "../src/db/database.ts";
import { weekOf } from "../src/requests/callBatch.ts";
import { selectMissedParts } from "../src/requests/missedQueries.ts";
import { partHash } from "../src/requests/partHash.ts";
import { type CallFilter, selectCall, selectCalls } from "../src/requests/queries.ts";
import { keepCallDays } from "../src/requests/writeQueries.ts";

/** A search with its times in ms over the rounds, and how many rows its page had. */
export type SearchFigures = {
  readonly search: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly rows: number;
};

const accounts = 500;
const parts = 20_000;
const rounds = 40;

const accountOf = (place: string) =>
  `('00000000-0000-7000-8000-' || lpad((${place})::text, 12, '0'))::uuid`;
const firstAccount = "00000000-0000-7000-8000-000000000000" as AccountId;

/**
 * Loads calls of ten part numbers each by the owner's rights. The smaller an account's or a part's
 * number, the more calls it has; one in twenty is refused, one in ten has a PO.
 */
async function loadCalls(client: Client, calls: number): Promise<void> {
  const hashes = Array.from({ length: parts }, (_, part) => partHash(`PART-${part}`));
  await client.query("create temporary table part_hash (part integer primary key, hash integer)");
  await client.query(
    `insert into part_hash
      select place - 1, hash from unnest($1::integer[]) with ordinality t (hash, place)`,
    [hashes],
  );
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  await client.query("drop index api_calls_parts");
  const slice = 100_000;
  for (let from = 0; from < calls; from += slice) {
    await client.query(
      `insert into api_calls (request_id, account_id, key_id, method, route, status, duration_ms,
          part_numbers, part_hashes, in_stock, outcomes, po_number)
        select overlay(first_request_id(now() - interval '30 days' * (1 - n::float8 / $2))::text
            placing '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) ||
              '-' || substr(md5(n::text), 7, 12) from 15)::uuid,
          ${accountOf(`floor(${accounts} * power(random(), 3))`)},
          ${accountOf(`n % ${accounts}`)}, 'POST', '/public/api/v1/b2b/catalog',
          case when n % 20 = 0 then 422 else 200 end, 4.5, p.numbers, p.hashes, false,
          'fffffffffn', case when n % 10 = 0 then 'PO-' || n / 100 end
        from generate_series($1::bigint, $3::bigint) n cross join lateral (
          select array_agg('PART-' || part) as numbers, array_agg(hash) as hashes
          from (
            select floor(${parts} * power(random(), 2))::integer as part
            from generate_series(1, 10 + 0 * n) offset 0
          ) drawn join part_hash using (part)
        ) p`,
      [from, calls, from + slice - 1],
    );
  }
  await client.query(`create index api_calls_parts on api_calls using gin (part_hashes)
    with (fastupdate = on, gin_pending_list_limit = 32768)`);
  await client.query("vacuum (analyze) api_calls");
}

async function time(search: string, ask: () => Promise<number>): Promise<SearchFigures> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const begunMs = performance.now();
    rows = await ask();
    times.push(performance.now() - begunMs);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { search, p50Ms: at(0.5), p95Ms: at(0.95), rows };
}

async function measureSearches(db: Database, calls: number): Promise<SearchFigures[]> {
  const now = new Date();
  const anything = { accountId: null, keyId: null, end: null, poNumber: null };
  const all: CallFilter = {
    ...anything,
    partNumberKey: null,
    from: null,
    until: null,
    before: null,
    limit: 51,
  };
  const own: CallFilter = { ...all, accountId: firstAccount };
  const list = (filter: CallFilter) => async () => (await selectCalls(db, filter, now)).length;
  const [newest] = await selectCalls(db, all, now);
  const page = await selectCalls(db, { ...own, limit: 200 }, now);
  const before = page.at(-1)?.callId ?? null;
  const poNumber = `PO-${Math.floor(calls / 200)}`;
  const week = weekOf(addDays(utcDay(now), -7));
  return [
    await time("one by its id", async () =>
      (await selectCall(db, null, newest?.callId ?? randomUUIDv7())) === undefined ? 0 : 1,
    ),
    await time("the newest of all", list(all)),
    await time("a page of an account", list({ ...own, before })),
    await time("refused ones of an account", list({ ...own, end: "refused" })),
    await time("by a PO", list({ ...all, poNumber })),
    await time("by the part asked most", list({ ...all, partNumberKey: "PART-0" })),
    await time("by a part asked seldom", list({ ...all, partNumberKey: `PART-${parts - 1}` })),
    await time("by a part, of an account", list({ ...own, partNumberKey: "PART-500" })),
    await time("by a part nobody asked", list({ ...all, partNumberKey: "NO-SUCH-PART" })),
    await time(
      "most missed of a week",
      async () =>
        (await selectMissedParts(db, { week, accountId: null, kind: "not found", limit: 50 }))
          .length,
    ),
  ];
}

/** Loads calls into a database of the folder that has none, and measures the ways to find them. */
export async function measureCalls(dataDir: string, calls: number): Promise<SearchFigures[]> {
  const config = readConfig({ DATA_DIR: dataDir }, {});
  const report = () => undefined;
  const connection = await connect(config, { applicationName: "partsdesk bench", report });
  const client = new Client(connection.address);
  await client.connect();
  try {
    const today = utcDay(new Date());
    for (const days of [30, 23, 16, 9, 2, 0])
      await keepCallDays(connection.db, addDays(today, -days));
    await client.query("truncate api_calls, call_days, missed_parts");
    await loadCalls(client, calls);
    await client.query(
      `insert into missed_parts
        select $1::date, ${accountOf(`n % ${accounts}`)}, 'PART-' || n / 4, n % 7, n % 5, 0
        from generate_series(1, 200000) n`,
      [weekOf(addDays(today, -7))],
    );
    await client.query("vacuum (analyze) missed_parts");
    return await measureSearches(connection.db, calls);
  } finally {
    await client.end();
    await connection.close();
  }
}

/** A line for each search. */
export function describeCalls(figures: readonly SearchFigures[]): string[] {
  return figures.map(
    ({ search, p50Ms, p95Ms, rows }) =>
      `${search}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${rows} rows`,
  );
}
