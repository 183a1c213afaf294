// Lists sorted by a click on the head of a column: orders, accounts and keys.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { maxSortedOrders } from "../../src/orders/console.ts";
import { app, insertMany, olga, openConsole, query, readPages } from "../support/console.ts";
import { readAttribute } from "../support/readAttribute.ts";

const names = ["beta Air", "Alpha Jets", "Gamma Aero"];

/** Orders n = 1 … 120 of three accounts: totals in two currencies, a PO for all but every tenth. */
openConsole();

before(async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => app.openAccount()));
  for (const [nth, { accountId }] of accounts.entries()) {
    const account = "update accounts set name = $2, email = $3 where account_id = $1";
    await query(account, [accountId, names[nth], `${3 - nth}@buyers.example`]);
    const used = nth === 1 ? null : new Date(app.clock.now.getTime() - nth * 60_000);
    const key = "update api_keys set name = $2, last_used_at = $3 where account_id = $1";
    await query(key, [accountId, `ERP ${nth}`, used]);
  }
  const ids = accounts.map(({ accountId }) => accountId);
  await insertOrders(ids, 120, "confirmed");
});

async function insertOrders(ids: readonly string[], count: number, status: string): Promise<void> {
  await insertMany(
    `insert into orders (order_id, account_id, status, po_number, currency, subtotal, request_id,
        created_at, changed_at, user_id, made_by)
      select uuidv7(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], $3,
        case when n % 10 > 0 then 'po-' || lpad((n * 37 % 1000)::text, 3, '0') end,
        case when n % 4 = 0 then 'JPY' else 'USD' end, n * 7919 % 1000 * 100, 'r', now(),
        now(), gen_random_uuid(), 'Ada'
      from generate_series(1, $2::integer) n`,
    [ids, count, status],
  );
}

/** The links of the heads that sort, and how each sorts the list now. */
function readHeads(body: string): Record<string, { href: string; now: string | undefined }> {
  const heads = [
    ...body.matchAll(/<th role="columnheader"([^>]*)><a href="([^"]*)">([^<]*)<\/a>/g),
  ];
  return Object.fromEntries(
    heads.map(([, sorted = "", href = "", title = ""]) => {
      const now = /aria-sort="(\w+)"/.exec(sorted)?.[1];
      return [title, { href: readAttribute(href), now }];
    }),
  );
}

/** The cells of a column on all pages, from one page to the next by its link. */
async function readColumn(address: string, place: number): Promise<string[]> {
  const pages = await readPages(address, olga);
  const rows = pages.flatMap((body) => body.split('<tr role="row">').slice(2));
  return rows.map((row) => {
    const texts = [...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)];
    return (texts[place]?.[1] ?? "").replace(/<[^>]*>/g, "").trim();
  });
}

/** The heads of a list after a click on one of them. */
async function click(address: string, title: string): Promise<string> {
  const { body } = await olga.get(address);
  return readHeads(body)[title]?.href ?? assert.fail(`${title} sorts nothing on ${address}`);
}

const list = "/console/orders";

test("a click on a head sorts all pages of the orders, a second one reverses them", async () => {
  const { body } = await olga.get(list);
  assert.equal(readHeads(body)["Created"]?.now, "descending");
  const byNumber = await readColumn(list, 1);
  assert.equal(new Set(byNumber).size, 120);
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const totals = async (address: string) => readColumn(address, 8);
  const amountOf = (total: string) => Number(total.replace(/[^\d.]/g, ""));
  const total = await click(list, "Total");
  assert.equal(total, `${list}?status=confirmed&sort=-total`);
  const sorted = await totals(total);
  const expected = (await totals(list)).toSorted(
    (one, other) =>
      other.slice(0, 3).localeCompare(one.slice(0, 3)) || amountOf(other) - amountOf(one),
  );
  assert.deepEqual(sorted, expected, "each currency on its own");
  const reversed = await click(total, "Total");
  assert.deepEqual(await totals(reversed), expected.toReversed());
  assert.deepEqual(readHeads((await olga.get(reversed)).body)["Total"]?.now, "ascending");
  const account = await click(reversed, "Account");
  const accounts = lower(await readColumn(account, 2));
  assert.deepEqual(accounts, accounts.toSorted());
  assert.equal(new Set(await readColumn(account, 1)).size, 120);
  const oldest = await click(list, "Created");
  assert.deepEqual(await readColumn(oldest, 1), byNumber.toReversed());
});

test("orders without a PO number are last in both directions", async () => {
  const ascending = await click(list, "PO");
  const descending = await click(ascending, "PO");
  const numbers = await readColumn(ascending, 3);
  const known = numbers.slice(0, 108);
  assert.deepEqual(known, known.toSorted());
  assert.deepEqual(
    numbers.slice(108),
    Array.from({ length: 12 }, () => "no PO"),
  );
  const reversed = [...known.toReversed(), ...numbers.slice(108)];
  assert.deepEqual(await readColumn(descending, 3), reversed);
});

test("more than 20,000 orders are only sorted by their creation, and the page says so", async () => {
  const { accountId } = await app.openAccount();
  await insertOrders([accountId], maxSortedOrders, "fulfilled");
  await query("analyze orders");
  const page = `${list}?status=fulfilled&sort=-total`;
  assert.equal(readHeads((await olga.get(page)).body)["Total"]?.now, "descending");
  await insertOrders([accountId], 1, "fulfilled");
  const { body } = await olga.get(page);
  assert.deepEqual(Object.keys(readHeads(body)), ["Created"]);
  assert.match(body, /Narrow the list to sort it by more columns/);
});
