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

test("an operator invites a buyer, resends and withdraws the invitation, and each is recorded in the audit log", async () => {
  const accountId = await accounts.open();
  const people = addressOf(accountId, "/people");
  const fields = { email: `new-${accountId}@b.example`, name: "", role: "admin" };
  const invited = await operator.post(addressOf(accountId, "/invitations"), fields);
  assert.equal(invited.headers.location, `${people}?done=invited-in-outbox`);
  const shown = await operator.get(`${people}?done=invited-in-outbox`);
  assert.match(shown.body, /Invitation created\. No mail server is configured: copy the link/);
  const [, send = ""] = /action="([^"]+\/send)"/.exec((await operator.get(people)).body) ?? [];
  assert.equal((await operator.post(send)).statusCode, 303);
  assert.equal((await operator.post(send)).statusCode, 404);
  const [, withdraw = ""] =
    /action="([^"]+\/withdraw)"/.exec((await operator.get(people)).body) ?? [];
  const elsewhere = withdraw.replace(accountId, await accounts.open());
  assert.equal((await operator.post(elsewhere)).statusCode, 404);
  assert.equal((await operator.post(withdraw)).statusCode, 303);
  assert.equal((await operator.post(withdraw)).statusCode, 404);
  const bad = { ...fields, email: "none" };
  assert.equal((await operator.post(addressOf(accountId, "/invitations"), bad)).statusCode, 422);
  const events = await accounts.eventsOn(accountId);
  assert.deepEqual(
    events.map(({ action }) => action),
    ["withdrew an invitation", "invited a buyer", "invited a buyer"],
  );
  assert.ok(!JSON.stringify(events).includes("/invitation/"));
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

test("a buyer of another account, an operator and an unknown id are all not found", async () => {
  const accountId = await accounts.open();
  const other = await app.openAccount();
  const stranger = await openVisitor(app, other.accountId);
  for (const id of [stranger.userId, operator.operatorId, unknownId, "x", "%00"]) {
    const own = addressOf(accountId, `/people/${id}`);
    assert.equal((await operator.get(own)).statusCode, 404, id);
    for (const act of ["role", "sign-out", "remove"]) {
      const sent = await operator.post(`${own}/${act}`, { role: "admin", typed_name: "Una Buyer" });
      assert.equal(sent.statusCode, 404, `${id} ${act}`);
    }
  }
  assert.deepEqual(await accounts.eventsOn(accountId), []);
});
