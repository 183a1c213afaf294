// Seeds accounts with agreements and the orders of a year. With empty tables, query plans would not
// be those of production.
import type { Client } from "pg";

const seededAccounts = 2_000;
const seededOrders = 100_000;
const rulesOfAccount = 20;
const linesOfOrder = 3;

/** Removes orders and logged requests of earlier runs. */
async function removeTrade(client: Client): Promise<void> {
  await client.query("truncate orders, api_requests, request_days, unmet_demand cascade");
}

const insertAccounts = `insert into accounts (account_id, name, email, currency, created_at)
  select uuidv7(make_interval(hours => -n)), 'Seeded Account ' || n,
    'buyer' || n || '@seeded.example', 'USD', now() - make_interval(hours => n)
  from generate_series(1, $1::integer) n`;

/** A key for each account, with the account's id. */
const insertKeys = `insert into api_keys (key_id, account_id, name, key_hash, last_four, created_at)
  select account_id, account_id, 'nightly', sha256(account_id::text::bytea), 'seed', created_at
  from accounts where email like '%@seeded.example'`;

/** Maps a number to an offer. */
const offerOf = (number: string): string =>
  `1 + abs(hashint8extended(${number}, 7)) % (select max(offer_id) from offers)`;

const insertRules = `insert into agreement_rules (account_id, scope, part_number, part_number_key,
    vendor, min_quantity, unit_price, currency, discount, valid_from, updated_at)
  select a.account_id, 'part', o.part_number, o.part_number_key, null, 1, o.list_price, o.currency,
    null, '2026-01-01', now()
  from (select account_id, row_number() over () place from accounts
      where email like '%@seeded.example') a,
    generate_series(1, $1::integer) k
    join lateral (select ${offerOf("a.place * 100 + k")} as offer_id) chosen on true
    join offers o using (offer_id)
  where o.list_price is not null
  on conflict do nothing`;

const insertOrders = `with a as (
    select array_agg(account_id) ids from accounts
  )
  insert into orders (order_id, account_id, status, po_number, currency, subtotal, request_id,
    created_at)
  select uuidv7(make_interval(mins => -5 * n)), ids[1 + n % array_length(ids, 1)],
    case when n <= 3000 and n % 3 > 0 then 'draft' when n % 10 = 0 then 'cancelled'
      when n % 20 = 1 then 'expired' when n < 6000 then 'confirmed' else 'fulfilled' end,
    case when n % 4 > 0 then 'PO-' || n end, 'USD', 0, 'req_' || n,
    now() - make_interval(mins => 5 * n)
  from generate_series(1, $1::integer) n, a`;

const insertLines = `insert into order_lines (order_id, offer_id, part_number, title, vendor,
    condition, unit_of_measure, quantity, list_price, list_currency, unit_price, line_total,
    line_number)
  select s.order_id, o.offer_id, o.part_number, o.title, o.vendor, o.condition, o.unit_of_measure,
    2, o.list_price, o.currency, o.list_price, 2 * o.list_price, k
  from (select order_id, row_number() over (order by order_id) place from orders) s,
    generate_series(1, $1::integer) k
    join lateral (select ${offerOf("s.place * 10 + k")} as offer_id) chosen on true
    join offers o using (offer_id)
  where o.list_price is not null`;

const addUp = `update orders set subtotal = lines.total
  from (select order_id, sum(line_total) total from order_lines group by order_id) lines
  where orders.order_id = lines.order_id`;

/** Resets accounts and orders to their initial state and analyzes the tables. */
export async function seedTrade(client: Client): Promise<void> {
  await removeTrade(client);
  const known = await client.query("select from accounts where email like '%@seeded.example'");
  if (known.rowCount === 0) {
    await client.query(insertAccounts, [seededAccounts]);
    await client.query(insertRules, [rulesOfAccount]);
    // Without triggers, which would notify running nodes of every key.
    await client.query("set session_replication_role = replica");
    await client.query(insertKeys);
    await client.query("set session_replication_role = origin");
  }
  await client.query(insertOrders, [seededOrders]);
  await client.query(insertLines, [linesOfOrder]);
  await client.query(addUp);
  for (const table of ["accounts", "api_keys", "agreement_rules", "orders", "order_lines"]) {
    await client.query(`vacuum (analyze) ${table}`);
  }
}
