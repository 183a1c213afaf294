// The pages for signing in and out: password and second step. Hostile input is treated like any
// other wrong input.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { confirmTotp, findPendingTotp, startTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import {
  createVisitor,
  findSignedInEmail,
  signIn,
  titleOf,
  visit,
} from "../support/portalVisitor.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  inviteTo,
  makeUser,
  requireSignedIn,
  signInAs,
  testPassword,
} from "../support/testPeople.ts";
import { cookieName } from "../support/testVisitor.ts";

const publicUrl = "https://parts.example";
let app: TestApp;
let people: PeopleContext;

before(async () => {
  app = await openTestApp({ publicUrl });
  people = createTestPeople(app.database.db, app.secret);
});

after(() => app.close());

test("signing in sets a cookie for this host only and continues to the requested page", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  const sent = await visitor.get("/account/people?done=x");
  assert.equal(sent.headers.location, "/sign-in?next=%2Faccount%2Fpeople%3Fdone%3Dx");
  const page = await visitor.get(String(sent.headers.location));
  assert.match(page.body, /name="next" value="\/account\/people\?done&#61;x"/);
  const signed = await signIn(visitor, user, testPassword, "/account/people?done=x");
  assert.equal(signed.statusCode, 303);
  assert.equal(signed.headers.location, "/account/people?done=x");
  const [cookie] = signed.cookies;
  assert.equal(cookie?.name, cookieName);
  assert.deepEqual(
    { ...cookie, value: "", maxAge: 0 },
    {
      name: cookieName,
      value: "",
      maxAge: 0,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    },
  );
  assert.equal(await findSignedInEmail(visitor), user.email);
  assert.equal((await visitor.get("/sign-in?next=/parts")).headers.location, "/parts");
});

test("signing in never redirects to another site", async () => {
  const user = await makeUser(people, app.clock.now);
  for (const next of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:x",
  ]) {
    const visitor = visit(app.server);
    const page = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
    assert.match(page.body, /name="next" value="\/"/);
    assert.equal((await signIn(visitor, user, testPassword, next)).headers.location, "/");
  }
});

test("a wrong address and a wrong password get the same page apart from what was typed", async () => {
  const user = await makeUser(people, app.clock.now);
  const strip = (page: LightMyRequestResponse, typed: string) =>
    page.body.replaceAll(typed, "").replaceAll(/req_\w+/g, "");
  const wrong = await signIn(visit(app.server), user, "wrong");
  const unknown = await signIn(visit(app.server), { email: "nobody@example.example" }, "wrong");
  assert.equal(wrong.statusCode, 422);
  assert.equal(strip(wrong, user.email), strip(unknown, "nobody@example.example"));
  assert.match(wrong.body, new RegExp(`value="${user.email}"`));
  assert.ok(!wrong.body.includes('value="wrong"'), "a password is never written back");
  assert.match(wrong.body, /role="alert" tabindex="-1" autofocus/);
});

test("the eleventh attempt must wait", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  for (let number = 0; number < 10; number += 1) await signIn(visitor, user, "wrong");
  const refused = await signIn(visitor, user, testPassword);
  assert.equal(refused.statusCode, 429);
  assert.match(refused.body, /Wait 1?\d minutes/);
});

test("hostile input is treated as wrong input", async () => {
  const texts = [
    "\0",
    "\u202e",
    "'; drop table users; --",
    "<script>alert(1)</script>",
    "😀".repeat(1_000),
  ];
  for (const text of texts) {
    const answer = await visit(app.server).post("/sign-in", {
      email: text,
      password: text,
      next: text,
    });
    assert.equal(answer.statusCode, 422, text.slice(0, 40));
    assert.ok(!answer.body.includes("<script>alert"));
    for (const path of ["/invitation/", "/reset/"]) {
      const address = path + encodeURIComponent(text.slice(0, 30));
      assert.equal((await visit(app.server).get(address)).statusCode, 410, address);
      const sent = await visit(app.server).post(address, { name: text, password: text });
      assert.equal(sent.statusCode, 410, address);
    }
    const code = await visit(app.server).post("/sign-in/code", { ticket: text, code: text });
    assert.equal(code.statusCode, 422);
  }
  assert.equal((await visit(app.server).post("/sign-in")).statusCode, 422);
  const raw = await app.server.inject({
    method: "POST",
    url: "/sign-in",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: Buffer.from([0x65, 0x3d, 0xff, 0xfe, 0x25, 0x00]),
  });
  assert.equal(raw.statusCode, 422);
});

