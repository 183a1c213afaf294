import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAccount } from "../../src/accounts/queries.ts";
import { suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor, userActor } from "../../src/audit/actor.ts";
import { deleteExpiredAccess } from "../../src/jobs/startJobs.ts";
import { createReveal } from "../../src/keys/createReveal.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import type { EmailAddress } from "../../src/mail/emailAddress.ts";
import { acceptInvitation, findInvitation } from "../../src/people/acceptInvitation.ts";
import { deleteInvitation, selectInvitations } from "../../src/people/invitationQueries.ts";
import { invitationLifeMs, invitePerson } from "../../src/people/invitePerson.ts";
import { requestReset, resetLifeMs, sendReset } from "../../src/signIn/requestReset.ts";
import { findReset, resetPassword } from "../../src/signIn/resetPassword.ts";
import { findSession } from "../../src/signIn/sessions.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import {
  createTestPeople,
  makeUser,
  newEmail,
  openPeoplesAccount,
  readMails,
  signInAs,
  testPassword,
  tokenOf,
  visit,
} from "../support/testPeople.ts";

const database = share(openTestDatabase);
const people = share(async () => createTestPeople(database.db));
const now = new Date("2026-11-21T12:00:00Z");
const later = (ms: number): Date => new Date(now.getTime() + ms);

type Account = Awaited<ReturnType<typeof openPeoplesAccount>>;

async function invite(account: Account, email: EmailAddress, at = now): Promise<string> {
  const request = { account, email, name: null, role: "buyer", actor: shellActor } as const;
  const invited = await invitePerson(people, request, at);
  if (invited.outcome !== "invited") throw new Error(`The invitation was ${invited.outcome}.`);
  return tokenOf(invited.link);
}

function accept(token: string, at = now, over: { name?: string; password?: string } = {}) {
  const request = { token, name: "Ann Lee", password: testPassword, ...visit, ...over };
  return acceptInvitation(people, request, at);
}

test("an invitation is sent by e-mail and opened, and creates a signed-in user", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const email = newEmail();
  const inviter = await makeUser(people, now, { account });
  const actor = userActor({ signedIn: { user: { ...inviter, name: "Una" } }, requestId: "req_1" });
  const request = { account, email, name: "Ann", role: "admin", actor } as const;
  const invited = await invitePerson(people, request, now);
  assert.equal(invited.outcome, "invited");
  const [mail] = await readMails(people, email);
  assert.equal(mail?.kind, "invitation");
  assert.match(mail.body, /^Hello Ann,\n\nUna invites you .* for Account /);
  assert.match(mail.body, /until 28 Nov 2026, 12:00 UTC/);
  assert.ok(!mail.body.includes("/invitation/"), "the link is sealed");
  const link = mail.secrets["link"] ?? "";
  assert.equal(link, invited.outcome === "invited" ? invited.link : "");
  assert.match(link, /^https:\/\/parts\.example\/invitation\/[\w-]{43}$/);
  const found = await findInvitation(people, tokenOf(link), now);
  assert.equal(found?.accountName, account.name);
  const accepted = await accept(tokenOf(link));
  if (accepted.outcome !== "accepted") throw new Error(accepted.outcome);
  const signedIn = await findSession(database.db, accepted.token, now);
  assert.deepEqual(signedIn?.user, { ...signedIn?.user, name: "Ann Lee", email, role: "admin" });
  assert.equal(signedIn?.account.accountId, account.accountId);
  await signInAs(people, { email }, now);
  assert.deepEqual(await selectInvitations(database.db, account.accountId), []);
});

test("a link is used only once, even by concurrent requests", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const token = await invite(account, newEmail());
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
  const counts = Object.groupBy(outcomes, ({ outcome }) => outcome);
  assert.equal(counts.accepted?.length, 1);
  assert.equal(counts.gone?.length, 7);
  assert.equal((await accept(token)).outcome, "gone");
});

test("a link is valid for seven days; it ends when it is replaced or revoked or the account is suspended", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const email = newEmail();
  const first = await invite(account, email);
  assert.ok(await findInvitation(people, first, later(invitationLifeMs - 1)));
  assert.equal(await findInvitation(people, first, later(invitationLifeMs)), undefined);
  assert.equal((await accept(first, later(invitationLifeMs))).outcome, "gone");
  const second = await invite(account, email);
  assert.equal((await accept(first)).outcome, "gone");
  const [listed] = await selectInvitations(database.db, account.accountId);
  assert.ok(listed);
  const other = await openPeoplesAccount(database.db, now);
  assert.equal(await deleteInvitation(database.db, other.accountId, listed.invitationId), false);
  assert.ok(await findInvitation(people, second, now));
  assert.equal(await deleteInvitation(database.db, account.accountId, listed.invitationId), true);
  assert.equal((await accept(second)).outcome, "gone");
  const third = await invite(account, email);
  const found = await selectAccount(database.db, account.accountId);
  assert.ok(found);
  await suspendAccount.perform(
    { db: database.db },
    { id: found.accountId, input: {} },
    { actor: shellActor, now },
  );
  assert.equal((await accept(third)).outcome, "gone");
  for (const text of ["", "x", `${third}x`, "\0", "\ud800", "x".repeat(100_000)]) {
    assert.equal((await accept(text)).outcome, "gone");
  }
});

