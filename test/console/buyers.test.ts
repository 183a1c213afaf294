// The people pages of an account in the console.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectUsers } from "../../src/signIn/userQueries.ts";
import {
  type AccountFixture,
  addressOf,
  openAccountFixture,
  pressUndo,
} from "../support/accountFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let accounts: AccountFixture;
let operator: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  accounts = openAccountFixture(app);
  operator = await openOperator(app, { role: "operator" });
});

after(() => app.close());

const unknownId = "01900000-0000-7000-8000-000000000000";

/** The path of the link that a page shows once. */
function linkIn(body: string): string {
  const [, path] =
    /<code>https:\/\/parts\.example(\/(?:invitation|reset)\/[^<]+)<\/code>/.exec(body) ?? [];
  assert.ok(path);
  return path;
}

test("an operator invites a buyer, resends and withdraws the invitation, and each is recorded in the audit log", async () => {
  const accountId = await accounts.open();
  const people = addressOf(accountId, "/people");
  const fields = { email: `new-${accountId}@b.example`, name: "", role: "admin" };
  const invited = await operator.post(addressOf(accountId, "/invitations"), fields);
  const first = linkIn(invited.body);
  assert.equal((await operator.get(first)).statusCode, 200);
  const list = (await operator.get(people)).body;
  assert.match(list, /Create new link/);
  assert.ok(!list.includes(first));
  const [, send = ""] = /action="([^"]+\/send)"/.exec(list) ?? [];
  const second = linkIn((await operator.post(send)).body);
  assert.equal((await operator.get(first)).statusCode, 410);
  assert.equal((await operator.get(second)).statusCode, 200);
  assert.equal((await operator.post(send)).statusCode, 404);
  const [, withdraw = ""] =
    /action="([^"]+\/withdraw)"/.exec((await operator.get(people)).body) ?? [];
  const elsewhere = withdraw.replace(accountId, await accounts.open());
  assert.equal((await operator.post(elsewhere)).statusCode, 404);
  assert.equal((await operator.post(withdraw)).statusCode, 303);
  assert.equal((await operator.post(withdraw)).statusCode, 404);
  const bad = { ...fields, email: "ann@none" };
  assert.equal((await operator.post(addressOf(accountId, "/invitations"), bad)).statusCode, 422);
  const events = await accounts.eventsOn(accountId);
  assert.deepEqual(
    events.map(({ action }) => action),
    [
      "withdrew an invitation",
      "delivered an e-mail manually",
      "invited a buyer",
      "delivered an e-mail manually",
      "invited a buyer",
    ],
  );
  assert.ok(!JSON.stringify(events).includes("/invitation/"));
});

test("the list of invitations shows whose e-mail did not arrive", async () => {
  const accountId = await accounts.open();
  const email = `lost-${accountId}@b.example`;
  const fields = { email, name: "", role: "admin" };
  await operator.post(addressOf(accountId, "/invitations"), fields);
  for (const [state, shown] of [
    ["bounced", "Bounced"],
    ["failed", "Failed"],
    ["kept", "Not delivered"],
  ] as const) {
    const text = "update mails set state = $2, sent_at = null where recipient = $1";
    await app.database.db.query({ name: "", text, values: [email, state] });
    const { body } = await operator.get(addressOf(accountId, "/people"));
    assert.match(body, new RegExp(`class="badge[^>]*>[^A-Z]*${shown}`), state);
  }
});

test("an operator can change, sign out and, after typing the name, remove a buyer, even the last admin", async () => {
  const accountId = await accounts.open();
  const buyer = await openVisitor(app, accountId, { role: "admin", name: "Ada Ünal" });
  const own = addressOf(accountId, `/people/${buyer.userId}`);
  const changed = await operator.post(`${own}/role`, { role: "buyer" });
  assert.equal(changed.headers.location, `${own}?done=role-changed`);
  const page = await operator.get(`${own}?done=role-changed`);
  assert.equal(await pressUndo(page.body, operator), 303);
  assert.equal((await selectUsers(app.database.db, accountId))[0]?.role, "admin");
  assert.match((await operator.get(own)).body, /only admin of the account/);
  assert.equal((await operator.post(`${own}/sign-out`)).statusCode, 303);
  assert.equal((await buyer.get("/orders")).statusCode, 303);
  const wrong = await operator.post(`${own}/remove`, { typed_name: "Ada" });
  assert.equal(wrong.statusCode, 422);
  assert.equal((await selectUsers(app.database.db, accountId)).length, 1);
  const removed = await operator.post(`${own}/remove`, { typed_name: "Ada Ünal" });
  assert.equal(removed.headers.location, addressOf(accountId, "/people?done=removed"));
  const again = await operator.post(`${own}/remove`, { typed_name: "Ada Ünal" });
  assert.equal(again.statusCode, 404);
  const actions = (await accounts.eventsOn(accountId)).map(({ action }) => action);
  assert.deepEqual(actions, [
    "removed a buyer",
    "signed a buyer out",
    "changed the role of a buyer",
    "changed the role of a buyer",
  ]);
});

