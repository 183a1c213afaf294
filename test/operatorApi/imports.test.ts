// Imports by the distributor's own systems: the body is the file.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openSystem } from "../support/operatorApi.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() =>
  openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0, importFileBytes: 200_000 }),
);
let system: Awaited<ReturnType<typeof openSystem>>;

before(async () => {
  system = await openSystem(app);
});

const head = "part_number,part_name,condition,unit_of_measure,price,currency,available_stock";
const row = (number: string, price: string, stock: number) =>
  `${number},BOLT,NE,EA,${price},USD,${stock}`;

async function send(path: string, body: string | Buffer, type = "text/csv") {
  return app.server.inject({
    method: "POST",
    url: `/operator/v1/imports/${path}`,
    headers: { authorization: `Bearer ${system.key}`, "content-type": type },
    payload: body,
  });
}

async function stockOf(account: Awaited<ReturnType<typeof app.openAccount>>, number: string) {
  const found = (await account.post("catalog", { part_numbers: [number] })).json().found_parts;
  return found[0]?.available_stock;
}

test("a catalog is imported, checked first if that is asked for, then its stock alone, and reverted", async () => {
  const account = await app.openAccount();
  const catalog = [head, row("ERP-1", "10.00", 5), row("ERP-2", "20.00", 6)].join("\n");
  const checked = await send("catalog?vendor=Erp&dry_run=true", catalog);
  assert.equal(checked.statusCode, 200, checked.body);
  assert.deepEqual(
    [checked.json().import.state, checked.json().import.dry_run, checked.json().import.created],
    ["previewed", true, 2],
  );
  assert.equal(await stockOf(account, "ERP-1"), undefined);
  const imported = (await send("catalog?vendor=Erp&stock=available", catalog)).json().import;
  assert.deepEqual([imported.state, imported.created], ["committed", 2]);
  assert.equal(await stockOf(account, "ERP-1"), 5);
  const stock = gzipSync("part_number,available_stock\nERP-1,9\n");
  const changed = await send(
    "stock?vendor=Erp&stock=available&set=condition%3DNE",
    stock,
    "application/gzip",
  );
  assert.equal(changed.json().import?.state, "committed", changed.body);
  assert.equal(await stockOf(account, "ERP-1"), 9);
  const runId = changed.json().import.run_id;
  assert.deepEqual((await system.get(`/imports/${runId}`)).json(), changed.json());
  const reverted = await system.post(`/imports/${runId}/revert`);
  assert.equal(reverted.json().import?.state, "committed", reverted.body);
  assert.equal(await stockOf(account, "ERP-1"), 5);
  assert.equal((await system.post(`/imports/${runId}/revert`)).statusCode, 409);
});

test("refused rows are listed, each with its reason", async () => {
  const file = [head, row("BAD-1", "10.00", 5), row("BAD-2", "ten", 6)].join("\n");
  const { run_id, refused, state } = (await send("catalog?vendor=Bad", file)).json().import;
  assert.deepEqual([state, refused], ["committed", 1]);
  const csv = await system.get(`/imports/${run_id}/refused.csv`);
  assert.match(String(csv.headers["content-type"]), /^text\/csv/);
  assert.match(csv.body, /BAD-2/);
  assert.doesNotMatch(csv.body, /BAD-1/);
  const strict = await send("catalog?vendor=Bad&strict=yes", `${file}\n`);
  assert.deepEqual([strict.statusCode, strict.json().error.code], [409, "CONFLICT"], strict.body);
});

test("a guard rail is a conflict that says what to send, and a reason passes it", async () => {
  const rows = Array.from({ length: 30 }, (_, place) => row(`RAIL-${place}`, "10.00", 5));
  const first = await send("catalog?vendor=Rail&replace=yes", [head, ...rows].join("\n"));
  assert.equal(first.json().import?.state, "committed", first.body);
  const fewer = [head, ...rows.slice(0, 3)].join("\n");
  const stopped = await send("catalog?vendor=Rail&replace=yes", fewer);
  assert.equal(stopped.statusCode, 409, stopped.body);
  const [detail] = stopped.json().error.details;
  assert.equal(detail.path, "accept");
  assert.match(detail.message, /accept=REASON/);
  const accepted = await send("catalog?vendor=Rail&replace=yes&accept=Sold%20off", fewer);
  assert.equal(accepted.json().import?.state, "committed", accepted.body);
});

test("the same file again changes nothing and is no error", async () => {
  const file = [head, row("SAME-1", "10.00", 5)].join("\n");
  const first = (await send("catalog?vendor=Same", file)).json().import;
  const again = await send("catalog?vendor=Same", file);
  assert.equal(again.statusCode, 200, again.body);
  assert.equal(again.json().import.created ?? 0, 0);
  assert.notEqual(again.json().import.run_id, first.run_id);
});

test("changed stock may be fewer rows each time; a whole count may not", async () => {
  const numbers = Array.from({ length: 10 }, (_, place) => `LESS-${place}`);
  const rows = numbers.map((number) => row(number, "10.00", 5));
  await send("catalog?vendor=Less", [head, ...rows].join("\n"));
  const count = (many: number, quantity: number) =>
    [
      "part_number,condition,quantity",
      ...numbers.slice(0, many).map((one) => `${one},NE,${quantity}`),
    ]
      .join("\n")
      .concat("\n");
  for (const many of [10, 1]) {
    const changed = await send("stock?vendor=Less", count(many, 4 + many));
    assert.equal(changed.json().import?.state, "committed", changed.body);
  }
  const whole = await send("stock?vendor=Less&replace=yes", count(10, 7));
  assert.equal(whole.json().import?.state, "committed", whole.body);
  const fewer = await send("stock?vendor=Less&replace=yes", count(1, 7));
  assert.equal(fewer.statusCode, 409, fewer.body);
});

test("an agreement is imported for its account", async () => {
  const account = await app.openAccount();
  await send("catalog?vendor=Terms", [head, row("TERMS-1", "10.00", 5)].join("\n"));
  const file =
    "part_number,vendor,condition,min_quantity,price,currency\nTERMS-1,Terms,NE,1,7.00,USD\n";
  const imported = await send(`agreement?account=${account.accountId}`, file);
  assert.equal(imported.statusCode, 200, imported.body);
  assert.equal(imported.json().import.state, "committed", imported.body);
});

test("what cannot be read, is empty, too large or misnamed is refused", async () => {
  for (const [path, body, code] of [
    ["catalog?vendor=V", "", 400],
    ["catalog?vendor=V", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 400],
    ["catalog?vendor=V", "x".repeat(200_001), 413],
    ["catalog?vender=V", head, 400],
    ["catalog?vendor=V&column=nonsense", head, 400],
    ["catalog?vendor=V&as_of=yesterday", head, 400],
    ["catalog?vendor=V&dry_run=1", head, 400],
    ["agreement?account=nobody", head, 400],
    ["prices", head, 405],
  ] as const) {
    const answer = await send(path, body);
    assert.equal(answer.statusCode, code, `${path}: ${answer.body}`);
  }
  for (const id of ["0", "x", "999999"]) {
    assert.equal((await system.get(`/imports/${id}`)).statusCode, 404);
    assert.equal((await system.get(`/imports/${id}/refused.csv`)).statusCode, 404);
    assert.equal((await system.post(`/imports/${id}/revert`)).statusCode, 404);
  }
});
