// The pages for signing in and out: password and second step, and those that e-mails link to,
// invitations and resets. Hostile input is treated like any other wrong input.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { selectInvitations } from "../../src/people/invitationQueries.ts";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { sendReset } from "../../src/signIn/requestReset.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { selectUsers } from "../../src/signIn/userQueries.ts";
import { app, openPortal } from "../support/portal.ts";
import {
  createVisitor,
  findSignedInEmail,
  type PortalVisitor,
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
  openPeoplesAccount,
  readMails,
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

let clients = 0;

async function visitAs(user: TestUser): Promise<PortalVisitor> {
  clients += 1;
  const visitor = createVisitor(app.server, `192.0.2.${clients}`);
  visitor.cookies.set(cookieName, await signInAs(people, user, app.clock.now));
  return visitor;
}

type Cast = {
  readonly account: { accountId: TestUser["accountId"]; name: string };
  readonly admin: TestUser;
  readonly buyer: TestUser;
  readonly asAdmin: PortalVisitor;
  readonly asBuyer: PortalVisitor;
};

async function openCast(): Promise<Cast> {
  const { now } = app.clock;
  const account = await openPeoplesAccount(people.db, now);
  const admin = await makeUser(people, now, { account, role: "admin" });
  const buyer = await makeUser(people, now, { account });
  return { account, admin, buyer, asAdmin: await visitAs(admin), asBuyer: await visitAs(buyer) };
}

const roleOf = async (user: TestUser) =>
  (await selectUsers(people.db, user.accountId)).find(({ userId }) => userId === user.userId)?.role;

test("an admin invites, resends and withdraws; the list and the e-mails show it", async () => {
  const { account, asAdmin } = await openCast();
  const email = "new@colleague.example";
  const typed = { email: ` ${email.toUpperCase()}`, name: "New <i>One", role: "admin" };
  const invited = await submit("/account/invitations", typed, asAdmin);
  assert.equal(invited, "/account/people?done=invited-unsent");
  const page = await asAdmin.get(invited);
  assert.match(page.body, /E-mail is not configured: ask the distributor for the link/);
  assert.match(page.body, new RegExp(email));
  const [listed] = await selectInvitations(people.db, account.accountId);
  const address = `/account/invitations/${listed?.invitationId}`;
  await submit(`${address}/send`, {}, asAdmin);
  const mails = await readMails(people, email);
  assert.equal(mails.length, 2);
  assert.match(mails[1]?.body ?? "", /^Hello New <i>One,\n\nUna Buyer invites you/);
  assert.equal((await asAdmin.post(`${address}/send`)).statusCode, 404, "it has a new id");
  const [again] = await selectInvitations(people.db, account.accountId);
  const withdraw = `/account/invitations/${again?.invitationId}/withdraw`;
  await submit(withdraw, {}, asAdmin);
  await refuse(404, withdraw, {}, asAdmin);
  assert.deepEqual(await selectInvitations(people.db, account.accountId), []);
});

test("an admin changes roles and removes people, but not the last admin", async () => {
  const { admin, buyer, asAdmin, asBuyer } = await openCast();
  const change = (user: TestUser, role: string) =>
    asAdmin.post(`/account/people/${user.userId}/role`, { role });
  const last = await change(admin, "buyer");
  assert.equal(last.statusCode, 409);
  assert.match(last.body, /at least one admin/);
  assert.equal((await change(buyer, "admin")).statusCode, 303);
  assert.equal(await roleOf(buyer), "admin");
  assert.equal((await asBuyer.get("/account/people")).body.includes("Invite person"), true);
  assert.equal((await change(buyer, "king")).statusCode, 404);
  const removed = await submit(`/account/people/${buyer.userId}/remove`, {}, asAdmin);
  assert.equal(removed, "/account/people?done=removed");
  assert.equal((await asBuyer.get("/account")).statusCode, 303);
});

test("changing the password requires the current one and names the wrong field", async () => {
  const { asBuyer, buyer } = await openCast();
  const change = (present: string, next: string) =>
    asBuyer.post("/account/password", { present, next });
  const next = "another password of mine";
  const wrong = await change("wrong", next);
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /href="#password-present"/);
  const short = await change(testPassword, "short");
  assert.match(short.body, /href="#password-next"/);
  assert.match(short.body, /Use at least 15 characters/);
  const changed = await change(testPassword, next);
  assert.equal(changed.headers.location, "/account?done=password-changed");
  assert.equal((await asBuyer.get("/account")).statusCode, 200);
  assert.equal((await readMails(people, buyer.email)).at(-1)?.kind, "password changed");
});

test("sessions are listed and can be ended one by one or everywhere", async () => {
  const { asBuyer, buyer } = await openCast();
  const elsewhere = await visitAs(buyer);
  const page = await asBuyer.get("/account");
  const ends = [...page.body.matchAll(/action="(\/account\/sessions\/[^"]+\/end)"/g)];
  assert.equal(ends.length, 1, "one's own session is ended by signing out");
  assert.equal((await asBuyer.post(ends[0]?.[1] ?? "")).statusCode, 303);
  assert.equal((await elsewhere.get("/account")).statusCode, 303);
  const third = await visitAs(buyer);
  const out = await asBuyer.post("/account/sign-out-everywhere");
  assert.equal(out.headers.location, "/sign-in?done=signed-out-everywhere");
  assert.equal((await third.get("/account")).statusCode, 303);
  assert.equal((await asBuyer.get("/account")).statusCode, 303);
});

test("a second factor is set up with a code, shows recovery codes once and can be turned off", async () => {
  const { asBuyer, buyer } = await openCast();
  const present = testPassword;
  assert.equal((await asBuyer.get("/account/second-factor")).headers.location, "/account");
  const wrong = await asBuyer.post("/account/second-factor", { present: "wrong" });
  assert.match(wrong.body, /href="#second-factor-present"/);
  const started = await asBuyer.post("/account/second-factor", { present });
  assert.equal(started.headers.location, "/account/second-factor");
  assert.match((await asBuyer.get("/account/second-factor")).body, /<svg class="qr" role="img"/);
  const key = await findPendingTotp(people, buyer.userId);
  assert.ok(key);
  const confirm = (code: string) => asBuyer.post("/account/second-factor/confirm", { code });
  assert.equal((await confirm("000000")).statusCode, 422);
  const confirmed = await confirm(totpCode(key, totpStep(app.clock.now)));
  assert.equal(confirmed.statusCode, 200);
  assert.equal([...confirmed.body.matchAll(/<li><code>([A-Z2-7-]{19})<\/code>/g)].length, 10);
  assert.equal(confirmed.headers["cache-control"], "no-store");
  assert.equal((await confirm("123456")).headers.location, "/account");
  assert.match((await asBuyer.get("/account")).body, /10 recovery codes left/);
  const codes = await asBuyer.post("/account/recovery-codes", { present });
  assert.match(codes.body, /New recovery codes/);
  const refused = await asBuyer.post("/account/second-factor-off", { present: "wrong" });
  assert.match(refused.body, /href="#second-factor-off-present"/);
  const off = await asBuyer.post("/account/second-factor-off", { present });
  assert.equal(off.headers.location, "/account?done=second-factor-off");
});
