// Resets of a forgotten password: requested in the same way for every address, used once, sent only
// to the mailbox; expired records are deleted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { deleteExpiredAccess } from "../../src/jobs/removeExpired.ts";
import { createReveal } from "../../src/keys/createReveal.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import type { EmailAddress } from "../../src/mail/emailAddress.ts";
import { findInvitation } from "../../src/people/acceptInvitation.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
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
  const forgotten = await deleteExpiredAccess(database.db, at);
  for (const count of Object.values(forgotten)) assert.ok(count > 0, JSON.stringify(forgotten));
  assert.ok(await findSession(database.db, session, at));
  assert.ok(await findInvitation(people, token, at));
  assert.ok(await findReset(people, resetToken, at));
  const again = await deleteExpiredAccess(database.db, at);
  assert.deepEqual(again, { sessions: 0, invitations: 0, resets: 0, reveals: 0, attempts: 0 });
});
