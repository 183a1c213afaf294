// The console's pages of accounts and their people.
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { after, before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import {
  type DeskAccount,
  lockDeskAccount,
  selectDeskAccount,
} from "../../src/accounts/deskQueries.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { selectUsers } from "../../src/accounts/userQueries.ts";
import { type StoredDeed, selectDeeds } from "../../src/audit/queries.ts";
import type { Currency } from "../../src/money.ts";
import { openAccount } from "../../src/pricing/openAccount.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let operator: TestOperator;
let reader: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
});

after(() => app.close());

const nobodysId = "01900000-0000-7000-8000-000000000000";

async function open(name = `Air ${randomUUIDv7()}`, email = "parts@air.example"): Promise<string> {
  const accountId = randomUUIDv7() as AccountId;
  const { now } = app.clock;
  const currency = "USD" as Currency;
  const account = { accountId, name, email, currency, discount: 0, now };
  assert.equal(await openAccount(app.database.db, account), "opened");
  return accountId;
}

async function find(accountId: string): Promise<DeskAccount> {
  return (await selectDeskAccount(app.database.db, accountId)) ?? assert.fail();
}

async function deedsOn(accountId: string): Promise<StoredDeed[]> {
  const none = { operatorId: null, action: null, subjectKind: null, subjectId: null };
  const filter = { ...none, accountId, from: null, until: null };
  return selectDeeds(app.database.db, filter, { before: null, limit: 20 });
}

const address = (accountId: string, rest = "") => `/console/accounts/${accountId}${rest}`;

test("accounts are found by a part of their name or address, by one of their people and by id", async () => {
  const mark = randomUUIDv7().slice(-12);
  const accountId = await open(`Vantage 100% ${mark}`, `desk-${mark}@v.example`);
  const buyer = await openVisitor(app, accountId as AccountId);
  for (const q of [`VANTAGE 100% ${mark}`, `DESK-${mark}`, accountId.toUpperCase(), buyer.email]) {
    const list = await operator.get(`/console/accounts?q=${encodeURIComponent(q)}`);
    assert.ok(list.body.includes(address(accountId)), q);
  }
  for (const q of [`Vantage 100_ ${mark}`, `%${mark}`, "\ud800", "no such account"]) {
    const list = await operator.get(`/console/accounts?q=${encodeURIComponent(q.toWellFormed())}`);
    assert.match(list.body, /No account matches/, q);
  }
  const suspended = await operator.get(`/console/accounts?state=suspended&q=${mark}`);
  assert.match(suspended.body, /No account matches/);
});

test("accounts come by name, fifty a page, each once", async () => {
  const mark = randomUUIDv7().slice(-12);
  const opened: string[] = [];
  for (let count = 0; count < 51; count += 1) {
    opened.push(await open(`Page ${mark} ${String.fromCharCode(65 + (count % 26))}${count}`));
  }
  const first = await operator.get(`/console/accounts?q=${mark}`);
  const next = /rel="next" href="([^"]+)"/.exec(first.body)?.[1] ?? assert.fail();
  const second = await operator.get(readAttribute(next));
  const shown = [first, second].map(({ body }) =>
    opened.filter((id) => body.includes(address(id))),
  );
  assert.deepEqual(
    shown.map(({ length }) => length),
    [50, 1],
  );
  assert.deepEqual(new Set(shown.flat()), new Set(opened));
  assert.ok(!second.body.includes('rel="next"'));
});

test("an account is opened with its discount, once a name, and that is written down", async () => {
  const name = `Open ${randomUUIDv7()}`;
  const fields = { name, email: "parts@open.example", currency: "eur", discount: "7.5" };
  const opened = await operator.post("/console/accounts/new", fields);
  const [, accountId = ""] =
    /accounts\/([0-9a-f-]{36})\?done=opened$/.exec(String(opened.headers.location)) ?? [];
  const account = await find(accountId);
  assert.deepEqual([account.name, account.currency, account.version], [name, "EUR", 1]);
  const [deed] = await deedsOn(accountId);
  assert.equal(deed?.action, "opened an account");
  assert.deepEqual(JSON.parse(deed?.after ?? ""), {
    ...{ name, email: fields.email, currency: "EUR", discount_basis_points: 750 },
  });
  const again = await operator.post("/console/accounts/new", {
    ...fields,
    name: name.toUpperCase(),
  });
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /Another account has this name/);
});

