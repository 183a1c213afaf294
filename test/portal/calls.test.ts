// The request log of an account: filters, paging, and the curl command that repeats a request.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { newId } from "../../src/db/newId.ts";
import { findLogged } from "../support/findLogged.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let other: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", rateLimitCatalog: 0 });
  account = await app.openAccount();
  other = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  await insertOffer(app.database.db, { partNumber: "HERE-1" });
  await insertOffer(app.database.db, { partNumber: "GONE-1", stock: 0 });
});
after(() => app.close());

const requestIdOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers["x-request-id"]);

/** Looks up parts, waits for the log and returns the request's id. */
async function lookUp(of: TestAccount, body: unknown): Promise<string> {
  const requestId = requestIdOf(await of.post("catalog", body));
  await findLogged(app.database.db, requestId);
  return requestId;
}

/** Decodes the numeric character references of a page. */
function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** The ids of the listed requests, newest first. */
async function list(query = ""): Promise<string[]> {
  const { statusCode, body } = await buyer.get(`/developers/calls${query}`);
  assert.equal(statusCode, 200);
  return [...body.matchAll(/href="\/developers\/calls\/(req_[0-9a-f]+)"/g)].map(
    ([, id]) => id ?? "",
  );
}

test("an account without requests is told when they will appear", async () => {
  const fresh = await app.openAccount();
  const visitor = await openVisitor(app, fresh.accountId);
  const { body } = await visitor.get("/developers/calls");
  assert.match(body, /No requests yet/);
});

test("the list has only the account's requests, and each filter narrows it", async () => {
  const theirs = await lookUp(other, { part_numbers: ["here-1"] });
  const found = await lookUp(account, { part_numbers: ["here-1", "NO-1"] });
  const refused = await lookUp(account, {});
  await placeDraft(account, { "HERE-1": 1 }, "PO-9");
  const [placed = "", looked = ""] = await waitFor(4);
  assert.deepEqual(await list(), [placed, looked, refused, found]);
  assert.deepEqual(await list("?status=refused"), [refused]);
  assert.deepEqual(await list("?status=failed"), []);
  const message = "Send at least one entry in part_numbers or part_names.";
  for (const path of ["?status=refused", `/${refused}`]) {
    const { body } = await buyer.get(`/developers/calls${path}`);
    assert.ok(body.includes(message), path);
  }
  assert.deepEqual(await list("?part=No-1"), [found]);
  assert.deepEqual(await list("?po=po-9"), [placed]);
  assert.deepEqual(await list(`?key=${account.keyId}&status=answered`), [placed, looked, found]);
  assert.deepEqual(await list(`?key=${other.keyId}`), []);
  const { headers } = await buyer.get(`/developers/calls?id=${found}`);
  assert.match(String(headers.location), /^\/developers\/calls\/[0-9a-f-]{36}$/);
  assert.equal((await buyer.get(String(headers.location))).statusCode, 200);
  for (const query of ["?before=x", "?key=%00", "?status=x", "?part=%ED%A0%80", "?po=%00&part="]) {
    assert.equal((await list(query)).length, query.startsWith("?part") ? 0 : 4, query);
  }
  assert.deepEqual(await list("?id=nonsense"), []);
  assert.equal((await buyer.get(`/developers/calls/${theirs}`)).statusCode, 404);
});

/** Waits until the list has `count` requests. */
async function waitFor(count: number): Promise<string[]> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const shown = await list();
    if (shown.length === count) return shown;
  }
  return assert.fail(`the list does not reach ${count} requests`);
}

test("the pager reaches every request exactly once", async () => {
  const many = await app.openAccount();
  const visitor = await openVisitor(app, many.accountId);
  const made: string[] = [];
  for (let count = 0; count < 51; count += 1) made.push(requestIdOf(await many.get("orders")));
  for (const requestId of made) await findLogged(app.database.db, requestId);
  const readPage = async (path: string) => {
    const { body } = await visitor.get(path);
    const ids = [...body.matchAll(/href="\/developers\/calls\/(req_[0-9a-f]+)"/g)];
    const next = /rel="next" href="([^"]+)"/.exec(body)?.[1];
    return { ids: ids.map(([, id]) => id), next: next && decode(next) };
  };
  const first = await readPage("/developers/calls");
  assert.equal(first.ids.length, 50);
  const second = await readPage(first.next ?? "");
  assert.deepEqual([...first.ids, ...second.ids], made.toSorted().toReversed());
  assert.equal(second.next, undefined);
});

test("the page of a request shows the result of each entry and a curl command that repeats it", async (t) => {
  const part_numbers = ["here-1", "GONE-1", "it's; $(none)"];
  const requestId = await lookUp(account, { part_numbers, part_names: ["No <b>"], in_stock: true });
  const { body } = await buyer.get(`/developers/calls/${requestId}`);
  assert.match(body, /HERE-1<\/code>.*?Found/s);
  assert.match(body, /GONE-1<\/code>.*?Not enough stock/s);
  assert.ok(body.includes("No &#60;b&#62;") && !body.includes("sk_live_"));
  const curl = /aria-label="Repeat request"><code>([^<]*)</.exec(body)?.[1] ?? "";
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.server.server.close());
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", decode(curl).replace("https://parts.example", url)],
    { env: { PATH: process.env["PATH"] ?? "", PARTSDESK_KEY: account.key } },
  );
  const { summary, not_found } = JSON.parse(stdout);
  assert.deepEqual(summary, { total_requested: 4, found: 1, not_found: 3 });
  assert.deepEqual(not_found, ["GONE-1", "IT'S; $(NONE)", "No <b>"]);
});

test("the curl command of an order reads it and places none", async () => {
  const orderId = await placeDraft(account, { "HERE-1": 1 }, "PO-10");
  const read = requestIdOf(await account.get(`orders/${orderId}`));
  await findLogged(app.database.db, read);
  const [placed = ""] = await list("?po=PO-10&status=answered").then((ids) => ids.slice(-1));
  for (const requestId of [read, placed]) {
    const { body } = await buyer.get(`/developers/calls/${requestId}`);
    assert.ok(
      body.includes(`/b2b/orders/${orderId}`) && body.includes(`href="/orders/${orderId}"`),
    );
    assert.ok(!body.includes("-d &#39;") && !body.includes("-X POST"));
  }
});

test("the page of a key shows its requests of 30 days and links to them", async () => {
  const counted = await app.openAccount();
  const visitor = await openVisitor(app, counted.accountId);
  await lookUp(counted, { part_numbers: ["HERE-1"] });
  await lookUp(counted, {});
  for (const path of ["/developers", `/developers/keys/${counted.keyId}`]) {
    const { body } = await visitor.get(path);
    assert.match(body, new RegExp(`/developers/calls\\?key=${counted.keyId}">2<`), path);
  }
});

test("an unknown request ID is not found", async () => {
  for (const id of [newId(), "x", "%00", `req_${"0".repeat(32)}`]) {
    assert.equal((await buyer.get(`/developers/calls/${id}`)).statusCode, 404, id);
  }
});
