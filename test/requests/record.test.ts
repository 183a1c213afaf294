import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import { type LoggedRequest, selectRequest } from "../../src/requests/queries.ts";
import { requestErrorLimits } from "../../src/requests/requestError.ts";
import { toLoggedRequestId } from "../../src/requests/requestId.ts";
import { refusedRequestsPerMinute } from "../../src/server/api/registerApi.ts";
import { findLogged } from "../support/findLogged.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "HERE-1", partName: "CLAMP, LOOP" });
  await insertOffer(db, { partNumber: "GONE-1", partName: "SEAL", stock: 0 });
});

// Only some of the refused requests of a minute are logged.
beforeEach(() => {
  app.clock.now = new Date(Math.floor(app.clock.now.getTime() / 60_000 + 1) * 60_000);
});

type Answer = Awaited<ReturnType<TestAccount["post"]>>;

async function logged(answer: Answer): Promise<LoggedRequest> {
  return findLogged(app.database.db, String(answer.headers["x-request-id"]));
}

test("a lookup is logged with its account, each entry and its outcome", async () => {
  const part_numbers = ["here-1", "GONE-1", "No \u2013 1", "", "NULL", 'q"\\,{}'];
  const part_names = ["loop clamp", "Nothing\nOf it"];
  const call = await logged(await buyer.post("catalog", { part_numbers, part_names }));
  assert.equal(call.accountId, buyer.accountId);
  assert.equal(call.keyId, buyer.keyId);
  assert.deepEqual([call.method, call.status, call.errorCode], ["POST", 200, null]);
  assert.equal(call.route, "/public/api/v1/b2b/catalog");
  assert.deepEqual(call.partNumbers, ["HERE-1", "GONE-1", "NO - 1", "", "NULL", 'Q"\\,{}']);
  assert.deepEqual(call.partNames, part_names);
  assert.equal(call.outcomes, "fonnnnfn");
  assert.ok(call.durationMs > 0 && Math.abs(Date.now() - call.at.getTime()) < 60_000);
});

test("text that PostgreSQL cannot store does not prevent logging", async () => {
  const part_numbers = ["a\u0000b", "\ud800", "c\u001fd", "HERE-1"];
  const [cleaned, plain] = await Promise.all([
    buyer.post("catalog", { part_numbers }),
    buyer.post("catalog", { part_numbers: ["HERE-1"] }),
  ]);
  const call = await logged(cleaned);
  assert.deepEqual(call.partNumbers, ["A\ufffdB", "\ufffd", "C\ufffdD", "HERE-1"]);
  assert.equal(call.outcomes, "nnnf");
  assert.deepEqual((await logged(plain)).partNumbers, ["HERE-1"]);
});

test("text from a client cannot replace another value or request in the log", async () => {
  const hostile = ["a\u001eb", "c\u001dd", "e\u001ff\u001d\u001e", "HERE-1"];
  const lookup = { part_numbers: hostile, part_names: ["loop\u001d\u001eclamp"] };
  const call = await logged(await buyer.post("catalog", lookup));
  assert.deepEqual(call.partNumbers, ["A\ufffdB", "C\ufffdD", "E\ufffdF\ufffd\ufffd", "HERE-1"]);
  assert.deepEqual(call.partNames, ["loop\ufffd\ufffdclamp"]);
  assert.deepEqual([call.accountId, call.status, call.method], [buyer.accountId, 200, "POST"]);
  const listed = await logged(await buyer.get("orders?po_number=P%1EO%1D%1F1"));
  assert.deepEqual([listed.poNumber, listed.accountId], ["P\ufffdO\ufffd\ufffd1", buyer.accountId]);
});

test("an order is logged with its id and PO number, a rejected one with its error code", async () => {
  const lookup = await buyer.post("catalog", { part_numbers: ["HERE-1"] });
  const { part_id } = lookup.json().found_parts[0];
  const order = { items: [{ part_id, quantity: 1 }], po_number: "PO-77" };
  const placed = await buyer.post("orders", order);
  const { order_id } = placed.json().order;
  const call = await logged(placed);
  assert.deepEqual([call.status, call.orderId, call.poNumber], [201, order_id, "PO-77"]);
  const short = { ...order, items: [{ part_id, quantity: 1000 }] };
  const refused = await logged(await buyer.post("orders", short));
  assert.deepEqual(
    [refused.status, refused.errorCode, refused.orderId, refused.poNumber],
    [422, "INSUFFICIENT_STOCK", null, "PO-77"],
  );
  const read = await logged(await buyer.get(`orders/${order_id}`));
  assert.deepEqual([read.method, read.orderId], ["GET", order_id]);
});

test("a failed request is logged with the field and the message of its error", async () => {
  const post = (body: object, path = "catalog") => buyer.post(path, body).then(logged);
  const error = ({ errorCode, errorPath, errorMessage }: LoggedRequest) => [
    errorCode,
    errorPath,
    errorMessage,
  ];
  const invalid = "VALIDATION_FAILED";
  assert.deepEqual(error(await post({ part_numbers: ["A", "B", 7] })), [
    invalid,
    "part_numbers[2]",
    "part_numbers[2] must be a string.",
  ]);
  assert.deepEqual(error(await post({ part_numbers: [1, 2], in_stock: 3 })), [
    invalid,
    "part_numbers[0]",
    "part_numbers[0] must be a string. (1 of 3 errors)",
  ]);
  assert.deepEqual(error(await post({})), [
    invalid,
    null,
    "Send at least one entry in part_numbers or part_names.",
  ]);
  const lookup = await buyer.post("catalog", { part_numbers: ["HERE-1"] });
  const { part_id } = lookup.json().found_parts[0];
  const { available_stock: stock } = lookup.json().found_parts[0];
  assert.deepEqual(error(await post({ items: [{ part_id, quantity: 1000 }] }, "orders")), [
    "INSUFFICIENT_STOCK",
    "items[0].quantity",
    `HERE-1: 1,000 requested, ${stock} in stock.`,
  ]);
  assert.deepEqual(error(await logged(lookup)), [null, null, null]);
  const unknown = { authorization: "Bearer x", "content-type": "application/json" };
  const url = "/api/b2b/catalog";
  const refused = await app.server.inject({ method: "POST", url, headers: unknown, body: "{}" });
  assert.deepEqual(error(await logged(refused)).slice(0, 2), ["INVALID_API_KEY", null]);
});

