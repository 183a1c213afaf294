// Operators and buyers: one address is two people, and nothing of one signs in the other. What
// operators change about their own sign-in is recorded; what buyers change is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorActor, shellActor } from "../../src/audit/actor.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { type EmailAddress, parseEmail } from "../../src/mail/emailAddress.ts";
import { acceptInvitation, findInvitation } from "../../src/people/acceptInvitation.ts";
import { changeRole, removeMember, signOutMember } from "../../src/people/changeMember.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { attemptLimits } from "../../src/signIn/attemptLimits.ts";
import { changePassword } from "../../src/signIn/changePassword.ts";
import {
  confirmTotp,
  disableTotp,
  findPendingTotp,
  renewRecoveryCodes,
  startTotp,
} from "../../src/signIn/changeSecondFactor.ts";
import { completeSignIn } from "../../src/signIn/completeSignIn.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { requestReset, sendReset } from "../../src/signIn/requestReset.ts";
import { findReset, resetPassword } from "../../src/signIn/resetPassword.ts";
import { findOperatorSession, findSession } from "../../src/signIn/sessions.ts";
import type { OperatorId, OperatorRole } from "../../src/signIn/signedIn.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { totpCode, totpStep } from "../../src/signIn/totp.ts";
import { insertUser, selectUserByEmail } from "../../src/signIn/userQueries.ts";
import type { PasswordCheck } from "../../src/signIn/verifyPassword.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import {
  createTestPeople,
  makeUser,
  readMails,
  requireSignedIn,
  testPassword,
  visit,
} from "../support/testPeople.ts";

const now = new Date("2026-11-21T12:00:00Z");
const later = (ms: number): Date => new Date(now.getTime() + ms);
const address = "192.0.2.7";

const database = share(openTestDatabase);
const people = share<PeopleContext>(async () => ({
  ...createTestPeople(database.db),
  kind: "operators",
}));

async function join(mail: string): Promise<{ email: EmailAddress; prover: PasswordCheck }> {
  const email = parseEmail(mail) ?? assert.fail();
  const request = {
    account: null,
    email,
    name: null,
    role: "operator",
    actor: shellActor,
  } as const;
  const invited = await invitePerson(people, request, now);
  assert.ok(invited.outcome === "invited");
  const token = invited.link.split("/").at(-1) ?? "";
  const accepting = { token, name: "Olga Own", password: testPassword, ...visit };
  const accepted = await acceptInvitation(people, accepting, now);
  assert.ok(accepted.outcome === "accepted");
  const session = await findOperatorSession(database.db, accepted.token, now);
  const { operator, sessionId } = session ?? assert.fail();
  const { operatorId: userId, name } = operator;
  const signedIn = { sessionId, user: { userId, name, email } };
  return { email, prover: { signedIn, address, requestId: "req_own" } };
}

/** The events of an operator, the oldest first. */
async function listEvents(prover: PasswordCheck): Promise<StoredAuditEvent[]> {
  const none = { action: null, subjectKind: null, subjectId: null, accountId: null };
  const filter = { ...none, operatorId: prover.signedIn.user.userId, from: null, until: null };
  const events = await selectAuditEvents(database.db, filter, { before: null, limit: 50 });
  return events.reverse();
}

test("an operator's sign-in is recorded with the number of attempts since the last one", async () => {
  const { email, prover } = await join("tried@desk.example");
  const request = { email, address, ...visit, requestId: "req_sign_in" };
  for (const password of ["wrong", "wrong again"]) {
    assert.equal((await signIn(people, { ...request, password }, now)).outcome, "wrong");
  }
  for (const tries of [3, 1]) {
    const signed = await signIn(people, { ...request, password: testPassword }, now);
    assert.equal(signed.outcome, "signed in");
    const event = (await listEvents(prover)).at(-1) ?? assert.fail();
    assert.equal(event.action, "signed in");
    assert.equal(event.requestId, "req_sign_in");
    assert.equal(event.operatorRole, "operator");
    const after = JSON.parse(event.after ?? "");
    assert.deepEqual(after, { by: "password", tries, address, browser: "a test" });
  }
});

