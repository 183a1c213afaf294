// Viewing the portal as a buyer: every page is shown, and nothing can be changed.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectAccount } from "../../src/accounts/queries.ts";
import { suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { removeMember } from "../../src/people/changeMember.ts";
import { sessionIdleMs, sessionLifeMs } from "../../src/signIn/sessionQueries.ts";
import { app, offer, openConsole, query, reader, unknownId } from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { findLogged } from "../support/findLogged.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor, sendAs, type TestPerson, type TestVisitor } from "../support/testVisitor.ts";

const viewCookie = "__Host-partsdesk-view";

let account: TestAccount;
let buyer: TestVisitor;
let ids: Readonly<Record<string, string>>;

openConsole();

before(async () => {
  await offer("V-1");
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId, { role: "admin", name: "Una Admin" });
  const id = await placeDraft(account, { "V-1": 2 }, "PO-VIEWED");
  const list = await buyer.post("/quick-order", { rows: "V-1 x 3" });
  const shown = await buyer.get("/quote-requests/new?part=V-NONE");
  const form = readForm(shown.body, "/quote-requests/new");
  const sent = await buyer.post("/quote-requests/new", { ...form, "quantity-1": "1" });
  const called = await account.get("orders");
  const { requestId } = await findLogged(app.database.db, String(called.headers["x-request-id"]));
  ids = {
    id,
    key: account.keyId,
    request: requestId,
    number: "V-1",
    row: "1",
    token: "x",
    quote: /quote-requests\/([0-9a-f-]{36})/.exec(String(sent.headers.location))?.[1] ?? "none",
    list: /quick-order\/([0-9a-f-]{36})/.exec(String(list.headers.location))?.[1] ?? "none",
    session: unknownId,
    user: buyer.userId,
    invitation: unknownId,
  };
});

function fill(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? assert.fail(name));
}

async function view(of = account, as = reader): Promise<Omit<TestPerson, "email">> {
  const started = await expectAnswer(as.post(`/console/accounts/${of.accountId}/view`), 303);
  assert.equal(started.headers.location, "/");
  const cookie = started.cookies.find(({ name }) => name === viewCookie) ?? assert.fail();
  assert.ok(cookie.httpOnly && cookie.secure && cookie.sameSite === "Lax");
  assert.equal(cookie.maxAge, 1800);
  return sendAs(app.server, viewCookie, cookie.value);
}

/** What an operator did, newest first. */
const eventsOf = (operatorId: string) =>
  selectAuditEvents(app.database.db, { operatorId }, { before: null, limit: 500 });