test("what cannot be taken of an account is said beside its field, and what was typed is kept", async () => {
  const good = { name: "Kept & typed", email: "a@b.example", currency: "USD", discount: "0" };
  const bad: [Record<string, string>, string][] = [
    [{ name: " " }, "Give the account a name"],
    [{ name: "x".repeat(201) }, "Give the account a name"],
    [{ name: "turned \u202e round" }, "Give the account a name"],
    [{ email: "no address" }, "Type one address"],
    [{ email: "a@b.example, c@d.example" }, "Type one address"],
    [{ currency: "XXQ" }, "Type a currency"],
    [{ discount: "100.001" }, "Type a percentage"],
  ];
  for (const [fields, sentence] of bad) {
    const sent = await operator.post("/console/accounts/new", { ...good, ...fields });
    assert.equal(sent.statusCode, 422, sentence);
    assert.ok(sent.body.includes(sentence), sentence);
    assert.match(sent.body, /value="(Kept &amp; typed|a@b\.example|USD)/);
  }
  const accountId = await open();
  const typed = { name: "Good", email: "a@b.example", version: "1", notes: "n".repeat(2001) };
  const notes = await operator.post(address(accountId, "/edit"), typed);
  assert.equal(notes.statusCode, 422);
  const unversioned = { name: "Good", email: "a@b.example", version: "x" };
  assert.equal((await operator.post(address(accountId, "/edit"), unversioned)).statusCode, 422);
  assert.equal((await find(accountId)).version, 1);
});

test("two operators on one account: the second sees both versions, and may then store theirs", async () => {
  const accountId = await open();
  const other = await openOperator(app, { role: "operator", name: "Olaf Other" });
  const { name, email } = await find(accountId);
  const mine = { name, email, notes: "mine", version: "1" };
  const theirs = { name, email: "new@air.example", notes: "", version: "1" };
  assert.equal((await other.post(address(accountId, "/edit"), theirs)).statusCode, 303);
  const refused = await operator.post(address(accountId, "/edit"), mine);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Olaf Other changed it/);
  assert.match(refused.body, /new@air\.example/);
  assert.match(refused.body, /name="version" value="2"/);
  assert.equal((await find(accountId)).notes, null);
  const stored = await operator.post(address(accountId, "/edit"), { ...mine, version: "2" });
  assert.equal(stored.statusCode, 303);
  const account = await find(accountId);
  assert.deepEqual([account.notes, account.email, account.version], ["mine", email, 3]);
  const [last] = await deedsOn(accountId);
  assert.deepEqual(JSON.parse(last?.before ?? ""), {
    ...{ name, email: "new@air.example", notes: null, version: 2 },
  });
});

/** Waits until so many statements wait for a lock, or `isOver` says that none will. */
async function untilLocked(count: number, isOver: () => boolean): Promise<void> {
  const text = "select from pg_locks where not granted";
  const look = () => app.database.db.query({ name: "", text, values: [] });
  while (!isOver() && (await look()).length < count);
}

test("of changes sent at once one is stored", async () => {
  const accountId = await open();
  const { name, email } = await find(accountId);
  let answered = 0;
  const started = await app.database.db.transaction(async (tx) => {
    await lockDeskAccount(tx, accountId);
    const sending = Array.from({ length: 4 }, async (_, count) => {
      const fields = { name, email, notes: `n${count}`, version: "1" };
      const { statusCode } = await operator.post(address(accountId, "/edit"), fields);
      answered += 1;
      return statusCode;
    });
    await untilLocked(4, () => answered > 0);
    return { sending };
  });
  assert.deepEqual((await Promise.all(started.sending)).sort(), [303, 409, 409, 409]);
  assert.equal((await deedsOn(accountId)).length, 1);
});

