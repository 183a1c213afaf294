// Second factors: turned on by a code, required at sign-in, each code valid once; and what is
// required to change passwords and people.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { changeRole, removeMember } from "../../src/people/changeMember.ts";
import { changePassword } from "../../src/signIn/changePassword.ts";
import {
  confirmTotp,
  disableTotp,
  findPendingTotp,
  renewRecoveryCodes,
  startTotp,
} from "../../src/signIn/changeSecondFactor.ts";
import { completeSignIn } from "../../src/signIn/completeSignIn.ts";
import type { RecoveryCode } from "../../src/signIn/recoveryCode.ts";
import { findSession } from "../../src/signIn/sessions.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { lockMembers, updateRole } from "../../src/signIn/userQueries.ts";
import type { PasswordCheck } from "../../src/signIn/verifyPassword.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import {
  createTestPeople,
  makeUser,
  openPeoplesAccount,
  readMails,
  requireSignedIn,
  signInAs,
  type TestUser,
  testPassword,
  visit,
} from "../support/testPeople.ts";

const database = share(openTestDatabase);
const people = share(async () => createTestPeople(database.db));
const now = new Date("2026-11-21T12:00:00Z");
const later = (ms: number): Date => new Date(now.getTime() + ms);
const address = "192.0.2.1";
const stepMs = 30_000;

async function proverOf(user: TestUser, at = now): Promise<PasswordCheck> {
  const token = await signInAs(people, user, at);
  const { requestId } = visit;
  return { signedIn: await requireSignedIn(people, token, at), address, requestId };
}

type Protected = {
  readonly user: TestUser;
  readonly prover: PasswordCheck;
  readonly secret: Buffer;
  readonly recoveryCodes: readonly RecoveryCode[];
};

/** A user whose second factor was turned on at `now`, by the code of that step. */
async function makeProtected(): Promise<Protected> {
  const user = await makeUser(people, now);
  const prover = await proverOf(user);
  const started = await startTotp(people, prover, testPassword, now);
  assert.deepEqual(started, { outcome: "started" });
  const secret = await findPendingTotp(people, user.userId);
  assert.ok(secret);
  const code = totpCode(secret, totpStep(now));
  const confirmed = await confirmTotp(people, prover, code, now);
  if (confirmed.outcome !== "on") throw new Error(confirmed.outcome);
  return { user, prover, secret, recoveryCodes: confirmed.recoveryCodes };
}

async function enterPassword({ email }: TestUser, password = testPassword, at = now) {
  const first = await signIn(people, { email, password, address, ...visit }, at);
  if (first.outcome !== "second step") throw new Error(first.outcome);
  return first.ticket;
}

function takeSecondStep(ticket: string, code: string, at = now) {
  return completeSignIn(people, { ticket, code, address, ...visit }, at);
}

test("a second factor is required only after one of its codes was entered", async () => {
  const user = await makeUser(people, now);
  const prover = await proverOf(user);
  assert.equal((await startTotp(people, prover, "wrong", now)).outcome, "wrong");
  assert.equal(await findPendingTotp(people, user.userId), undefined);
  assert.equal((await confirmTotp(people, prover, "123456", now)).outcome, "elsewhere");
  await startTotp(people, prover, testPassword, now);
  const first = await findPendingTotp(people, user.userId);
  await startTotp(people, prover, testPassword, now);
  const secret = await findPendingTotp(people, user.userId);
  assert.ok(first && secret && !first.equals(secret));
  await signInAs(people, user, now);
  assert.equal((await confirmTotp(people, prover, "000000", now)).outcome, "wrong");
  const code = totpCode(secret, totpStep(now));
  const confirmed = await confirmTotp(people, prover, code, now);
  assert.equal(confirmed.outcome, "on");
  assert.equal(await findPendingTotp(people, user.userId), undefined);
  assert.equal((await startTotp(people, prover, testPassword, now)).outcome, "elsewhere");
  const mails = await readMails(people, user.email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ["Two-factor authentication is on"],
  );
  const stored = await runSql<{ totp_secret: Buffer }>(
    database.db,
    "select totp_secret from users where user_id = $1",
    [user.userId],
  );
  assert.equal(stored[0]?.totp_secret.includes(secret), false, "the secret is sealed");
});