test("names that a client chose are logged shortened, without keys and in their place", async () => {
  const key = `sk_live_${"a1B2".repeat(10)}`;
  const separators = "%1E%1D%1F%00";
  const long = await logged(await buyer.get(`orders?${key}${"x".repeat(400)}=1`));
  const { path, message } = requestErrorLimits;
  assert.equal(long.errorPath, "sk_live_…");
  assert.match(long.errorMessage ?? "", /^sk_live_… is not a parameter of this request\./);
  assert.ok(String(long.errorMessage).length <= message);
  const wide = await logged(await buyer.get(`orders?${"%F0%9F%98%80".repeat(300)}=1`));
  assert.equal(wide.errorPath?.length, path);
  assert.equal(wide.errorMessage?.length, message);
  const odd = await logged(await buyer.get(`orders?a${separators}b=1`));
  assert.equal(odd.errorPath, "a\ufffd\ufffd\ufffd\ufffdb");
  assert.match(odd.errorMessage ?? "", /^a\ufffd\ufffd\ufffd\ufffdb is not a parameter/);
  assert.deepEqual([odd.accountId, odd.status], [buyer.accountId, 400]);
});

test("requests without a valid key are logged without an account, up to a limit per minute", async () => {
  const call = (path: string) =>
    app.server.inject({ method: "POST", url: `/api/b2b/${path}`, headers: { authorization: "x" } });
  const first = await logged(await call("orders"));
  assert.deepEqual(
    [first.accountId, first.keyId, first.status, first.errorCode],
    [null, null, 401, "INVALID_API_KEY"],
  );
  let last = first.requestId;
  for (let count = 1; count < refusedRequestsPerMinute; count += 1) {
    last = String((await call("catalog")).headers["x-request-id"]);
  }
  const over = String((await call("catalog")).headers["x-request-id"]);
  const known = await buyer.post("catalog", { part_numbers: ["HERE-1"] });
  await findLogged(app.database.db, last);
  await logged(known);
  assert.equal(
    await selectRequest(app.database.db, null, toLoggedRequestId(over) ?? ""),
    undefined,
  );
});

test("requests with a key that ended belong to its account, up to a limit per minute and key", async () => {
  const { db } = app.database;
  const account = await app.openAccount();
  const [revokedAt, accountId] = [app.clock.now, account.accountId];
  await revokeKey(db, { keyId: account.keyId, accountId }, revokedAt, shellActor);
  const refuse = () => account.post("catalog", { part_numbers: ["SECRET-1"] });
  const first = await logged(await refuse());
  assert.deepEqual(
    [first.accountId, first.keyId, first.status, first.errorCode, first.partNumbers],
    [account.accountId, account.keyId, 401, "KEY_REVOKED", []],
  );
  let last = first.requestId;
  for (let count = 1; count < refusedRequestsPerMinute; count += 1) {
    last = String((await refuse()).headers["x-request-id"]);
  }
  const over = toLoggedRequestId(String((await refuse()).headers["x-request-id"])) ?? "";
  await findLogged(db, last);
  const other = await app.openAccount();
  const suspension = await selectAccount(db, other.accountId);
  assert.ok(suspension);
  await suspendAccount.perform(
    { db },
    { id: suspension.accountId, input: {} },
    { actor: shellActor, now: app.clock.now },
  );
  const suspended = await logged(await other.post("catalog", { part_numbers: ["HERE-1"] }));
  assert.deepEqual(
    [suspended.accountId, suspended.keyId, suspended.errorCode],
    [other.accountId, other.keyId, "ACCOUNT_SUSPENDED"],
  );
  assert.equal(await selectRequest(db, null, over), undefined);
  assert.ok(!JSON.stringify(app.logLines).includes(account.key));
});

test("a request is found by its id only by its own account", async () => {
  const other = await app.openAccount();
  const call = await logged(await buyer.post("catalog", { part_numbers: ["HERE-1"] }));
  const find = (accountId: AccountId | null) =>
    selectRequest(app.database.db, accountId, call.loggedId);
  assert.deepEqual(await find(buyer.accountId), call);
  assert.equal(await find(other.accountId), undefined);
});

test("with the log off, nothing is stored", async (t) => {
  const quiet = await openTestApp({ requestLog: "off" });
  t.after(() => quiet.close());
  const own = await quiet.openAccount();
  const answer = await own.post("catalog", { part_numbers: ["HERE-1"] });
  await quiet.server.close();
  const loggedId = toLoggedRequestId(String(answer.headers["x-request-id"])) ?? "";
  const statement = { name: "", text: "select * from request_days", values: [] };
  assert.deepEqual(await quiet.database.db.query(statement), []);
  assert.equal(await selectRequest(quiet.database.db, null, loggedId), undefined);
});