/** The form of the one Undo button of a page, sent. */
async function undo(page: string, by: TestOperator): Promise<number> {
  const [, form = ""] = /<div class="notice good"[\s\S]*?(<form[\s\S]*?<\/form>)/.exec(page) ?? [];
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? assert.fail("no Undo");
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const texts = fields.map(([, name = "", value = ""]) => [name, readAttribute(value)]);
  return (await by.post(action, Object.fromEntries(texts))).statusCode;
}

test("a change of an account is undone by whoever made it, until the next one", async () => {
  const accountId = await open();
  const { name, email } = await find(accountId);
  const fields = { name, email, notes: "a slip", version: "1" };
  const changed = await operator.post(address(accountId, "/edit"), fields);
  const page = await operator.get(String(changed.headers.location));
  const other = await openOperator(app, { role: "operator" });
  assert.ok(!(await other.get(String(changed.headers.location))).body.includes("Undo"));
  assert.equal(await undo(page.body, operator), 303);
  assert.equal((await find(accountId)).notes, null);
  assert.equal(await undo(page.body, operator), 303);
  assert.equal((await find(accountId)).version, 3);
});

test("suspending refuses keys and sessions at once, is undone, and each is written down once", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const suspended = await operator.post(address(account.accountId, "/suspend"));
  assert.equal((await account.get("orders")).statusCode, 403);
  assert.equal((await buyer.get("/orders")).statusCode, 303);
  await operator.post(address(account.accountId, "/suspend"));
  const page = await operator.get(String(suspended.headers.location));
  assert.equal(await undo(page.body, operator), 303);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  assert.equal((await account.get("orders")).statusCode, 200);
  const actions = (await deedsOn(account.accountId)).map(({ action }) => action);
  assert.deepEqual(actions, ["resumed an account", "suspended an account"]);
});

test("the page of an account shows what there is of it, and to who may only look no form of change", async () => {
  const account = await app.openAccount();
  await openVisitor(app, account.accountId);
  const own = address(account.accountId);
  const page = await operator.get(own);
  assert.match(page.body, /<dt>People<\/dt><dd>1<\/dd>/);
  assert.ok(page.body.includes(`/console/keys/${account.keyId}`));
  assert.ok(page.body.includes(`${own}/suspend`));
  const shown = await reader.get(own);
  assert.equal(shown.statusCode, 200);
  for (const form of ["/suspend", "/edit", "/keys/new"]) {
    assert.ok(!shown.body.includes(`${own}${form}`), form);
  }
  assert.ok(shown.body.includes(`${own}/view`));
});

test("notes of operators reach no page of the account's people", async () => {
  const accountId = await open();
  const { name, email } = await find(accountId);
  const notes = `late-payer-${randomUUIDv7()}`;
  await operator.post(address(accountId, "/edit"), { name, email, notes, version: "1" });
  assert.ok((await reader.get(address(accountId))).body.includes(notes));
  const buyer = await openVisitor(app, accountId as AccountId, { role: "admin" });
  for (const { method, path } of app.app.siteRoutes) {
    if (method !== "GET" || path.includes(":")) continue;
    assert.ok(!(await buyer.get(path)).body.includes(notes), path);
  }
});