test("a form from another site signs nobody in or out", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  const foreign = { "sec-fetch-site": "cross-site" };
  const fields = { email: user.email, password: testPassword };
  const refused = await visitor.post("/sign-in", fields, foreign);
  assert.equal(refused.statusCode, 403);
  assert.equal(visitor.cookies.size, 0);
  await signIn(visitor, user, testPassword);
  assert.equal((await visitor.post("/sign-out", {}, foreign)).statusCode, 403);
  assert.equal(await findSignedInEmail(visitor), user.email);
});

test("signing out ends the session, and signing out again is no error", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  await signIn(visitor, user, testPassword);
  const token = visitor.cookies.get(cookieName) ?? "";
  const out = await visitor.post("/sign-out");
  assert.equal(out.headers.location, "/sign-in?done=signed-out");
  assert.equal(visitor.cookies.size, 0);
  visitor.cookies.set(cookieName, token);
  assert.equal(await findSignedInEmail(visitor), "nobody");
  assert.equal((await visitor.post("/sign-out")).statusCode, 303);
});

test("signing in ends the session that the browser had", async () => {
  const [one, other] = [
    await makeUser(people, app.clock.now),
    await makeUser(people, app.clock.now),
  ];
  const visitor = visit(app.server);
  await signIn(visitor, one, testPassword);
  const before = visitor.cookies.get(cookieName) ?? "";
  await signIn(visitor, other, testPassword);
  assert.equal(await findSignedInEmail(visitor), other.email);
  visitor.cookies.set(cookieName, before);
  assert.equal(await findSignedInEmail(visitor), "nobody");
});

test("with a second factor the password leads to the code page, and the code signs in", async () => {
  const user = await makeUser(people, app.clock.now);
  const token = await signInAs(people, user, app.clock.now);
  const signedIn = await requireSignedIn(people, token, app.clock.now);
  const prover = { signedIn, address: "192.0.2.1", requestId: "a test" };
  await startTotp(people, prover, testPassword, app.clock.now);
  const key = await findPendingTotp(people, user.userId);
  assert.ok(key);
  const codeAt = (now: Date) => totpCode(key, totpStep(now));
  await confirmTotp(people, prover, codeAt(app.clock.now), app.clock.now);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const visitor = visit(app.server);
  const page = await signIn(visitor, user, testPassword, "/parts");
  assert.equal(titleOf(page), "Sign-in code");
  assert.equal(visitor.cookies.size, 0);
  const ticket = /name="ticket" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  const wrong = await visitor.post("/sign-in/code", { ticket, code: "000000", next: "/parts" });
  assert.equal(wrong.statusCode, 422);
  assert.ok(wrong.body.includes(ticket));
  const code = codeAt(app.clock.now);
  const signed = await visitor.post("/sign-in/code", { ticket, code, next: "/parts" });
  assert.equal(signed.headers.location, "/parts");
  assert.equal(await findSignedInEmail(visitor), user.email);
  assert.equal((await visit(app.server).post("/sign-in/code", { ticket, code })).statusCode, 422);
  assert.equal((await visit(app.server).get("/sign-in/code")).headers.location, "/sign-in");
  app.clock.now = new Date(app.clock.now.getTime() + 300_000);
  const late = await visit(app.server).post("/sign-in/code", {
    ticket,
    code: codeAt(app.clock.now),
  });
  assert.equal(titleOf(late), "Sign in");
});

test("no log line contains a person's secret", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  await signIn(visitor, user, testPassword);
  const path = await inviteTo(people, "logged@invited.example", app.clock.now);
  await visitor.get(path);
  await visitor.get(`/account?secret=${testPassword}`);
  const lines = JSON.stringify(app.logLines);
  assert.ok(lines.includes("/invitation/:token"));
  const secrets = [
    testPassword,
    path.split("/").at(-1) ?? "",
    visitor.cookies.get(cookieName) ?? "",
  ];
  for (const each of [...secrets, user.email]) {
    assert.ok(each.length > 10 && !lines.includes(each), each);
  }
  assert.ok(parseEmail(user.email));
});

test("behind a proxy each client has its own limit, and a forged header has no effect", async () => {
  const behind = await openTestApp({ publicUrl, proxyHops: 1 }, app.database);
  const user = await makeUser(people, app.clock.now);
  const visitor = createVisitor(behind.server, "10.0.0.1");
  const from = (forwarded: string, password: string) =>
    visitor.post("/sign-in", { email: user.email, password }, { "x-forwarded-for": forwarded });
  for (let number = 0; number < 10; number += 1) await from(`8.8.8.${number}, 198.51.100.1`, "x");
  assert.equal((await from("198.51.100.1", testPassword)).statusCode, 429);
  assert.equal((await from("198.51.100.1, 198.51.100.2", testPassword)).statusCode, 303);
  await behind.server.close();
});
