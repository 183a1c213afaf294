// The request log of an account: filters, paging, and the curl command that repeats a request.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { newId } from "../../src/db/newId.ts";
import { findLogged } from "../support/findLogged.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { offer, place } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example", rateLimitCatalog: 0 });

before(async () => {
  await offer("HERE-1");
  await offer("GONE-1", { stock: 0 });
});

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
async function list(query = "", by = buyer): Promise<string[]> {
  const { statusCode, body } = await by.get(`/developers/calls${query}`);
  assert.equal(statusCode, 200);
  return [...body.matchAll(/href="\/developers\/calls\/(req_[0-9a-f]+)"/g)].map(
    ([, id]) => id ?? "",
  );
}

test("the list has only the account's requests, and each filter narrows it", async () => {
  const [own, other] = [await app.openAccount(), await app.openAccount()];
  const by = await openVisitor(app, own.accountId);
  const theirs = await lookUp(other, { part_numbers: ["here-1"] });
  assert.match((await by.get("/developers/calls")).body, /No requests yet/);
  const found = await lookUp(own, { part_numbers: ["here-1", "NO-1"] });
  const refused = await lookUp(own, {});
  await placeDraft(own, { "HERE-1": 1 }, "PO-9");
  let shown: string[] = [];
  for (let n = 0; n < 500 && shown.length < 4; n += 1) shown = await list("", by);
  const [placed = "", looked = ""] = shown;
  for (const [query, ids] of [
    ["", [placed, looked, refused, found]],
    ["?status=refused", [refused]],
    ["?status=failed", []],
    ["?part=No-1", [found]],
    ["?po=po-9", [placed]],
    [`?key=${own.keyId}&status=answered`, [placed, looked, found]],
    [`?key=${other.keyId}`, []],
    ["?id=nonsense", []],
  ] as const) {
    assert.deepEqual(await list(query, by), ids, query);
  }
  const message = "Send at least one entry in part_numbers or part_names.";
  for (const path of ["?status=refused", `/${refused}`]) {
    assert.ok((await by.get(`/developers/calls${path}`)).body.includes(message), path);
  }
  const { headers } = await by.get(`/developers/calls?id=${found}`);
  assert.match(String(headers.location), /^\/developers\/calls\/[0-9a-f-]{36}$/);
  assert.equal((await by.get(String(headers.location))).statusCode, 200);
  for (const query of ["?after=x", "?key=%00", "?status=x", "?part=%ED%A0%80", "?po=%00&part="]) {
    assert.equal((await list(query, by)).length, query.startsWith("?part") ? 0 : 4, query);
  }
  for (const id of [theirs, newId(), "x", "%00", `req_${"0".repeat(32)}`]) {
    assert.equal((await by.get(`/developers/calls/${id}`)).statusCode, 404, id);
  }
});

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
  const orderId = await place({ "HERE-1": 1 }, "PO-10");
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