/** All tables except the audit log, as text. */
async function readEverything(): Promise<string> {
  const tables = await query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and has_table_privilege(c.oid, 'select') and relname <> 'audit_events' order by 1`);
  assert.ok(tables.length > 20);
  const texts = await Promise.all(
    tables.map(({ name }) =>
      query(`select string_agg(t::text, e'\\n' order by t::text) as all from ${name} t`),
    ),
  );
  return JSON.stringify(texts);
}

test("a view answers every GET of the portal like the account's admin and changes nothing", async () => {
  const viewer = await view();
  // The use of a session is recorded at most once per minute: here, before the comparison.
  await buyer.get("/");
  const earlier = await readEverything();
  const gets = portalRoutes.filter(({ method }) => method === "GET");
  assert.ok(gets.length > 20);
  for (const { path } of gets) {
    const [theirs, seen] = [await buyer.get(fill(path)), await viewer.get(fill(path))];
    assert.equal(seen.statusCode, theirs.statusCode, path);
    assert.equal(seen.headers.location, theirs.headers.location, path);
    assert.equal(seen.headers["cache-control"], theirs.headers["cache-control"], path);
    // A part of a page, for its script.
    if (path === "/suggestions") {
      assert.equal(seen.body, theirs.body, path);
      continue;
    }
    if (String(seen.headers["content-type"]).startsWith("text/html") && seen.statusCode === 200) {
      assert.match(seen.body, /as a buyer of .* Read-only\./, path);
    }
  }
  assert.equal(await readEverything(), earlier);
});

test("every form of the portal refuses a view and stores nothing but the audit event", async () => {
  const fresh = await openOperator(app);
  const viewer = await view(account, fresh);
  const earlier = await readEverything();
  const posts = portalRoutes.filter(({ method }) => method === "POST");
  assert.ok(posts.length > 20);
  for (const { path } of posts) {
    const url = fill(path);
    const sent = await viewer.post(url, { version: "1", name: "test", overlap: "0" });
    assert.equal(sent.statusCode, 403, path);
    assert.match(sent.body, /Nothing changed: you are viewing as a buyer/, path);
    const [event] = await eventsOf(fresh.operatorId);
    assert.equal(event?.action, "was refused", path);
    // An unused link is still valid, so no event contains its token.
    assert.equal(event?.subjectId, `POST ${path.includes(":token") ? path : url}`, path);
    assert.equal(event?.accountId, account.accountId, path);
    assert.equal(event?.requestId, sent.headers["x-request-id"], path);
  }
  assert.equal(await readEverything(), earlier);
});

test("a view shows nothing of the operator's own account", async () => {
  const other = await openOperator(app);
  const viewer = await view(account, other);
  const own = await expectAnswer(viewer.get("/account"), 200);
  assert.ok(!own.body.includes("/account/sessions/"));

  await query("update users set totp_secret = '\\x00' where user_id = $1", [other.operatorId]);
  await expectAnswer(viewer.get("/account/second-factor"), "/account");
});

test("with both a view and a buyer's session, the view applies and forms are refused", async () => {
  const viewer = await view();
  const cookie = `${viewer.cookie}; ${buyer.cookie}`;
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  await expectAnswer(app.server.inject({ method: "POST", url: "/sign-out", headers }), 403);
  assert.equal((await buyer.get("/orders")).statusCode, 200);
});

test("the start and end of a view are recorded in the audit log, and it ends immediately", async () => {
  const viewer = await view();
  const page = await viewer.get("/orders");
  expectTexts(page.body, /PO-VIEWED/, /action="\/console\/view\/end"/);
  assert.ok(!page.body.includes('action="/sign-out"'));
  const ended = await reader.post("/console/view/end");
  assert.equal(ended.headers.location, `/console/accounts/${account.accountId}?done=view-ended`);
  assert.equal((await viewer.get("/orders")).statusCode, 303);
  const [last, first] = await eventsOf(reader.operatorId);
  assert.equal(last?.action, "stopped viewing as a buyer");
  assert.equal(first?.action, "started viewing as a buyer");
  assert.equal(first?.accountId, account.accountId);
  await expectAnswer(reader.post("/console/view/end"), "/console/accounts");
});

test("a view ends after half an hour, and when the operator signs out, is removed or starts another view", async () => {
  const leaver = await openOperator(app);
  const one = await view(account, leaver);
  const guest = await app.openAccount();
  const two = await view(guest, leaver);
  await expectAnswer(one.get("/orders"), 303);
  assert.ok(!(await two.get("/orders")).body.includes("PO-VIEWED"));
  await leaver.post("/console/sign-out");
  await expectAnswer(two.get("/orders"), 303);
  const removed = await openOperator(app);
  const third = await view(account, removed);
  const member = { accountId: null, userId: removed.operatorId, actor: shellActor };
  await removeMember(app.database.db, member, app.clock.now);
  await expectAnswer(third.get("/orders"), 303);
  const fourth = await view();
  const { now } = app.clock;
  for (const [ms, status] of [
    [1_799_000, 200],
    [1_800_000, 303],
  ] as const) {
    app.clock.now = new Date(now.getTime() + ms);
    // In use, it ends all the same.
    const { statusCode } = await fourth.get("/orders");
    app.clock.now = now;
    assert.equal(statusCode, status);
  }
});

test("a view ends when the operator's session expires or is idle too long", async () => {
  const ages = [
    { column: "created_at", ms: sessionLifeMs },
    { column: "last_used_at", ms: sessionIdleMs },
  ];
  for (const { column, ms } of ages) {
    const idle = await openOperator(app);
    const viewer = await view(account, idle);
    const set = (at: Date) =>
      query(`update sessions set ${column} = $1 where user_id = $2`, [at, idle.operatorId]);
    await set(new Date(app.clock.now.getTime() - ms + 1_000));
    assert.equal((await viewer.get("/orders")).statusCode, 200, column);
    await set(new Date(app.clock.now.getTime() - ms));
    assert.equal((await viewer.get("/orders")).statusCode, 303, column);
  }
});

test("a suspended account cannot be viewed, and suspending an account ends its views", async () => {
  const { db } = app.database;
  const guest = await app.openAccount();
  const viewer = await view(guest);
  const found = (await selectAccount(db, guest.accountId)) ?? assert.fail();
  await suspendAccount.perform(
    { db },
    { id: found.accountId, input: {} },
    { actor: shellActor, now: app.clock.now },
  );
  assert.equal((await viewer.get("/orders")).statusCode, 303);
  const refused = await reader.post(`/console/accounts/${guest.accountId}/view`);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /The account is suspended, so its buyers can(?:'|&#39;)t sign in/);
});

test("the token of a view does not work as a session of the console or the portal", async () => {
  const { token } = await view();
  for (const cookie of [`__Host-partsdesk-console=${token}`, `__Host-partsdesk=${token}`]) {
    const url = cookie.includes("console") ? "/console/accounts" : "/orders";
    await expectAnswer(app.server.inject({ url, headers: { cookie } }), 303);
  }
  for (const odd of [reader.token, buyer.token, "x", ""]) {
    const headers = { cookie: `${viewCookie}=${odd}` };
    assert.equal((await app.server.inject({ url: "/orders", headers })).statusCode, 303, odd);
  }
});
