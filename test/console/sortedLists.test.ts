// Lists sorted by a click on the head of a column: orders, accounts and keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxSortedOrders } from "../../src/console/orders/orderSorting.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let olga: TestOperator;
let names: readonly string[];

/** Orders n = 1 … 120 of three accounts: totals in two currencies, a PO for all but every tenth. */
before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  const accounts = await Promise.all([1, 2, 3].map(() => app.openAccount()));
  names = accounts.map((_, nth) => ["beta Air", "Alpha Jets", "Gamma Aero"][nth] ?? "");
  for (const [nth, { accountId }] of accounts.entries()) {
    await run("update accounts set name = $2, email = $3 where account_id = $1", [
      accountId,
      names[nth],
      `${3 - nth}@buyers.example`,
    ]);
    await run("update api_keys set name = $2, last_used_at = $3 where account_id = $1", [
      accountId,
      `ERP ${nth}`,
      nth === 1 ? null : new Date(app.clock.now.getTime() - nth * 60_000),
    ]);
  }
  await insertOrders(
    accounts.map(({ accountId }) => accountId),
    120,
    "confirmed",
  );
});

after(() => app.close());

async function run(text: string, values: readonly unknown[]): Promise<void> {
  await app.database.db.query({ name: "", text, values });
}

async function insertOrders(ids: readonly string[], count: number, status: string): Promise<void> {
  await run(
    `insert into orders (order_id, account_id, status, po_number, currency, subtotal, request_id,
        created_at, user_id, made_by)
      select uuidv7(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], $3,
        case when n % 10 > 0 then 'po-' || lpad((n * 37 % 1000)::text, 3, '0') end,
        case when n % 4 = 0 then 'JPY' else 'USD' end, n * 7919 % 1000 * 100, 'r', now(),
        gen_random_uuid(), 'Ada'
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
  const cells: string[] = [];
  for (let next: string | undefined = address; next !== undefined; ) {
    const { body, statusCode } = await olga.get(next);
    assert.equal(statusCode, 200, next);
    const rows = body.split('<tr role="row">').slice(2);
    for (const row of rows) {
      const texts = [...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)];
      cells.push((texts[place]?.[1] ?? "").replace(/<[^>]*>/g, "").trim());
    }
    const href = /rel="next" href="([^"]*)"/.exec(body)?.[1];
    next = href === undefined ? undefined : readAttribute(href);
  }
  return cells;
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
  const totals = async (address: string) => readColumn(address, 7);
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
  const po = await click(list, "PO");
  for (const [address, isDescending] of [
    [po, false],
    [await click(po, "PO"), true],
  ] as const) {
    const numbers = await readColumn(address, 3);
    assert.equal(numbers.length, 120);
    const [known, none] = [numbers.slice(0, 108), numbers.slice(108)];
    assert.deepEqual(known, isDescending ? known.toSorted().toReversed() : known.toSorted());
    assert.ok(
      none.every((text) => text === "no PO"),
      String(isDescending),
    );
  }
});

test("the sorting is kept by filters, tabs, selections and saved views", async () => {
  const { body } = await olga.get(`${list}?status=confirmed&sort=-total`);
  assert.match(body, /<input type="hidden" name="sort" value="-total">/);
  assert.match(body, /by currency and total/);
  const hrefs = [...body.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => readAttribute(href));
  for (const part of ["status=draft", "select=all", "before="]) {
    const found = hrefs.find((href) => href.startsWith(`${list}?`) && href.includes(part));
    assert.ok(found?.includes("sort=-total"), part);
  }
  await olga.post(`${list}/views`, { name: "Largest", filter: "status=confirmed&sort=-total" });
  const saved = /href="([^"]*)">Largest</.exec((await olga.get(list)).body)?.[1];
  assert.equal(readAttribute(saved ?? ""), `${list}?status=confirmed&sort=-total`);
  for (const query of ["sort=status", "sort=--total", "sort=%00", "sort=-created"]) {
    const { body, statusCode } = await olga.get(`${list}?${query}`);
    assert.equal(statusCode, 200, query);
    assert.equal(readHeads(body)["Created"]?.now, "descending", query);
  }
});

test("accounts are sorted by name, e-mail and last request, keys by name, account, age and use", async () => {
  const column = async (address: string, title: string, place: number) =>
    readColumn(await click(address, title), place);
  const own = async (cells: Promise<string[]>) =>
    (await cells).filter((cell) => names.includes(cell) || cell.startsWith("ERP "));
  const accounts = "/console/accounts?q=buyers.example";
  assert.deepEqual(await readColumn(accounts, 0), ["Alpha Jets", "beta Air", "Gamma Aero"]);
  assert.deepEqual(await column(accounts, "Name", 0), ["Gamma Aero", "beta Air", "Alpha Jets"]);
  assert.deepEqual(await column(accounts, "E-mail", 0), ["Gamma Aero", "Alpha Jets", "beta Air"]);
  const used = await click(accounts, "Last request");
  assert.deepEqual(await readColumn(used, 0), ["beta Air", "Gamma Aero", "Alpha Jets"]);
  assert.match((await olga.get(used)).body, /<input type="hidden" name="sort" value="-used">/);
  const keys = "/console/keys?q=ERP";
  assert.deepEqual(await own(column(keys, "Name", 1)), ["ERP 0", "ERP 1", "ERP 2"]);
  assert.deepEqual(await own(column(keys, "Account", 1)), ["ERP 1", "ERP 0", "ERP 2"]);
  assert.deepEqual(await own(column(keys, "Last used", 1)), ["ERP 0", "ERP 2", "ERP 1"]);
  const newest = await readColumn(keys, 1);
  assert.deepEqual(await column(keys, "Created", 1), newest.toReversed());
});

test("pages of accounts and keys continue in the order of their list", async () => {
  const account = await app.openAccount();
  await run(
    `insert into api_keys (key_id, account_id, name, key_hash, last_four, created_at, last_used_at)
      select uuidv7(), $1, 'Many ' || n % 7, sha256(n::text::bytea), '0000', now(),
        case when n % 3 > 0 then now() - n * interval '1 hour' end
      from generate_series(1, 110) n`,
    [account.accountId],
  );
  await run(
    `insert into accounts (account_id, name, email, currency, created_at)
      select uuidv7(), 'Many ' || n, 'a' || n % 5 || '@many.example', 'USD', now()
      from generate_series(1, 110) n`,
    [],
  );
  for (const sort of ["name", "-account", "used", "-used", "created"]) {
    const cells = await readColumn(`/console/keys?q=Many&sort=${sort}`, 1);
    assert.equal(cells.length, 110, sort);
  }
  const next = async (address: string) =>
    /rel="next"[^>]*>([^<]*)</.exec((await olga.get(address)).body)?.[1];
  assert.equal(await next("/console/keys?q=Many"), "Older");
  assert.equal(await next("/console/keys?q=Many&sort=created"), "Next");
  for (const sort of ["-name", "email", "-email", "used"]) {
    const cells = await readColumn(`/console/accounts?q=many.example&sort=${sort}`, 0);
    assert.equal(new Set(cells).size, 110, sort);
  }
});

test("more than 20,000 orders are only sorted by their creation, and the page says so", async () => {
  const { accountId } = await app.openAccount();
  for (let made = 0; made < maxSortedOrders; made += 5000) {
    await insertOrders([accountId], 5000, "fulfilled");
  }
  const page = `${list}?status=fulfilled&sort=-total`;
  assert.equal(readHeads((await olga.get(page)).body)["Total"]?.now, "descending");
  await insertOrders([accountId], 1, "fulfilled");
  const { body } = await olga.get(page);
  assert.deepEqual(Object.keys(readHeads(body)), ["Created"]);
  assert.match(body, /With a period of at most 20,000 orders, you can sort by more columns/);
  assert.match(body, /newest first/);
});