test("a changed password and each change of a second factor are recorded, without secrets", async () => {
  const { email, prover } = await join("factor@desk.example");
  const next = "another password of mine";
  await startTotp(people, prover, testPassword, now);
  const secret = (await findPendingTotp(people, prover.signedIn.user.userId)) ?? assert.fail();
  const codeAt = (at: Date) => totpCode(secret, totpStep(at));
  assert.equal((await confirmTotp(people, prover, codeAt(now), now)).outcome, "on");
  const at = later(60_000);
  const renewed = await renewRecoveryCodes(people, prover, testPassword, at);
  assert.ok(renewed.outcome === "renewed");
  const request = { email, password: testPassword, address, ...visit };
  const signed = await signIn(people, request, at);
  assert.ok(signed.outcome === "second step");
  const step = { ticket: signed.ticket, address, ...visit };
  assert.equal((await completeSignIn(people, { ...step, code: "000000x" }, at)).outcome, "wrong");
  const right = await completeSignIn(people, { ...step, code: codeAt(at) }, at);
  assert.equal(right.outcome, "signed in");
  const [recovery = ""] = renewed.recoveryCodes;
  const spent = await completeSignIn(people, { ...step, code: recovery }, at);
  assert.equal(spent.outcome, "signed in");
  assert.equal((await disableTotp(people, prover, testPassword, at)).outcome, "off");
  const passwords = { current: testPassword, next };
  assert.equal((await changePassword(people, prover, passwords, at)).outcome, "changed");
  const events = await listEvents(prover);
  assert.deepEqual(
    events.map(({ action, after }) =>
      [action, JSON.parse(after ?? "{}").by].filter(Boolean).join(": "),
    ),
    [
      "joined the console",
      "turned on their second factor",
      "renewed their recovery codes",
      "entered a wrong code",
      "signed in: code",
      "signed in: recovery code",
      "turned off their second factor",
      "changed their password",
    ],
  );
  const text = JSON.stringify(events);
  const secrets = [testPassword, next, codeAt(now), codeAt(at), ...renewed.recoveryCodes];
  for (const hidden of [...secrets, secret.toString("hex"), secret.toString("base64")]) {
    assert.ok(!text.includes(hidden));
  }
});

test("a refused change is not recorded", async () => {
  const { prover } = await join("refused@desk.example");
  const passwords = { current: "wrong", next: "another password of mine" };
  assert.equal((await changePassword(people, prover, passwords, now)).outcome, "wrong");
  assert.equal((await startTotp(people, prover, "wrong", now)).outcome, "wrong");
  const actions = (await listEvents(prover)).map(({ action }) => action);
  assert.deepEqual(actions, ["joined the console"]);
});

test("the reset of a forgotten password is recorded", async () => {
  const { email, prover } = await join("forgot@desk.example");
  await requestReset(people, { email, address }, now);
  const [reset] = await runSql<{ request_id: string }>(
    database.db,
    "select request_id from reset_requests where email = $1",
    [email],
  );
  await sendReset(people, reset?.request_id ?? "", now);
  const link = (await readMails(people, email)).at(-1)?.secrets["link"] ?? "";
  const token = link.split("/").at(-1) ?? "";
  const request = { token, password: "another password of mine", requestId: "req_reset" };
  assert.equal((await resetPassword(people, request, now)).outcome, "reset");
  const last = (await listEvents(prover)).at(-1);
  assert.deepEqual([last?.action, last?.requestId], ["reset their password", "req_reset"]);
});

const buyers = share(async () => createTestPeople(database.db));
const operators = share<PeopleContext>(async () => ({ ...buyers, kind: "operators" }));

function newEmail(): EmailAddress {
  return parseEmail(`${newId()}@desk.example`) ?? assert.fail();
}

async function makeOperator(
  email: EmailAddress = newEmail(),
  role: OperatorRole = "operator",
): Promise<{ operatorId: OperatorId; email: EmailAddress }> {
  const operatorId = newId() as OperatorId;
  const passwordHash = await operators.hasher.hash(`${testPassword} of an operator`);
  const user = {
    userId: operatorId,
    accountId: null,
    email,
    name: "Olga",
    role,
    passwordHash,
    now,
  };
  assert.ok(await insertUser(database.db, user));
  return { operatorId, email };
}

function trySignIn(context: PeopleContext, email: string, password: string) {
  return signIn(context, { email, password, address: "192.0.2.1", ...visit }, now);
}

test("an address with a sign-in on both sites is two people, each with their own password", async () => {
  const buyer = await makeUser(buyers, now);
  const { operatorId } = await makeOperator(buyer.email);
  const own = `${testPassword} of an operator`;
  assert.equal((await trySignIn(buyers, buyer.email, own)).outcome, "wrong");
  assert.equal((await trySignIn(operators, buyer.email, testPassword)).outcome, "wrong");
  const here = await trySignIn(buyers, buyer.email, testPassword);
  const there = await trySignIn(operators, buyer.email, own);
  assert.ok(here.outcome === "signed in" && there.outcome === "signed in");
  const { db } = database;
  assert.equal((await requireSignedIn(buyers, here.token, now)).user.userId, buyer.userId);
  const found = await findOperatorSession(db, there.token, now);
  assert.equal(found?.operator.operatorId, operatorId);
  assert.equal(await findSession(db, there.token, now), undefined);
  assert.equal(await findOperatorSession(db, here.token, now), undefined);
});

