// The account pages of the console, and the people of an account.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import {
  lockOperatorAccount,
  type OperatorAccount,
  selectOperatorAccount,
} from "../../src/accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { selectUsers } from "../../src/signIn/userQueries.ts";
import {
  app,
  moveClock,
  olga,
  openConsole,
  query,
  reader,
  smtpUrl,
  unknownId,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { insertAccount } from "../support/insertBuyer.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

/** The console's address of an account, and what is below it. */
function addressOf(accountId: string, rest = ""): string {
  return `/console/accounts/${accountId}${rest}`;
}

const accounts = {
  /** Opens an account, by default with a name that no other test uses. */
  open: (name = `Air ${newId()}`, email = "parts@air.example"): Promise<AccountId> =>
    insertAccount(app.database.db, app.clock.now, { name, email }),
  async find(accountId: string): Promise<OperatorAccount> {
    return (await selectOperatorAccount(app.database.db, accountId)) ?? assert.fail();
  },
  /** What operators did to an account, newest first. */
  eventsOn(accountId: string): Promise<StoredAuditEvent[]> {
    return selectAuditEvents(app.database.db, { accountId }, { before: null, limit: 20 });
  },
};

openConsole();

test("an account is opened with its discount, only once per name, and is recorded in the audit log", async () => {
  const name = `Open ${newId()}`;
  const fields = { name, email: "parts@open.example", currency: "EUR", discount: "7.5" };
  const opened = await olga.post("/console/accounts/new", fields);
  const [, accountId = ""] =
    /accounts\/([0-9a-f-]{36})\?done=opened$/.exec(String(opened.headers.location)) ?? [];
  const account = await accounts.find(accountId);
  assert.deepEqual([account.name, account.currency, account.version], [name, "EUR", 1]);
  const [event] = await accounts.eventsOn(accountId);
  assert.equal(event?.action, "opened an account");
  const after = { name, email: fields.email, currency: "EUR", discount_basis_points: 750 };
  assert.deepEqual(JSON.parse(event?.after ?? ""), after);
  const again = olga.post("/console/accounts/new", { ...fields, name: name.toUpperCase() });
  await expectAnswer(again, 422, /Another account already has this name/);
});

/** Waits until `count` queries wait for a lock, or until `isOver` returns true. */
async function waitForLocks(count: number, isOver: () => boolean): Promise<void> {
  const text = "select from pg_locks where not granted";
  const findWaiting = () => query(text);
  while (!isOver() && (await findWaiting()).length < count);
}

test("of several concurrent changes, one is stored", async () => {
  const accountId = await accounts.open();
  const { name, email } = await accounts.find(accountId);
  let answered = 0;
  const started = await app.database.db.transaction(async (tx) => {
    await lockOperatorAccount(tx, accountId);
    const sending = Array.from({ length: 4 }, async (_, count) => {
      const fields = { name, email, notes: `n${count}`, version: "1" };
      const { statusCode } = await olga.post(addressOf(accountId, "/edit"), fields);
      answered += 1;
      return statusCode;
    });
    await waitForLocks(4, () => answered > 0);
    return { sending };
  });
  assert.deepEqual((await Promise.all(started.sending)).sort(), [303, 409, 409, 409]);
  assert.equal((await accounts.eventsOn(accountId)).length, 1);
});

test("suspending an account ends access, keys and resets immediately, can be resumed, and is recorded once", async () => {
  const account = await app.openAccount();
  const own = addressOf(account.accountId);
  const buyer = await openVisitor(app, account.accountId);
  const notice = /Suspended since <time/;
  const active = await expectAnswer(olga.get(own), 200, `${own}/keys/new`);
  assert.doesNotMatch(active.body, notice);
  const suspended = await olga.post(`${own}/suspend`);
  assert.equal((await account.get("orders")).statusCode, 403);
  await expectAnswer(buyer.get("/orders"), 303);
  const reset = olga.post(`${own}/people/${buyer.userId}/reset`);
  await expectAnswer(reset, 409, /account is suspended/);
  await olga.post(`${own}/suspend`);
  const page = await expectAnswer(olga.get(String(suspended.headers.location)), 200, notice);
  assert.match(page.body, /<table[\s\S]*>Suspended<\/span>[\s\S]*<\/table>/, "so are its keys");
  assert.doesNotMatch(page.body, />Active<\/span>/);
  assert.ok(!page.body.includes(`${own}/keys/new`));
  assert.equal(
    (await olga.post(`${own}/resume`, readForm(page.body, `${own}/resume`))).statusCode,
    303,
  );
  moveClock(1_000);
  assert.equal((await account.get("orders")).statusCode, 200);
  const actions = (await accounts.eventsOn(account.accountId)).map(({ action }) => action);
  assert.deepEqual(actions, ["resumed an account", "suspended an account"]);
});

test("the page of an account shows its people, keys and internal notes; readers and buyers see no forms and no notes", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId, { role: "admin" });
  const own = addressOf(account.accountId);
  const { name, email } = await accounts.find(account.accountId);
  const notes = `late-payer-${newId()}`;
  await olga.post(`${own}/edit`, { name, email, notes, version: "1" });
  const key = `/console/keys/${account.keyId}`;
  await expectAnswer(olga.get(own), 200, /<dt>People<\/dt><dd>1<\/dd>/, key, `${own}/suspend`);
  const shown = await expectAnswer(reader.get(own), 200, `${own}/view`, notes);
  for (const form of ["/suspend", "/edit", "/keys/new"]) {
    assert.ok(!shown.body.includes(`${own}${form}`), form);
  }
  for (const { method, path } of portalRoutes) {
    if (method !== "GET" || path.includes(":")) continue;
    assert.ok(!(await buyer.get(path)).body.includes(notes), path);
  }
});

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
  const invited = await olga.post(addressOf(accountId, "/invitations"), fields);
  const first = linkIn(invited.body);
  assert.equal((await olga.get(first)).statusCode, 200);
  const list = (await olga.get(people)).body;
  assert.match(list, /Create new link/);
  assert.ok(!list.includes(first));
  const [, send = ""] = /action="([^"]+\/send)"/.exec(list) ?? [];
  const second = linkIn((await olga.post(send)).body);
  assert.equal((await olga.get(first)).statusCode, 410);
  assert.equal((await olga.get(second)).statusCode, 200);
  assert.equal((await olga.post(send)).statusCode, 404);
  const [, withdraw = ""] = /action="([^"]+\/withdraw)"/.exec((await olga.get(people)).body) ?? [];
  const elsewhere = withdraw.replace(accountId, await accounts.open());
  assert.equal((await olga.post(elsewhere)).statusCode, 404);
  assert.equal((await olga.post(withdraw)).statusCode, 303);
  assert.equal((await olga.post(withdraw)).statusCode, 404);
  const bad = { ...fields, email: "ann@none" };
  assert.equal((await olga.post(addressOf(accountId, "/invitations"), bad)).statusCode, 422);
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

