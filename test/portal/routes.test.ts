// Access rules, checked for every route in the table of the portal's routes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { PortalRoute } from "../../src/home/portalContext.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { selectInvitations } from "../../src/people/invitationQueries.ts";
import { findSession } from "../../src/signIn/sessions.ts";
import { findLogged } from "../support/findLogged.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { sendCheckedList } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let admin: TestVisitor;

openPortal({ publicUrl: "https://parts.example" });

before(async () => {
  await offer("R-1");
  admin = await openVisitor(app, account.accountId, { role: "admin" });
});

const unknownId = "01900000-0000-7000-8000-000000000000";

/** Path parameters that belong to no account, or that only an e-mail contains. */
const unowned: Readonly<Record<string, string>> = { row: "1", number: "R-1", token: "x" };

/** The path of a route with these values as its parameters. */
function fill({ path }: PortalRoute, ids: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const text = unowned[name] ?? ids[name];
    assert.ok(text !== undefined, `the test has nothing for :${name} of ${path}`);
    return text;
  });
}

const unknownIds = {
  id: unknownId,
  list: unknownId,
  key: unknownId,
  request: unknownId,
  session: unknownId,
  user: unknownId,
  invitation: unknownId,
  quote: unknownId,
};

test("every route that requires a sign-in redirects visitors who are not signed in", async () => {
  const restricted = portalRoutes.filter(({ access }) => access !== "anyone");
  assert.ok(restricted.length > 30);
  for (const route of restricted) {
    for (const method of route.method === "GET"
      ? (["GET", "HEAD"] as const)
      : (["POST"] as const)) {
      const url = fill(route, unknownIds);
      const answer = await app.server.inject({ method, url });
      assert.equal(answer.statusCode, 303, `${method} ${url}`);
      assert.match(String(answer.headers.location), /^\/sign-in(\?|$)/);
    }
  }
});

test("every route that accepts a form refuses forms from other sites", async () => {
  for (const route of portalRoutes.filter(({ method }) => method === "POST")) {
    const url = fill(route, unknownIds);
    const sent = await admin.post(url, {}, { "sec-fetch-site": "cross-site" });
    assert.equal(sent.statusCode, 403, url);
  }
});

test("every route for admins refuses buyers", async () => {
  for (const route of portalRoutes.filter(({ access }) => access === "admins")) {
    const url = fill(route, unknownIds);
    const answer = await (route.method === "GET" ? buyer.get(url) : buyer.post(url));
    assert.equal(answer.statusCode, 403, url);
  }
});

/** Opens another account with something of every kind; returns their ids. */
async function openOther(): Promise<{ account: TestAccount; ids: typeof unknownIds }> {
  const { db } = app.database;
  const account = await app.openAccount();
  const otherAdmin = await openVisitor(app, account.accountId, { role: "admin" });
  const signedIn = await findSession(db, otherAdmin.token, app.clock.now);
  assert.ok(signedIn !== undefined);
  const id = await placeDraft(account, { "R-1": 2 }, "PO-OTHER");
  const list = await sendCheckedList(app.database, signedIn, "R-1 x 3");
  const invited = await otherAdmin.post("/account/invitations", {
    email: "new@example.example",
    role: "buyer",
  });
  assert.equal(invited.statusCode, 303);
  const [invitation] = await selectInvitations(db, account.accountId);
  assert.ok(invitation !== undefined);
  const form = await otherAdmin.get("/quote-requests/new?part=NEVER-1");
  const shown = readForm(form.body, "/quote-requests/new");
  const quoted = await otherAdmin.post("/quote-requests/new", { ...shown, "quantity-1": "1" });
  const [quote = ""] = /[0-9a-f-]{36}/.exec(String(quoted.headers.location)) ?? [];
  const called = await account.get("orders");
  const { requestId } = await findLogged(db, String(called.headers["x-request-id"]));
  const ids = {
    id,
    list,
    key: account.keyId,
    request: requestId,
    session: signedIn.sessionId,
    user: otherAdmin.userId,
    invitation: invitation.invitationId,
    quote,
  };
  return { account, ids };
}

const owned = [
  "users",
  "sessions",
  "invitations",
  "api_keys",
  "key_requests",
  "orders",
  "order_lines",
  "order_events",
  "quick_orders",
  "quick_order_rows",
  "quote_requests",
  "quote_request_messages",
  "mails",
  "api_requests",
  "request_days",
] as const;

/** All rows of these tables, as text. */
async function readOwnedRows(): Promise<string> {
  const rows = await Promise.all(
    owned.map((table) =>
      app.database.db.query({
        name: "",
        text: `select string_agg(t::text, e'\\n' order by t::text) as all from ${table} t`,
        values: [],
      }),
    ),
  );
  return JSON.stringify(rows);
}

/** A response without the request id and without the requested ids. */
function withoutIds(text: string, ids: Readonly<Record<string, string>>): string {
  const masked = Object.values(ids).reduce((left, id) => left.replaceAll(id, "ID"), text);
  return masked.replace(/req_[0-9a-f]+/g, "");
}

/** The routes whose address names something of an account. */
const naming = portalRoutes.filter(
  ({ path, access }) => access !== "anyone" && /:(?!number)/.test(path),
);

test("rows of other accounts are not found and stay unchanged", async () => {
  const { ids } = await openOther();
  const before = await readOwnedRows();
  assert.ok(naming.length > 20);
  for (const route of naming) {
    const [theirs, nobodys] = await Promise.all(
      [ids, unknownIds].map((some) => {
        const url = fill(route, some);
        return route.method === "GET" ? admin.get(url) : admin.post(url, { version: "1" });
      }),
    );
    assert.ok(theirs !== undefined && nobodys !== undefined);
    const name = `${route.method} ${route.path}`;
    assert.equal(theirs.statusCode, nobodys.statusCode, name);
    assert.equal(theirs.headers.location, nobodys.headers.location, name);
    assert.equal(withoutIds(theirs.body, ids), withoutIds(nobodys.body, unknownIds), name);
    assert.ok(
      theirs.statusCode === 404 || theirs.statusCode === 303,
      `${name} ${theirs.statusCode}`,
    );
  }
  assert.equal(await readOwnedRows(), before);
});

test("an id of another form is not found", async () => {
  for (const id of [
    "no-id",
    "%00",
    "..%2f",
    "%F0%9F%98%80",
    "019AA5F2-1C3D-7ABC-8DEF-0123456789AB",
  ]) {
    const ids = Object.fromEntries(Object.keys(unknownIds).map((name) => [name, id]));
    for (const route of naming) {
      const url = fill(route, ids);
      const { statusCode } = await (route.method === "GET" ? admin.get(url) : admin.post(url));
      assert.ok(statusCode === 404 || statusCode === 303, `${route.method} ${url} ${statusCode}`);
    }
  }
});

test("GET and HEAD change nothing at any address", async () => {
  const { account, ids } = await openOther();
  const otherAdmin = await openVisitor(app, account.accountId, { role: "admin" });
  const before = await readOwnedRows();
  for (const route of portalRoutes.filter(({ method }) => method === "GET")) {
    for (const method of ["GET", "HEAD"] as const) {
      const url = fill(route, ids);
      const { statusCode } = await app.server.inject({
        method,
        url,
        headers: { cookie: otherAdmin.cookie },
      });
      assert.ok(
        statusCode < 400 || route.path.includes(":token"),
        `${method} ${url} ${statusCode}`,
      );
    }
  }
  assert.equal(await readOwnedRows(), before);
});