test("with a second factor the password alone does not sign in; a code does, once", async () => {
  const { user, secret } = await makeProtected();
  const ticket = await enterPassword(user);
  assert.equal(await findSession(database.db, ticket, now), undefined);
  const spent = totpCode(secret, totpStep(now));
  assert.deepEqual(await takeSecondStep(ticket, spent), { outcome: "wrong" });
  const at = later(stepMs);
  const code = totpCode(secret, totpStep(at));
  const results = await Promise.all(
    Array.from({ length: 5 }, () => takeSecondStep(ticket, ` ${code} `, at)),
  );
  const opened = results.flatMap((each) => (each.outcome === "signed in" ? [each.token] : []));
  assert.equal(opened.length, 1, "replayed at once, a code opens once");
  assert.ok(await findSession(database.db, opened[0] ?? "", at));
  assert.equal((await takeSecondStep(ticket, code, at)).outcome, "wrong");
});

test("a ticket ends after five minutes, or when the password changes", async () => {
  const { user, prover, secret } = await makeProtected();
  const ticket = await enterPassword(user);
  const codeAt = (at: Date) => totpCode(secret, totpStep(at));
  assert.equal(
    (await takeSecondStep(ticket, codeAt(later(300_000)), later(300_000))).outcome,
    "over",
  );
  const passwords = { current: testPassword, next: "another password of mine" };
  assert.equal((await changePassword(people, prover, passwords, now)).outcome, "changed");
  assert.equal(
    (await takeSecondStep(ticket, codeAt(later(stepMs)), later(stepMs))).outcome,
    "over",
  );
  for (const text of ["", "\0", ticket.slice(1), "x".repeat(10_000)]) {
    assert.equal((await takeSecondStep(text, "123456")).outcome, "over");
  }
});

test("after ten codes from one address further codes must wait, right or wrong", async () => {
  const { user, secret } = await makeProtected();
  const ticket = await enterPassword(user);
  for (let number = 1; number < 10; number += 1) {
    assert.equal((await takeSecondStep(ticket, "000000")).outcome, "wrong");
  }
  const at = later(stepMs);
  const refused = await takeSecondStep(ticket, totpCode(secret, totpStep(at)), at);
  assert.equal(refused.outcome, "too many");
});

test("a recovery code signs in once, however it is typed, and its use is notified", async () => {
  const { user, recoveryCodes } = await makeProtected();
  const code = recoveryCodes[3] ?? "";
  const ticket = await enterPassword(user);
  const opened = await takeSecondStep(ticket, code.toLowerCase().replaceAll("-", " "));
  assert.equal(opened.outcome, "signed in");
  assert.equal((await takeSecondStep(ticket, code)).outcome, "wrong");
  const mails = await readMails(people, user.email);
  assert.match(
    mails.at(-1)?.body ?? "",
    /A recovery code was used to sign in. Unused codes left: 9\./,
  );
  const other = await makeProtected();
  const otherTicket = await enterPassword(other.user);
  assert.equal((await takeSecondStep(otherTicket, recoveryCodes[4] ?? "")).outcome, "wrong");
});

test("renewed recovery codes replace the old ones", async () => {
  const { user, prover, recoveryCodes } = await makeProtected();
  assert.equal((await renewRecoveryCodes(people, prover, "wrong", now)).outcome, "wrong");
  const renewed = await renewRecoveryCodes(people, prover, testPassword, now);
  if (renewed.outcome !== "renewed") throw new Error(renewed.outcome);
  const ticket = await enterPassword(user);
  assert.equal((await takeSecondStep(ticket, recoveryCodes[0] ?? "")).outcome, "wrong");
  const opened = await takeSecondStep(ticket, renewed.recoveryCodes[0] ?? "");
  assert.equal(opened.outcome, "signed in");
});

