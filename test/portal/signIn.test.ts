// The pages for signing in and out: password and second step, and those that e-mails link to,
// invitations and resets. Hostile input is treated like any other wrong input.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { confirmTotp, findPendingTotp, startTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { sendReset } from "../../src/signIn/requestReset.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { app, openPortal } from "../support/portal.ts";
import {
  createVisitor,
  findSignedInEmail,
  signIn,
  titleOf,
  visit,
} from "../support/portalVisitor.ts";
import { refuse, run, submit } from "../support/steps.ts";
import { openTestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  inviteTo,
  makeUser,
  readMails,
  requireSignedIn,
  signInAs,
  type TestUser,
  testPassword,
} from "../support/testPeople.ts";
import { cookieName } from "../support/testVisitor.ts";

const publicUrl = "https://parts.example";
let people: PeopleContext;

openPortal({ publicUrl });

before(() => {
  people = createTestPeople(app.database.db, app.secret);
});

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

test("the eleventh attempt must wait as long as Retry-After and the page say", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  for (let number = 0; number < 10; number += 1) await signIn(visitor, user, "wrong");
  const refused = await signIn(visitor, user, testPassword);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers["retry-after"], "900");
  assert.match(refused.body, /Wait 15 minutes/);
});

test("hostile input is treated as wrong input", async () => {
  const attacks = ["'; drop table users; --", "<script>alert(1)</script>"];
  for (const text of [...attacks, "\0", "\u202e", "😀".repeat(1_000)]) {
    const typed = { email: text, password: text, next: text };
    const answer = await refuse(422, "/sign-in", typed, visit(app.server));
    assert.ok(!answer.includes("<script>alert"));
    for (const path of ["/invitation/", "/reset/"]) {
      const address = path + encodeURIComponent(text.slice(0, 30));
      assert.equal((await visit(app.server).get(address)).statusCode, 410, address);
      await refuse(410, address, { name: text, password: text }, visit(app.server));
    }
    await refuse(422, "/sign-in/code", { ticket: text, code: text }, visit(app.server));
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

test("signing out ends the session, and signing out again is no error", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  await signIn(visitor, user, testPassword);
  const token = visitor.cookies.get(cookieName) ?? "";
  assert.equal((await visitor.post("/sign-out")).headers.location, "/sign-in?done=signed-out");
  assert.equal(visitor.cookies.size, 0);
  visitor.cookies.set(cookieName, token);
  assert.equal(await findSignedInEmail(visitor), "nobody");
  await submit("/sign-out", {}, visitor);
});

test("signing in ends the session that the browser had", async () => {
  const one = await makeUser(people, app.clock.now);
  const other = await makeUser(people, app.clock.now);
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
  assert.ok(
    (
      await refuse(422, "/sign-in/code", { ticket, code: "000000", next: "/parts" }, visitor)
    ).includes(ticket),
  );
  const code = codeAt(app.clock.now);
  assert.equal(await submit("/sign-in/code", { ticket, code, next: "/parts" }, visitor), "/parts");
  assert.equal(await findSignedInEmail(visitor), user.email);
  assert.equal((await visit(app.server).post("/sign-in/code", { ticket, code })).statusCode, 422);
  assert.equal((await visit(app.server).get("/sign-in/code")).headers.location, "/sign-in");
  app.clock.now = new Date(app.clock.now.getTime() + 300_000);
  const next = codeAt(app.clock.now);
  const late = await visit(app.server).post("/sign-in/code", { ticket, code: next });
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
  const session = visitor.cookies.get(cookieName) ?? "";
  const secrets = [testPassword, path.split("/").at(-1) ?? "", session, user.email];
  for (const each of secrets) {
    assert.ok(each.length > 10 && !lines.includes(each), each);
  }
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

test("opening an invitation changes nothing; its form creates the user once", async () => {
  const email = "ann@invited.example";
  const path = await inviteTo(people, email, app.clock.now);
  const scanner = visit(app.server);
  for (let number = 0; number < 3; number += 1) {
    const page = await scanner.get(path);
    assert.equal(page.statusCode, 200);
    assert.match(titleOf(page), /^Join Account /);
    assert.match(page.body, /value="Ann"/);
  }
  const { statusCode } = await app.server.inject({ method: "HEAD", url: path });
  assert.equal(statusCode, 200);
  assert.equal((await run("select 1 from invitations where email = $1", [email])).length, 1);
  const visitor = visit(app.server);
  const short = await refuse(422, path, { name: "", password: "short" }, visitor);
  assert.match(short, /href="#field-name"[\s\S]*href="#field-password"/);
  assert.equal(await submit(path, { name: "Ann <b>Lee", password: testPassword }, visitor), "/");
  assert.equal(await findSignedInEmail(visitor), email);
  assert.match((await visitor.get("/account")).body, /Ann &lt;b&gt;Lee|Ann &#60;b/);
  assert.equal((await visit(app.server).get(path)).statusCode, 410);
  await refuse(410, path, { name: "Eve", password: testPassword }, visit(app.server));
});

test("an invitation to an address that is already registered is refused with the reason", async () => {
  const user = await makeUser(people, app.clock.now);
  const path = await inviteTo(people, user.email, app.clock.now);
  const typed = { name: "Ann", password: testPassword };
  assert.match(await refuse(409, path, typed, visit(app.server)), /is already registered/);
});

async function resetPath(user: TestUser): Promise<string> {
  const rows = await run<{ request_id: string }>("select request_id from reset_requests");
  for (const { request_id } of rows) await sendReset(people, request_id, app.clock.now);
  const mails = await readMails(people, user.email);
  return new URL(mails.at(-1)?.secrets["link"] ?? "").pathname;
}

test("requesting a reset answers the same for every address; the link changes the password once", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  await signIn(visitor, user, testPassword);
  for (const email of [user.email.toUpperCase(), "nobody@example.example"]) {
    const asked = await submit("/forgotten", { email }, visit(app.server));
    assert.equal(asked, "/forgotten?done=reset-asked-unsent");
  }
  await refuse(422, "/forgotten", { email: "no address" }, visit(app.server));
  const path = await resetPath(user);
  assert.match((await visit(app.server).get(path)).body, new RegExp(user.email));
  assert.equal(await findSignedInEmail(visitor), user.email, "opening the link ends nothing");
  const password = "another password of mine";
  const short = await refuse(422, path, { password: "short" }, visit(app.server));
  assert.match(short, /Use at least 15 characters/);
  assert.equal(await submit(path, { password }, visit(app.server)), "/sign-in?done=reset");
  assert.equal(await findSignedInEmail(visitor), "nobody");
  await refuse(410, path, { password }, visit(app.server));
  assert.equal((await signIn(visit(app.server), user, testPassword)).statusCode, 422);
  assert.equal((await signIn(visit(app.server), user, password)).statusCode, 303);
});