test("an operator can change, sign out and remove a buyer, even the last admin", async () => {
  const accountId = await accounts.open();
  const buyer = await openVisitor(app, accountId, { role: "admin", name: "Ada Ünal" });
  const own = addressOf(accountId, `/people/${buyer.userId}`);
  const changed = await olga.post(`${own}/role`, { role: "buyer" });
  assert.equal(changed.headers.location, `${own}?done=role-changed`);
  assert.equal((await olga.post(`${own}/role`, { role: "admin" })).statusCode, 303);
  assert.equal((await selectUsers(app.database.db, accountId))[0]?.role, "admin");
  assert.match((await olga.get(own)).body, /only admin of the account/);
  assert.equal((await olga.post(`${own}/sign-out`)).statusCode, 303);
  assert.equal((await buyer.get("/orders")).statusCode, 303);
  const removed = await olga.post(`${own}/remove`);
  assert.equal(removed.headers.location, addressOf(accountId, "/people?done=removed"));
  await expectAnswer(olga.post(`${own}/remove`), 404);
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
  assert.equal((await reader.post(`${own}/reset`)).statusCode, 403);
  const first = linkIn((await olga.post(`${own}/reset`)).body);
  assert.match(first, /^\/reset\//);
  const second = linkIn((await olga.post(`${own}/reset`)).body);
  assert.equal((await olga.get(first)).statusCode, 410);
  assert.ok(!(await olga.get(own)).body.includes(second));
  const password = { password: "four plain words here" };
  assert.equal((await olga.post(second, password)).statusCode, 303);
  assert.equal((await olga.post(second, password)).statusCode, 410);
  assert.equal((await buyer.get("/orders")).statusCode, 303, "all sessions end");
  await olga.post(`${own}/reset`);
  await expectAnswer(olga.post(`${own}/reset`), 429, /Too many attempts/);
  const events = await accounts.eventsOn(accountId);
  assert.equal(events.filter(({ action }) => action === "sent a password reset").length, 3);
  assert.ok(!JSON.stringify(events).includes("/reset/"));
});

test("a second reset link takes the secrets from the e-mail of the first, unsent one", async (t) => {
  const mailing = await openTestApp({ smtpUrl }, app.database);
  t.after(() => mailing.server.close());
  const sender = await openOperator(mailing);
  const { accountId } = await app.openAccount();
  const buyer = await openVisitor(app, accountId);
  const reset = addressOf(accountId, `/people/${buyer.userId}/reset`);
  for (const _ of [1, 2]) await expectAnswer(sender.post(reset), 303);
  const text = `select state, encrypted_secrets is not null as "isWhole",
      dismissed_at is not null as "isDismissed"
    from mails where kind = 'reset' and account_id = $1 order by mail_id`;
  assert.deepEqual(await query(text, [accountId]), [
    { state: "kept", isWhole: false, isDismissed: true },
    { state: "queued", isWhole: true, isDismissed: false },
  ]);
});

test("a buyer of another account, an operator and an unknown id are all not found", async () => {
  const accountId = await accounts.open();
  const other = await app.openAccount();
  const stranger = await openVisitor(app, other.accountId);
  for (const id of [stranger.userId, olga.operatorId, unknownId, "x", "%00"]) {
    const own = addressOf(accountId, `/people/${id}`);
    assert.equal((await olga.get(own)).statusCode, 404, id);
    for (const act of ["role", "sign-out", "reset", "remove"]) {
      const sent = await olga.post(`${own}/${act}`, { role: "admin" });
      assert.equal(sent.statusCode, 404, `${id} ${act}`);
    }
  }
  assert.deepEqual(await accounts.eventsOn(accountId), []);
});