test("an operator resets a forgotten password by a link that is shown once and works once", async () => {
  const { accountId } = await app.openAccount();
  const buyer = await openVisitor(app, accountId, { role: "buyer" });
  const own = addressOf(accountId, `/people/${buyer.userId}`);
  const reader = await openOperator(app, { role: "read-only" });
  assert.equal((await reader.post(`${own}/reset`)).statusCode, 403);
  const first = linkIn((await operator.post(`${own}/reset`)).body);
  assert.match(first, /^\/reset\//);
  const second = linkIn((await operator.post(`${own}/reset`)).body);
  assert.equal((await operator.get(first)).statusCode, 410);
  assert.ok(!(await operator.get(own)).body.includes(second));
  const password = { password: "four plain words here" };
  assert.equal((await operator.post(second, password)).statusCode, 303);
  assert.equal((await operator.post(second, password)).statusCode, 410);
  assert.equal((await buyer.get("/orders")).statusCode, 303, "all sessions end");
  await operator.post(`${own}/reset`);
  const refused = await operator.post(`${own}/reset`);
  assert.equal(refused.statusCode, 429);
  assert.match(refused.body, /Too many attempts/);
  const events = await accounts.eventsOn(accountId);
  assert.equal(events.filter(({ action }) => action === "sent a password reset").length, 3);
  assert.ok(!JSON.stringify(events).includes("/reset/"));
});

test("a second reset link takes the secrets from the e-mail of the first, unsent one", async () => {
  const mailing = await openTestApp({ smtpUrl: "smtp://127.0.0.1:9" }, app.database);
  const sender = await openOperator(mailing);
  const { accountId } = await app.openAccount();
  const buyer = await openVisitor(app, accountId, { role: "buyer" });
  const reset = () => sender.post(addressOf(accountId, `/people/${buyer.userId}/reset`));
  for (const _ of [1, 2]) assert.equal((await reset()).statusCode, 303);
  const text = `select state, encrypted_secrets is not null as "isWhole",
      dismissed_at is not null as "isDismissed"
    from mails where kind = 'reset' and account_id = $1 order by mail_id`;
  const mails = await app.database.db.query({ name: "", text, values: [accountId] });
  assert.deepEqual(mails, [
    { state: "kept", isWhole: false, isDismissed: true },
    { state: "queued", isWhole: true, isDismissed: false },
  ]);
  await mailing.server.close();
});

test("the people of a suspended account get no reset link", async () => {
  const { accountId } = await app.openAccount();
  const buyer = await openVisitor(app, accountId, { role: "buyer" });
  await operator.post(addressOf(accountId, "/suspend"));
  const refused = await operator.post(addressOf(accountId, `/people/${buyer.userId}/reset`));
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /account is suspended/);
});

test("a buyer of another account, an operator and an unknown id are all not found", async () => {
  const accountId = await accounts.open();
  const other = await app.openAccount();
  const stranger = await openVisitor(app, other.accountId);
  for (const id of [stranger.userId, operator.operatorId, unknownId, "x", "%00"]) {
    const own = addressOf(accountId, `/people/${id}`);
    assert.equal((await operator.get(own)).statusCode, 404, id);
    for (const act of ["role", "sign-out", "reset", "remove"]) {
      const sent = await operator.post(`${own}/${act}`, { role: "admin", typed_name: "Una Buyer" });
      assert.equal(sent.statusCode, 404, `${id} ${act}`);
    }
  }
  assert.deepEqual(await accounts.eventsOn(accountId), []);
});
