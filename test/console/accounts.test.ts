// The account pages of the console.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockOperatorAccount } from "../../src/accounts/operatorAccountQueries.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { portalRoutes } from "../../src/portal/routes.ts";
import {
  type AccountFixture,
  addressOf,
  openAccountFixture,
  pressUndo,
} from "../support/accountFixture.ts";
import { openedForm, readForm } from "../support/openedForm.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let accounts: AccountFixture;
let operator: TestOperator;
let reader: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  accounts = openAccountFixture(app);
  operator = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
});

after(() => app.close());

const unknownId = "01900000-0000-7000-8000-000000000000";

test("accounts are found by part of their name or address, by one of their people and by id", async () => {
  const mark = newId().slice(-12);
  const accountId = await accounts.open(`Vantage 100% ${mark}`, `desk-${mark}@v.example`);
  const buyer = await openVisitor(app, accountId);
  for (const q of [`VANTAGE 100% ${mark}`, `DESK-${mark}`, accountId.toUpperCase(), buyer.email]) {
    const list = await operator.get(`/console/accounts?q=${encodeURIComponent(q)}`);
    assert.ok(list.body.includes(addressOf(accountId)), q);
  }
  for (const q of [`Vantage 100_ ${mark}`, `%${mark}`, "\ud800", "no such account"]) {
    const list = await operator.get(`/console/accounts?q=${encodeURIComponent(q.toWellFormed())}`);
    assert.match(list.body, /No matching accounts/, q);
  }
  const suspended = await operator.get(`/console/accounts?state=suspended&q=${mark}`);
  assert.match(suspended.body, /No matching accounts/);
});

test("accounts are listed by name, 50 per page, each once", async () => {
  const mark = newId().slice(-12);
  const opened: string[] = [];
  for (let count = 0; count < 51; count += 1) {
    opened.push(
      await accounts.open(`Page ${mark} ${String.fromCharCode(65 + (count % 26))}${count}`),
    );
  }
  const first = await operator.get(`/console/accounts?q=${mark}`);
  const next = /rel="next" href="([^"]+)"/.exec(first.body)?.[1] ?? assert.fail();
  const second = await operator.get(readAttribute(next));
  const shown = [first, second].map(({ body }) =>
    opened.filter((id) => body.includes(addressOf(id))),
  );
  assert.deepEqual(
    shown.map(({ length }) => length),
    [50, 1],
  );
  assert.deepEqual(new Set(shown.flat()), new Set(opened));
  assert.ok(!second.body.includes('rel="next"'));
});

test("an account is opened with its discount, only once per name, and is recorded in the audit log", async () => {
  const name = `Open ${newId()}`;
  const fields = { name, email: "parts@open.example", currency: "EUR", discount: "7.5" };
  const opened = await operator.post("/console/accounts/new", fields);
  const [, accountId = ""] =
    /accounts\/([0-9a-f-]{36})\?done=opened$/.exec(String(opened.headers.location)) ?? [];
  const account = await accounts.find(accountId);
  assert.deepEqual([account.name, account.currency, account.version], [name, "EUR", 1]);
  const [event] = await accounts.eventsOn(accountId);
  assert.equal(event?.action, "opened an account");
  assert.deepEqual(JSON.parse(event?.after ?? ""), {
    name,
    email: fields.email,
    currency: "EUR",
    discount_basis_points: 750,
  });
  const again = await operator.post("/console/accounts/new", {
    ...fields,
    name: name.toUpperCase(),
  });
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /Another account already has this name/);
});