test("turning off a second factor takes the password, which must be long enough without it", async () => {
  const { user, prover } = await makeProtected();
  const short = "tvqz hmr";
  const shorten = { current: testPassword, next: short };
  assert.equal((await changePassword(people, prover, shorten, now)).outcome, "changed");
  assert.equal((await disableTotp(people, prover, "wrong", now)).outcome, "wrong");
  assert.equal((await disableTotp(people, prover, short, now)).outcome, "short password");
  const lengthen = { current: short, next: testPassword };
  assert.equal((await changePassword(people, prover, lengthen, now)).outcome, "changed");
  assert.equal((await disableTotp(people, prover, testPassword, now)).outcome, "off");
  assert.equal((await disableTotp(people, prover, testPassword, now)).outcome, "elsewhere");
  await signInAs(people, user, now);
  const shortAlone = await changePassword(people, prover, shorten, now);
  assert.deepEqual(shortAlone, { outcome: "unfit", password: "too short", secondFactor: false });
});

test("a changed password ends every other session and is notified", async () => {
  const user = await makeUser(people, now);
  const other = await signInAs(people, user, now);
  const own = await signInAs(people, user, now);
  const { requestId } = visit;
  const prover = { signedIn: await requireSignedIn(people, own, now), address, requestId };
  const passwords = { current: testPassword, next: "another password of mine" };
  const wrong = { ...passwords, current: "wrong" };
  assert.equal((await changePassword(people, prover, wrong, now)).outcome, "wrong");
  const common = { ...passwords, next: "passwordpassword" };
  const refused = await changePassword(people, prover, common, now);
  assert.deepEqual(refused, { outcome: "unfit", password: "common", secondFactor: false });
  const results = await Promise.all(
    Array.from({ length: 4 }, () => changePassword(people, prover, passwords, now)),
  );
  assert.equal(results.filter(({ outcome }) => outcome === "changed").length, 1);
  assert.equal(await findSession(database.db, other, now), undefined);
  assert.ok(await findSession(database.db, own, now));
  const mails = await readMails(people, user.email);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ["password changed"],
  );
});

test("the password is checked ten times, then further checks must wait", async () => {
  const user = await makeUser(people, now);
  const prover = await proverOf(user);
  for (let number = 0; number < 10; number += 1) {
    assert.equal((await startTotp(people, prover, "wrong", now)).outcome, "wrong");
  }
  assert.equal((await startTotp(people, prover, testPassword, now)).outcome, "too many");
});

/** Waits until a query waits for a lock, or `settled` returns true. */
async function waitForLock(settled: () => boolean): Promise<void> {
  const text = "select from pg_locks where not granted";
  const findWaiting = () => runSql(database.db, text);
  while (!settled() && (await findWaiting()).length === 0);
}

test("an account keeps its last admin under concurrent removals", async () => {
  const actor = shellActor;
  const account = await openPeoplesAccount(database.db, now);
  const one = await makeUser(people, now, { account, role: "admin" });
  const other = await makeUser(people, now, { account, role: "admin" });
  const buyer = await makeUser(people, now, { account });
  const demote = ({ accountId, userId }: TestUser) =>
    changeRole(database.db, { accountId, userId, role: "buyer", actor }, now);
  let settled = false;
  const demotion = await database.db.transaction(async (tx) => {
    await lockMembers(tx, account.accountId);
    const started = demote(other).finally(() => {
      settled = true;
    });
    await waitForLock(() => settled);
    await updateRole(tx, one.userId, "buyer");
    return { started };
  });
  assert.equal(await demotion.started, "last admin");
  assert.equal(await removeMember(database.db, { ...other, actor }, now), "last admin");
  assert.equal(await demote(buyer), "unchanged");
  assert.equal(await changeRole(database.db, { ...buyer, role: "admin", actor }, now), "changed");
  const removals = await Promise.all(
    [other, buyer].map((user) => removeMember(database.db, { ...user, actor }, now)),
  );
  assert.deepEqual(removals.sort(), ["changed", "last admin"]);
});

test("a user of another account gets the same answer as one who does not exist", async () => {
  const actor = shellActor;
  const { accountId } = await makeUser(people, now, { role: "admin" });
  const { userId } = await makeUser(people, now);
  for (const id of [userId, "00000000-0000-7000-8000-000000000000", "no id", "\0"]) {
    assert.equal(
      await changeRole(database.db, { accountId, userId: id, role: "admin", actor }, now),
      "unknown",
    );
    assert.equal(await removeMember(database.db, { accountId, userId: id, actor }, now), "unknown");
  }
});