test("invalid input is reported and does not use up the link", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const token = await invite(account, newEmail());
  const cases = [
    [{ name: " " }, { name: true, password: null }],
    [{ password: "short" }, { name: false, password: "too short" }],
    [{ password: `${account.name} 1` }, { name: false, password: "names" }],
    [
      { name: "Annabelle Leeward", password: "AnnabelleLeeward1" },
      { name: false, password: "names" },
    ],
    [
      { name: "\0", password: "passwordpassword" },
      { name: true, password: "common" },
    ],
  ] as const;
  for (const [over, flaws] of cases) {
    const { outcome, name, password } = { ...flaws, ...(await accept(token, now, over)) };
    assert.deepEqual({ outcome, name, password }, { outcome: "unfit", ...flaws });
  }
  assert.equal((await accept(token)).outcome, "accepted");
});

test("an address with a sign-in elsewhere is invited like any other, and only its owner is notified", async () => {
  const elsewhere = await makeUser(people, now);
  const account = await openPeoplesAccount(database.db, now);
  const token = await invite(account, elsewhere.email);
  assert.equal((await accept(token)).outcome, "address taken");
  assert.ok(await findInvitation(people, token, now), "nothing is spent");
  const own = await makeUser(people, now, { account });
  const request = {
    account,
    email: own.email,
    name: null,
    role: "buyer",
    actor: shellActor,
  } as const;
  assert.deepEqual(await invitePerson(people, request, now), { outcome: "already a member" });
});

test("two invitations to one address create one user", async () => {
  const email = newEmail();
  const accounts = [
    await openPeoplesAccount(database.db, now),
    await openPeoplesAccount(database.db, now),
  ];
  const tokens = await Promise.all(accounts.map((account) => invite(account, email)));
  const outcomes = await Promise.all(tokens.map((token) => accept(token)));
  assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ["accepted", "address taken"]);
});

test("an address gets at most five invitations per day, an account sends at most a hundred", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const ask = (email: EmailAddress) =>
    invitePerson(people, { account, email, name: null, role: "buyer", actor: shellActor }, now);
  const email = newEmail();
  for (let number = 0; number < 5; number += 1) {
    assert.equal((await ask(email)).outcome, "invited");
  }
  assert.deepEqual(await ask(email), { outcome: "too many", waitS: 86_400 });
  assert.equal((await readMails(people, email)).length, 5);
  for (let number = 6; number < 100; number += 1) {
    assert.equal((await ask(newEmail())).outcome, "invited", `${number}`);
  }
  assert.equal((await ask(newEmail())).outcome, "too many");
});

const { requestId } = visit;

type Request = { request_id: string };

/** Requests a reset and runs its job; the token that was sent, if any. */
async function reset(email: string, address = "192.0.2.1", at = now): Promise<string> {
  const request = { email: email as EmailAddress, address };
  assert.deepEqual(await requestReset(people, request, at), { outcome: "asked" });
  const text = "select request_id from reset_requests";
  const requests = await runSql<Request>(database.db, text);
  assert.equal(requests.length, 1);
  const requestId = requests[0]?.request_id ?? "";
  const sent = await sendReset(people, requestId, at);
  assert.equal(await sendReset(people, requestId, at), false, "a job done twice mails once");
  const mails = await readMails(people, email);
  assert.equal(sent, mails.at(-1)?.kind === "reset");
  return sent ? tokenOf(mails.at(-1)?.secrets["link"]) : "";
}

test("a reset link is sent only to people with a sign-in, and the answer is the same for everyone", async () => {
  assert.equal(await reset(newEmail()), "");
  const user = await makeUser(people, now);
  const token = await reset(user.email);
  const [mail] = await readMails(people, user.email);
  assert.match(mail?.body ?? "", /until 21 Nov 2026, 13:00 UTC/);
  assert.ok(!mail?.body.includes(token));
  assert.equal((await findReset(people, token, now))?.userId, user.userId);
  const jobs = await runSql(database.db, "select from reset_requests");
  assert.deepEqual(jobs, []);
});

