// Access rules, checked for every route in the table of the console's routes.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { consoleRoutes as routes } from "../../src/home/consoleRoutes.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { type OperatorRole, operatorRoles } from "../../src/signIn/signedIn.ts";
import { app, openConsole, unknownId } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { consoleCookieName, openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

const operators = new Map<OperatorRole, TestOperator>();

openConsole();

before(async () => {
  for (const role of operatorRoles) operators.set(role, await openOperator(app, { role }));
});

function fill({ path }: (typeof routes)[number]): string {
  return path.replace(/:\w+/g, unknownId);
}

/** Each route with each method that it answers. */
function* listRequests(): Generator<{
  route: (typeof routes)[number];
  method: "GET" | "HEAD" | "POST";
}> {
  for (const route of routes) {
    if (route.method === "POST") yield { route, method: "POST" };
    else yield* [{ route, method: "GET" } as const, { route, method: "HEAD" } as const];
  }
}

const ownForm = { "sec-fetch-site": "same-origin" };

test("every route is under /console", () => {
  assert.ok(routes.length > 0);
  for (const { path } of routes) assert.match(path, /^\/console(\/|$)/);
});

test("visitors who are not signed in are redirected by every route that has roles", async () => {
  for (const { route, method } of listRequests()) {
    if (route.access === "anyone") continue;
    const answer = await app.server.inject({ method, url: fill(route), headers: ownForm });
    assert.equal(answer.statusCode, 303, `${method} ${route.path}`);
    assert.match(String(answer.headers.location), /^\/console\/sign-in(\?|$)/);
  }
});

test("a route refuses roles it does not name, for each method, and records each refusal in the audit log", async () => {
  const { db } = app.database;
  for (const [role, operator] of operators) {
    for (const { route, method } of listRequests()) {
      if (route.access === "anyone" || route.access.roles.includes(role)) continue;
      const url = fill(route);
      const { cookie } = operator;
      const answer = await app.server.inject({ method, url, headers: { ...ownForm, cookie } });
      const name = `${role} ${method} ${route.path}`;
      assert.equal(answer.statusCode, 403, name);
      const about = { operatorId: operator.operatorId, subjectId: `${method} ${url}` };
      const filter = { ...about, action: "was refused" };
      const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
      assert.equal(event?.operatorRole, role, name);
      assert.equal(event?.requestId, answer.headers["x-request-id"], name);
    }
  }
});

test("a route does not refuse a role that it names", async () => {
  for (const [role, operator] of operators) {
    for (const { route, method } of listRequests()) {
      if (route.access === "anyone" || !route.access.roles.includes(role)) continue;
      if (method === "POST") continue;
      const { cookie } = operator;
      const answer = await app.server.inject({ method, url: fill(route), headers: { cookie } });
      assert.ok([200, 303, 404].includes(answer.statusCode), `${role} ${method} ${route.path}`);
    }
  }
});

test("what an id does not name is not found at any address", async () => {
  const { get, post } = operators.get("admin") ?? assert.fail();
  // A link with a token has ended.
  const withIds = routes.filter(({ path, access }) => path.includes(":") && access !== "anyone");
  for (const { method, path } of withIds) {
    for (const id of [unknownId, "x", "%00"]) {
      const url = path.replace(/:\w+/g, id);
      const { statusCode } = await (method === "GET" ? get(url) : post(url));
      assert.equal(statusCode, 404, `${method} ${url}`);
    }
  }
});

test("a buyer's session does not work on the console, under either cookie name", async () => {
  const { accountId } = await app.openAccount();
  const buyer = await openVisitor(app, accountId, { role: "admin" });
  for (const { route, method } of listRequests()) {
    if (route.access === "anyone") continue;
    for (const cookie of [buyer.cookie, `${consoleCookieName}=${buyer.token}`]) {
      const headers = { ...ownForm, cookie };
      const answer = await app.server.inject({ method, url: fill(route), headers });
      assert.equal(answer.statusCode, 303, `${method} ${route.path}`);
      assert.match(String(answer.headers.location), /^\/console\/sign-in(\?|$)/);
    }
  }
});

test("an operator's session does not work on the portal", async () => {
  const { token } = operators.get("admin") ?? assert.fail();
  for (const route of portalRoutes.filter(({ access }) => access !== "anyone")) {
    const url = route.path.replace(/:\w+/g, unknownId);
    const headers = { ...ownForm, cookie: `__Host-partsdesk=${token}` };
    const answer = await app.server.inject({ method: route.method, url, headers });
    assert.equal(answer.statusCode, 303, url);
    assert.match(String(answer.headers.location), /^\/sign-in(\?|$)/);
  }
});

test("every route that accepts a form refuses forms from other sites", async () => {
  const admin = operators.get("admin") ?? assert.fail();
  for (const route of routes.filter(({ method }) => method === "POST")) {
    await expectAnswer(admin.post(fill(route), {}, { "sec-fetch-site": "cross-site" }), 403);
  }
});