test("an invalid account is refused with an error next to each field, and the form keeps what was typed", async () => {
  const good = { name: "Kept & typed", email: "a@b.example", currency: "USD", discount: "0" };
  const bad: [Record<string, string>, string][] = [
    [{ name: " " }, "Enter a name"],
    [{ name: "x".repeat(201) }, "Enter a name"],
    [{ name: "turned \u202e round" }, "Enter a name"],
    [{ email: "no address" }, "Enter one address"],
    [{ email: "a@b.example, c@d.example" }, "Enter one address"],
    [{ email: "parts@example" }, "Enter one address"],
    [{ email: "parts@b.example." }, "Enter one address"],
    [{ currency: "EURO" }, "“EURO” is not a currency code. Choose a currency from the list."],
    [{ currency: "" }, "Choose a currency."],
    [{ discount: "100.001" }, "Enter a percentage"],
  ];
  for (const [fields, sentence] of bad) {
    const sent = await operator.post("/console/accounts/new", { ...good, ...fields });
    assert.equal(sent.statusCode, 422, sentence);
    assert.ok(sent.body.includes(sentence), sentence);
    assert.match(sent.body, /value="(Kept &amp; typed|a@b\.example|USD)/);
  }
  const euro = await operator.post("/console/accounts/new", { ...good, currency: "EURO" });
  const [select = ""] = /<select[^>]*name="currency"[\s\S]*?<\/select>/.exec(euro.body) ?? [];
  assert.ok(select.includes('<option value="EUR">EUR – Euro</option>'));
  assert.match(select, /<option value="">Choose a currency<\/option>/);
  assert.doesNotMatch(select, / selected/, "no other currency is chosen instead");
  const accountId = await accounts.open();
  const typed = { name: "Good", email: "a@b.example", version: "1", notes: "n".repeat(2001) };
  const notes = await operator.post(addressOf(accountId, "/edit"), typed);
  assert.equal(notes.statusCode, 422);
  const incomplete = { name: "Good", email: "a@b.example", notes: "" };
  assert.equal((await operator.post(addressOf(accountId, "/edit"), incomplete)).statusCode, 422);
  assert.equal((await accounts.find(accountId)).version, 1);
});

test("if two operators edit one account, the second sees both versions and can then save theirs", async () => {
  const accountId = await accounts.open();
  const other = await openOperator(app, { role: "operator", name: "Olaf Other" });
  const { name, email } = await accounts.find(accountId);
  const opened = openedForm({ name, email, notes: "" });
  const mine = { ...opened, notes: "mine", name: `${name} Mine` };
  const theirs = { ...opened, email: "new@air.example", notes: "theirs" };
  assert.equal((await other.post(addressOf(accountId, "/edit"), theirs)).statusCode, 303);
  const refused = await operator.post(addressOf(accountId, "/edit"), mine);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Olaf Other changed it/);
  const [table = ""] = /<table[\s\S]*<\/table>/.exec(refused.body) ?? [];
  assert.match(table, /Notes[\s\S]*theirs[\s\S]*mine/);
  assert.doesNotMatch(table, /E-mail|Name/);
  assert.equal((await accounts.find(accountId)).notes, "theirs");
  const again = readForm(refused.body, addressOf(accountId, "/edit"));
  const stored = await operator.post(addressOf(accountId, "/edit"), again);
  assert.equal(stored.statusCode, 303);
  const account = await accounts.find(accountId);
  const expected = ["mine", `${name} Mine`, "new@air.example", 3];
  assert.deepEqual([account.notes, account.name, account.email, account.version], expected);
  const [last] = await accounts.eventsOn(accountId);
  const before = { name, notes: "theirs", version: 2 };
  assert.deepEqual(JSON.parse(last?.before ?? ""), before, "only what changed");
});

test("two operators who edit different fields of an account keep each other's, also after a refusal", async () => {
  const accountId = await accounts.open();
  const { name, email } = await accounts.find(accountId);
  const path = addressOf(accountId, "/edit");
  const opened = openedForm({ name, email, notes: "" });
  await operator.post(path, { ...opened, email: "new@air.example" });
  const refused = await operator.post(path, { ...opened, name: " ", notes: "mine" });
  assert.equal(refused.statusCode, 422);
  const again = { ...readForm(refused.body, path), name };
  const saved = await operator.post(path, again);
  assert.equal(saved.headers.location, `${addressOf(accountId)}?done=changed&also=email`);
  const account = await accounts.find(accountId);
  assert.deepEqual([account.notes, account.email], ["mine", "new@air.example"]);
  const page = await operator.get(String(saved.headers.location));
  assert.match(page.body, /Someone else also changed: E-mail\. Both changes are saved\./);
  assert.equal(await pressUndo(page.body, operator), 303);
  const undone = await accounts.find(accountId);
  assert.deepEqual([undone.notes, undone.email], [null, "new@air.example"]);
});

/** Waits until `count` queries wait for a lock, or until `isOver` returns true. */
async function waitForLocks(count: number, isOver: () => boolean): Promise<void> {
  const text = "select from pg_locks where not granted";
  const findWaiting = () => app.database.db.query({ name: "", text, values: [] });
  while (!isOver() && (await findWaiting()).length < count);
}

test("an address without a complete domain may stay, and can be replaced only by a complete one", async () => {
  const path = addressOf(await accounts.open(undefined, "parts@mailhub"), "/edit");
  const form = readForm((await operator.get(path)).body, path);
  assert.equal((await operator.post(path, { ...form, email: "p@mailhub" })).statusCode, 422);
  assert.equal((await operator.post(path, { ...form, notes: "Call" })).statusCode, 303);
});

