// The pages of a person's own account and of the account's people, limited to that account.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectInvitations } from "../../src/people/invitationQueries.ts";
import { findPendingTotp } from "../../src/signIn/changeSecondFactor.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { selectUsers } from "../../src/signIn/userQueries.ts";
import { app, openPortal } from "../support/portal.ts";
import { createVisitor, type PortalVisitor } from "../support/portalVisitor.ts";
import { refuse, submit } from "../support/steps.ts";
import { openTestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  makeUser,
  openPeoplesAccount,
  readMails,
  signInAs,
  type TestUser,
  testPassword,
} from "../support/testPeople.ts";
import { cookieName, openVisitor } from "../support/testVisitor.ts";

let people: PeopleContext;
let clients = 0;

openPortal({ publicUrl: "https://parts.example" });

before(() => {
  people = createTestPeople(app.database.db, app.secret);
});

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

test("with a mail server the page confirms that the invitation was sent", async (t) => {
  const mailing = await openTestApp({ smtpUrl: "smtp://mail.example:587" });
  t.after(() => mailing.close());
  const { accountId } = await mailing.openAccount();
  const asAdmin = await openVisitor(mailing, accountId, { role: "admin" });
  const typed = { email: "new@colleague.example", role: "buyer" };
  const { location } = (await asAdmin.post("/account/invitations", typed)).headers;
  assert.match((await asAdmin.get(String(location))).body, /Invitation sent/);
});

test("an invalid invitation is shown again as typed, with each error next to its field", async () => {
  const { asAdmin, buyer } = await openCast();
  const typed = { email: "no <address", name: "a\nb", role: "king" };
  const refused = await refuse(422, "/account/invitations", typed, asAdmin);
  assert.match(refused, /value="no &(lt|#60);address"/);
  for (const field of ["email", "name", "role"]) {
    assert.match(refused, new RegExp(`href="#field-${field}"[\\s\\S]*id="field-${field}-fault"`));
  }
  const known = { email: buyer.email, role: "buyer" };
  const again = await refuse(422, "/account/invitations", known, asAdmin);
  assert.match(again, /already belongs to your account/);
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

test("a buyer sees the people of the account and no form that changes them", async () => {
  const { admin, asBuyer } = await openCast();
  const page = await asBuyer.get("/account/people");
  assert.match(page.body, new RegExp(admin.email));
  for (const form of ["/account/invitations", "/role", "/remove"]) {
    assert.ok(!page.body.includes(form), form);
  }
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
