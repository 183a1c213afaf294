// Viewing the portal as a buyer: every page is shown, and nothing can be changed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { changeSuspension } from "../../src/accounts/changeSuspension.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { removeMember } from "../../src/people/changeMember.ts";
import { portalRoutes } from "../../src/portal/routes.ts";
import { sessionIdleMs, sessionLifeMs } from "../../src/signIn/sessionQueries.ts";
import { findLogged } from "../support/findLogged.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor, sendAs, type TestPerson, type TestVisitor } from "../support/testVisitor.ts";

const viewCookie = "__Host-partsdesk-view";

let app: TestApp;
let account: TestAccount;
let operator: TestOperator;
let buyer: TestVisitor;
let ids: Readonly<Record<string, string>>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  const { db } = app.database;
  await insertOffer(db, { partNumber: "V-1" });
  account = await app.openAccount();
  operator = await openOperator(app, { role: "read-only" });
  buyer = await openVisitor(app, account.accountId, { role: "admin", name: "Una Admin" });
  const id = await placeDraft(account, { "V-1": 2 }, "PO-VIEWED");
  const list = await buyer.post("/quick-order", { rows: "V-1 x 3" });
  const shown = await buyer.get("/quote-requests/new?part=V-NONE");
  const form = readForm(shown.body, "/quote-requests/new");
  const sent = await buyer.post("/quote-requests/new", { ...form, "quantity-1": "1" });
  const called = await account.get("orders");
  const { requestId } = await findLogged(db, String(called.headers["x-request-id"]));
  ids = {
    id,
    key: account.keyId,
    request: requestId,
    number: "V-1",
    row: "1",
    token: "x",
    quote: /quote-requests\/([0-9a-f-]{36})/.exec(String(sent.headers.location))?.[1] ?? "none",
    list: /quick-order\/([0-9a-f-]{36})/.exec(String(list.headers.location))?.[1] ?? "none",
    session: "01900000-0000-7000-8000-000000000000",
    user: buyer.userId,
    invitation: "01900000-0000-7000-8000-000000000000",
  };
});

after(() => app.close());

function fill(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? assert.fail(name));
}

async function view(of = account, as = operator): Promise<Omit<TestPerson, "email">> {
  const started = await as.post(`/console/accounts/${of.accountId}/view`);
  assert.equal(started.statusCode, 303);
  assert.equal(started.headers.location, "/");
  const cookie = started.cookies.find(({ name }) => name === viewCookie) ?? assert.fail();
  assert.ok(cookie.httpOnly && cookie.secure && cookie.sameSite === "Lax");
  assert.equal(cookie.maxAge, 1800);
  return sendAs(app.server, viewCookie, cookie.value);
}

async function eventsOf(operatorId: string): Promise<StoredAuditEvent[]> {
  const none = { action: null, subjectKind: null, subjectId: null, accountId: null };
  const filter = { ...none, operatorId, from: null, until: null };
  return selectAuditEvents(app.database.db, filter, { before: null, limit: 500 });
}