test("of several concurrent changes, one is stored", async () => {
  const accountId = await accounts.open();
  const { name, email } = await accounts.find(accountId);
  let answered = 0;
  const started = await app.database.db.transaction(async (tx) => {
    await lockOperatorAccount(tx, accountId);
    const sending = Array.from({ length: 4 }, async (_, count) => {
      const fields = { ...openedForm({ name, email, notes: "" }), notes: `n${count}` };
      const { statusCode } = await operator.post(addressOf(accountId, "/edit"), fields);
      answered += 1;
      return statusCode;
    });
    await waitForLocks(4, () => answered > 0);
    return { sending };
  });
  assert.deepEqual((await Promise.all(started.sending)).sort(), [303, 409, 409, 409]);
  assert.equal((await accounts.eventsOn(accountId)).length, 1);
});

test("the operator who changed an account can undo the change until the next one", async () => {
  const accountId = await accounts.open();
  const { name, email } = await accounts.find(accountId);
  const fields = { ...openedForm({ name, email, notes: "" }), notes: "a slip" };
  const changed = await operator.post(addressOf(accountId, "/edit"), fields);
  const page = await operator.get(String(changed.headers.location));
  const other = await openOperator(app, { role: "operator" });
  assert.ok(!(await other.get(String(changed.headers.location))).body.includes("Undo"));
  assert.equal(await pressUndo(page.body, operator), 303);
  assert.equal((await accounts.find(accountId)).notes, null);
  assert.equal(await pressUndo(page.body, operator), 303);
  assert.equal((await accounts.find(accountId)).version, 3);
});

test("suspending an account ends access by keys and sessions immediately, can be undone, and is recorded once", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const suspended = await operator.post(addressOf(account.accountId, "/suspend"));
  assert.equal((await account.get("orders")).statusCode, 403);
  assert.equal((await buyer.get("/orders")).statusCode, 303);
  await operator.post(addressOf(account.accountId, "/suspend"));
  const page = await operator.get(String(suspended.headers.location));
  assert.equal(await pressUndo(page.body, operator), 303);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  assert.equal((await account.get("orders")).statusCode, 200);
  const actions = (await accounts.eventsOn(account.accountId)).map(({ action }) => action);
  assert.deepEqual(actions, ["resumed an account", "suspended an account"]);
});

test("the page of an account shows its people and keys, and read-only operators see no forms", async () => {
  const account = await app.openAccount();
  await openVisitor(app, account.accountId);
  const own = addressOf(account.accountId);
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

test("internal notes appear on no page of the portal", async () => {
  const accountId = await accounts.open();
  const { name, email } = await accounts.find(accountId);
  const notes = `late-payer-${newId()}`;
  await operator.post(addressOf(accountId, "/edit"), {
    ...openedForm({ name, email, notes: "" }),
    notes,
  });
  assert.ok((await reader.get(addressOf(accountId))).body.includes(notes));
  const buyer = await openVisitor(app, accountId, { role: "admin" });
  for (const { method, path } of portalRoutes) {
    if (method !== "GET" || path.includes(":")) continue;
    assert.ok(!(await buyer.get(path)).body.includes(notes), path);
  }
});

test("an unknown account is not found at any address", async () => {
  for (const id of [unknownId, "x", "%00"]) {
    for (const rest of ["", "/edit", "/people", "/keys/new"]) {
      assert.equal((await operator.get(addressOf(id, rest))).statusCode, 404, `${id}${rest}`);
    }
    for (const rest of ["/edit", "/suspend", "/resume", "/view", "/invitations", "/keys/new"]) {
      assert.equal((await operator.post(addressOf(id, rest))).statusCode, 404, `${id}${rest}`);
    }
  }
  assert.equal(await selectAccount(app.database.db, unknownId), undefined);
});

test("each tab of an account shows that account only, and leads back to it", async () => {
  const accountId = await accounts.open();
  const { name } = await accounts.find(accountId);
  const own = addressOf(accountId);
  const { body } = await operator.get(own);
  const [, tabs = ""] = /<nav class="tabs"([\s\S]*?)<\/nav>/.exec(body) ?? [];
  const paths = Array.from(tabs.matchAll(/href="([^"]+)"/g), ([, path = ""]) => path);
  assert.equal(paths.length, 8);
  for (const path of paths.slice(2)) {
    const page = await operator.get(readAttribute(path));
    const [, back = ""] = /<p class="above">([\s\S]*?)<\/p>/.exec(page.body) ?? [];
    assert.ok(back.includes(`href="${own}"`) && back.includes(name), path);
  }
});