test("failures on one site do not lock the other", async () => {
  const { email } = await makeUser(buyers, now);
  await makeOperator(email);
  for (let attempt = 0; attempt < attemptLimits.signInsOfPair.attempts; attempt += 1) {
    assert.equal((await trySignIn(buyers, email, "no")).outcome, "wrong");
  }
  assert.equal((await trySignIn(buyers, email, "no")).outcome, "too many");
  assert.equal((await trySignIn(operators, email, "no")).outcome, "wrong");
});

test("a ticket, a reset and an invitation of one site do not work on the other", async () => {
  const { db } = database;
  const { operatorId, email } = await makeOperator();
  await runSql(
    db,
    "update users set totp_secret = '\\x00', totp_confirmed_at = $2 where user_id = $1",
    [operatorId, now],
  );
  const step = await trySignIn(operators, email, `${testPassword} of an operator`);
  assert.equal(step.outcome, "second step");
  const ticket = step.outcome === "second step" ? step.ticket : "";
  const request = { ticket, code: "000000", address: "192.0.2.1", ...visit };
  assert.equal((await completeSignIn(buyers, request, now)).outcome, "over");

  await requestReset(operators, { email, address: "192.0.2.2" }, now);
  const [reset] = await runSql<{ id: string; text: string }>(
    db,
    "select request_id as id from reset_requests where email = $1",
    [email],
  );
  assert.ok(await sendReset(operators, reset?.id ?? "", now));
  const [mail] = await readMails(operators, email);
  const link = mail?.secrets["link"] ?? "";
  assert.match(link, /^https:\/\/parts\.example\/console\/reset\//);
  const token = link.split("/").at(-1) ?? "";
  assert.equal(await findReset(buyers, token, now), undefined);
  assert.equal((await findReset(operators, token, now))?.userId, operatorId);

  const invited = {
    account: null,
    email: newEmail(),
    name: null,
    role: "read-only",
    actor: shellActor,
  } as const;
  const sent = await invitePerson(operators, invited, now);
  assert.ok(sent.outcome === "invited");
  const invitation = sent.link.split("/").at(-1) ?? "";
  assert.equal(await findInvitation(buyers, invitation, now), undefined);
  const acceptance = { token: invitation, name: "Rea", password: testPassword, ...visit };
  assert.equal((await acceptInvitation(buyers, acceptance, now)).outcome, "gone");
  assert.equal((await acceptInvitation(operators, acceptance, now)).outcome, "accepted");
  assert.equal((await selectUserByEmail(db, "operators", invited.email))?.role, "read-only");
  assert.equal(await selectUserByEmail(db, "buyers", invited.email), undefined);
});

test("each change of an operator is recorded with the person who made it; the last admin cannot be removed", async () => {
  const { db } = database;
  const admin = await makeOperator(newEmail(), "admin");
  const other = await makeOperator();
  const by = operatorActor({
    signedIn: { operator: { ...admin, name: "Olga", role: "admin" } },
    requestId: `req_${newId()}`,
  });
  const { operatorId } = other;
  const signed = await trySignIn(operators, other.email, `${testPassword} of an operator`);
  assert.equal(signed.outcome, "signed in");
  const role = "catalog manager";
  const changes = [
    await changeRole(db, { accountId: null, userId: operatorId, role, actor: by }, now),
    await changeRole(db, { accountId: null, userId: operatorId, role, actor: by }, now),
    await signOutMember(db, { accountId: null, userId: operatorId, actor: by }, now),
    await signOutMember(db, { accountId: null, userId: operatorId, actor: by }, now),
    await removeMember(db, { accountId: null, userId: operatorId, actor: by }, now),
    await removeMember(db, { accountId: null, userId: operatorId, actor: by }, now),
    await removeMember(db, { accountId: null, userId: admin.operatorId, actor: by }, now),
    await changeRole(db, { accountId: null, userId: admin.operatorId, role, actor: by }, now),
  ];
  const expected = ["changed", "unchanged", "changed", "unchanged", "changed", "unknown"];
  assert.deepEqual(changes, [...expected, "last admin", "last admin"]);
  const none = { subjectKind: null, accountId: null, from: null, until: null, action: null };
  const filter = { ...none, operatorId: admin.operatorId, subjectId: operatorId };
  const events = await selectAuditEvents(db, filter, { before: null, limit: 10 });
  assert.deepEqual(
    events.map(({ action, requestId }) => [action, requestId]),
    [
      ["removed an operator", by.requestId],
      ["signed an operator out", by.requestId],
      ["changed the role of an operator", by.requestId],
    ],
  );
  assert.equal(events[2]?.before, '{"role":"operator"}');
  assert.equal(events[2]?.after, '{"role":"catalog manager"}');
});