/** All tables except the audit log, as text. */
async function readEverything(): Promise<string> {
  const { db } = app.database;
  const tables = await db.query<{ name: string }>({
    name: "",
    text: `select c.oid::regclass::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and has_table_privilege(c.oid, 'select') and relname <> 'audit_events' order by 1`,
    values: [],
  });
  assert.ok(tables.length > 20);
  const texts = await Promise.all(
    tables.map(({ name }) =>
      db.query({
        name: "",
        text: `select string_agg(t::text, e'\\n' order by t::text) as all from ${name} t`,
        values: [],
      }),
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

test("a view has no button that confirms a draft, and says why", async () => {
  const viewer = await view();
  const confirm = `/orders/${ids["id"]}/confirm`;
  assert.ok((await buyer.get("/")).body.includes(`href="${confirm}"`));
  for (const page of ["/", `/orders/${ids["id"]}`]) {
    const { body } = await viewer.get(page);
    assert.ok(!body.includes(`href="${confirm}"`), page);
    assert.match(body, /Read-only\.\s+Only buyers can order and confirm\./);
  }
  const review = (await viewer.get(confirm)).body;
  assert.doesNotMatch(review, /<button(?![^>]*disabled)[^>]*>Confirm /);
  assert.match((await buyer.get(confirm)).body, /<button(?![^>]*disabled)[^>]*>Confirm /);
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
  const own = await viewer.get("/account");
  assert.equal(own.statusCode, 200);
  assert.ok(!own.body.includes("/account/sessions/"));

  await app.database.db.query({
    name: "",
    text: "update users set totp_secret = '\\x00' where user_id = $1",
    values: [other.operatorId],
  });
  const factor = await viewer.get("/account/second-factor");
  assert.equal(factor.headers.location, "/account");
});

test("with both a view and a buyer's session, the view applies and forms are refused", async () => {
  const viewer = await view();
  const cookie = `${viewer.cookie}; ${buyer.cookie}`;
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const sent = await app.server.inject({ method: "POST", url: "/sign-out", headers });
  assert.equal(sent.statusCode, 403);
  assert.equal((await buyer.get("/orders")).statusCode, 200);
});

test("the start and end of a view are recorded in the audit log, and it ends immediately", async () => {
  const viewer = await view();
  const page = await viewer.get("/orders");
  assert.match(page.body, /PO-VIEWED/);
  assert.match(page.body, /action="\/console\/view\/end"/);
  assert.ok(!page.body.includes('action="/sign-out"'));
  const ended = await operator.post("/console/view/end");
  assert.equal(ended.headers.location, `/console/accounts/${account.accountId}?done=view-ended`);
  assert.equal((await viewer.get("/orders")).statusCode, 303);
  const [last, first] = await eventsOf(operator.operatorId);
  assert.equal(last?.action, "stopped viewing as a buyer");
  assert.equal(first?.action, "started viewing as a buyer");
  assert.equal(first?.accountId, account.accountId);
  const again = await operator.post("/console/view/end");
  assert.equal(again.headers.location, "/console/accounts");
});

test("a view ends after half an hour, even if it is in use", async () => {
  const other = await openOperator(app);
  const viewer = await view(account, other);
  const { now } = app.clock;
  try {
    app.clock.now = new Date(now.getTime() + 1_799_000);
    assert.equal((await viewer.get("/orders")).statusCode, 200);
    app.clock.now = new Date(now.getTime() + 1_800_000);
    assert.equal((await viewer.get("/orders")).statusCode, 303);
  } finally {
    app.clock.now = now;
  }
});

test("a view ends when the operator signs out, is removed or starts another view", async () => {
  const { db } = app.database;
  const leaver = await openOperator(app);
  const one = await view(account, leaver);
  const guest = await app.openAccount();
  const two = await view(guest, leaver);
  assert.equal((await one.get("/orders")).statusCode, 303);
  assert.ok(!(await two.get("/orders")).body.includes("PO-VIEWED"));
  await leaver.post("/console/sign-out");
  assert.equal((await two.get("/orders")).statusCode, 303);
  const removed = await openOperator(app);
  const third = await view(account, removed);
  await removeMember(
    db,
    { accountId: null, userId: removed.operatorId, actor: shellActor },
    app.clock.now,
  );
  assert.equal((await third.get("/orders")).statusCode, 303);
});

test("a view ends when the operator's session expires or is idle too long", async () => {
  const { db } = app.database;
  const ages = [
    { column: "created_at", ms: sessionLifeMs },
    { column: "last_used_at", ms: sessionIdleMs },
  ];
  for (const { column, ms } of ages) {
    const idle = await openOperator(app);
    const viewer = await view(account, idle);
    const set = (at: Date) =>
      db.query({
        name: "",
        text: `update sessions set ${column} = $1 where user_id = $2`,
        values: [at, idle.operatorId],
      });
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
  await changeSuspension(db, found, "suspend", shellActor, app.clock.now);
  assert.equal((await viewer.get("/orders")).statusCode, 303);
  const refused = await operator.post(`/console/accounts/${guest.accountId}/view`);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /The account is suspended, so its buyers can(?:'|&#39;)t sign in/);
});

test("the token of a view does not work as a session of the console or the portal", async () => {
  const { token } = await view();
  for (const cookie of [`__Host-partsdesk-console=${token}`, `__Host-partsdesk=${token}`]) {
    const url = cookie.includes("console") ? "/console/accounts" : "/orders";
    const answer = await app.server.inject({ url, headers: { cookie } });
    assert.equal(answer.statusCode, 303, cookie);
  }
  for (const odd of [operator.token, buyer.token, "x", ""]) {
    const headers = { cookie: `${viewCookie}=${odd}` };
    assert.equal((await app.server.inject({ url: "/orders", headers })).statusCode, 303, odd);
  }
});