test("an operator invites a buyer, sends the link again and withdraws it, and that is written down", async () => {
  const accountId = await open();
  const people = address(accountId, "/people");
  const fields = { email: `new-${accountId}@b.example`, name: "", role: "admin" };
  const invited = await operator.post(address(accountId, "/invitations"), fields);
  assert.equal(invited.headers.location, `${people}?done=invited-unsent`);
  const [, send = ""] = /action="([^"]+\/send)"/.exec((await operator.get(people)).body) ?? [];
  assert.equal((await operator.post(send)).statusCode, 303);
  assert.equal((await operator.post(send)).statusCode, 404);
  const [, withdraw = ""] =
    /action="([^"]+\/withdraw)"/.exec((await operator.get(people)).body) ?? [];
  const elsewhere = withdraw.replace(accountId, await open());
  assert.equal((await operator.post(elsewhere)).statusCode, 404);
  assert.equal((await operator.post(withdraw)).statusCode, 303);
  assert.equal((await operator.post(withdraw)).statusCode, 404);
  const bad = { ...fields, email: "none" };
  assert.equal((await operator.post(address(accountId, "/invitations"), bad)).statusCode, 422);
  const deeds = await deedsOn(accountId);
  assert.deepEqual(
    deeds.map(({ action }) => action),
    ["withdrew an invitation", "invited a buyer", "invited a buyer"],
  );
  assert.ok(!JSON.stringify(deeds).includes("/invitation/"));
});

test("an operator changes, signs out and removes a buyer, the last admin too; a name is typed first", async () => {
  const accountId = await open();
  const buyer = await openVisitor(app, accountId as AccountId, { role: "admin", name: "Ada Ünal" });
  const own = address(accountId, `/people/${buyer.userId}`);
  const changed = await operator.post(`${own}/role`, { role: "buyer" });
  assert.equal(changed.headers.location, `${own}?done=role-changed`);
  const page = await operator.get(`${own}?done=role-changed`);
  assert.equal(await undo(page.body, operator), 303);
  assert.equal((await selectUsers(app.database.db, accountId as AccountId))[0]?.role, "admin");
  assert.match(
    (await operator.get(own)).body,
    /the account&#39;s only admin|the account's only admin/,
  );
  assert.equal((await operator.post(`${own}/sign-out`)).statusCode, 303);
  assert.equal((await buyer.get("/orders")).statusCode, 303);
  const wrong = await operator.post(`${own}/remove`, { typed_name: "Ada" });
  assert.equal(wrong.statusCode, 422);
  assert.equal((await selectUsers(app.database.db, accountId as AccountId)).length, 1);
  const removed = await operator.post(`${own}/remove`, { typed_name: "Ada Ünal" });
  assert.equal(removed.headers.location, address(accountId, "/people?done=removed"));
  const again = await operator.post(`${own}/remove`, { typed_name: "Ada Ünal" });
  assert.equal(again.statusCode, 404);
  const actions = (await deedsOn(accountId)).map(({ action }) => action);
  assert.deepEqual(actions, [
    "removed a buyer",
    "signed a buyer out",
    "changed the role of a buyer",
    "changed the role of a buyer",
  ]);
});

test("a buyer of another account, an operator and an id of nobody are alike not among the people", async () => {
  const accountId = await open();
  const other = await app.openAccount();
  const stranger = await openVisitor(app, other.accountId);
  for (const id of [stranger.userId, operator.operatorId, nobodysId, "x", "%00"]) {
    const own = address(accountId, `/people/${id}`);
    assert.equal((await operator.get(own)).statusCode, 404, id);
    for (const act of ["role", "sign-out", "remove"]) {
      const sent = await operator.post(`${own}/${act}`, { role: "admin", typed_name: "Una Buyer" });
      assert.equal(sent.statusCode, 404, `${id} ${act}`);
    }
  }
  assert.deepEqual(await deedsOn(accountId), []);
});

test("an account that does not exist is nothing at each of its addresses", async () => {
  for (const id of [nobodysId, "x", "%00"]) {
    for (const rest of ["", "/edit", "/people", "/keys/new"]) {
      assert.equal((await operator.get(address(id, rest))).statusCode, 404, `${id}${rest}`);
    }
    for (const rest of ["/edit", "/suspend", "/resume", "/view", "/invitations", "/keys/new"]) {
      assert.equal((await operator.post(address(id, rest))).statusCode, 404, `${id}${rest}`);
    }
  }
  assert.equal(await selectAccount(app.database.db, nobodysId), undefined);
});