test("a reset changes the password once, ends every session, clears the count of failures and is notified", async () => {
  const user = await makeUser(people, now);
  const session = await signInAs(people, user, now);
  for (let number = 0; number < 101; number += 1) {
    const address = `198.51.100.${number}`;
    await signIn(people, { email: user.email, password: "wrong", address, ...visit }, now);
  }
  const [first, second] = [await reset(user.email), await reset(user.email)];
  const password = "another password of mine";
  const results = await Promise.all(
    Array.from({ length: 6 }, () =>
      resetPassword(people, { requestId, token: first, password }, now),
    ),
  );
  assert.equal(results.filter(({ outcome }) => outcome === "reset").length, 1);
  assert.equal(results.filter(({ outcome }) => outcome === "gone").length, 5);
  assert.equal(
    (await resetPassword(people, { requestId, token: second, password }, now)).outcome,
    "gone",
  );
  assert.equal(await findSession(database.db, session, now), undefined);
  const request = { email: user.email, address: "192.0.2.99", ...visit };
  const old = await signIn(people, { ...request, password: testPassword }, now);
  assert.equal(old.outcome, "wrong");
  assert.equal((await signIn(people, { ...request, password }, now)).outcome, "signed in");
  const mails = await readMails(people, user.email);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ["reset", "reset", "password changed"],
  );
  assert.match(mails[2]?.body ?? "", /changed on 21 Nov 2026, 12:00 UTC/);
});

test("a reset is valid for an hour and refuses a weak password", async () => {
  const user = await makeUser(people, now);
  const token = await reset(user.email);
  assert.ok(await findReset(people, token, later(resetLifeMs - 1)));
  assert.equal(await findReset(people, token, later(resetLifeMs)), undefined);
  const good = { requestId, token, password: testPassword };
  const late = await resetPassword(people, good, later(resetLifeMs));
  assert.deepEqual(late, { outcome: "gone" });
  const short = await resetPassword(people, { ...good, password: "short" }, now);
  assert.equal(short.outcome === "unfit" && short.password, "too short");
  for (const text of ["", "\0", "x".repeat(43), `${token}A`]) {
    const { outcome } = await resetPassword(people, { ...good, token: text }, now);
    assert.equal(outcome, "gone");
  }
  assert.equal((await resetPassword(people, good, now)).outcome, "reset");
});

test("up to three resets per hour are allowed for one address, known or not, and twenty from one client", async () => {
  const user = await makeUser(people, now);
  for (const email of [user.email, newEmail()]) {
    for (let number = 0; number < 3; number += 1) await reset(email, `203.0.113.${number}`);
    const request = { email, address: "203.0.113.9" };
    assert.deepEqual(await requestReset(people, request, now), {
      outcome: "too many",
      waitS: 3600,
    });
    assert.equal((await requestReset(people, request, later(3_600_000))).outcome, "asked");
    await runSql(database.db, "delete from reset_requests");
  }
  const fromClient = (email: EmailAddress) => ({ email, address: "203.0.113.77" });
  for (let number = 0; number < 20; number += 1) {
    assert.equal((await requestReset(people, fromClient(newEmail()), now)).outcome, "asked");
  }
  assert.equal((await requestReset(people, fromClient(newEmail()), now)).outcome, "too many");
  await runSql(database.db, "delete from reset_requests");
});

test("expired records are deleted, and valid ones stay", async () => {
  const user = await makeUser(people, now);
  const account = await openPeoplesAccount(database.db, now);
  const at = later(400 * 86_400_000);
  await signInAs(people, user, now);
  const session = await signInAs(people, user, at);
  const request = { account, name: null, role: "buyer", actor: shellActor } as const;
  await invitePerson(people, { ...request, email: newEmail() }, now);
  const invited = await invitePerson(people, { ...request, email: newEmail() }, at);
  const token = invited.outcome === "invited" ? tokenOf(invited.link) : "";
  const resetToken = await reset(user.email, "192.0.2.1", at);
  const { accountId } = account;
  const key = await database.db.transaction((tx) =>
    createKey(tx, { accountId, name: "ERP", expiresAt: null, now }),
  );
  await database.db.transaction((tx) => createReveal(tx, key, now));
  await reset((await makeUser(people, now)).email, "192.0.2.2", now);
  const forgotten = await deleteExpiredAccess(database.db, at);
  for (const count of Object.values(forgotten)) assert.ok(count > 0, JSON.stringify(forgotten));
  assert.ok(await findSession(database.db, session, at));
  assert.ok(await findInvitation(people, token, at));
  assert.ok(await findReset(people, resetToken, at));
  const again = await deleteExpiredAccess(database.db, at);
  assert.deepEqual(again, { sessions: 0, invitations: 0, resets: 0, reveals: 0, attempts: 0 });
});
