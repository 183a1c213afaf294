// Signing in and its consequences: sessions, their ends, and the limits on attempts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAccount, updateSuspended } from "../../src/accounts/queries.ts";
import { resumeAccount, suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { removeMember } from "../../src/people/changeMember.ts";
import { createPasswordHasher } from "../../src/signIn/passwordHasher.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import {
  deleteSession,
  selectSessions,
  sessionIdleMs,
  sessionLifeMs,
} from "../../src/signIn/sessionQueries.ts";
import { findSession, maxSessions, signOut, signOutEverywhere } from "../../src/signIn/sessions.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import {
  createTestPeople,
  makeUser,
  requireSignedIn,
  signInAs,
  testPassword,
  visit,
} from "../support/testPeople.ts";

const database = share(openTestDatabase);
const people = share(async () => createTestPeople(database.db));
const now = new Date("2026-11-21T12:00:00Z");
const later = (ms: number): Date => new Date(now.getTime() + ms);

function attempt(email: string, password: string, address = "192.0.2.1", at = now) {
  return signIn(people, { email, password, address, ...visit }, at);
}

async function readAll(text: string): Promise<Record<string, unknown>[]> {
  return runSql(database.db, text);
}

test("a session identifies the person and the account, and only its hash is stored", async () => {
  const user = await makeUser(people, now, { role: "admin" });
  const token = await signInAs(people, { email: ` ${user.email.toUpperCase()} ` }, now);
  const signedIn = await findSession(database.db, token, now);
  assert.deepEqual(signedIn, {
    sessionId: signedIn?.sessionId,
    user: { userId: user.userId, name: "Una Buyer", email: user.email, role: "admin" },
    account: { accountId: user.accountId, name: user.accountName, currency: "USD" },
    draft: null,
  });
  assert.ok(!JSON.stringify(await readAll("select s.*::text from sessions s")).includes(token));
  for (const text of ["", token.slice(1), `${token}=`, `${token}\0`, "x".repeat(100_000)]) {
    assert.equal(await findSession(database.db, text, now), undefined);
  }
});

test("a wrong address and a wrong password get the same answer and cause the same work", async () => {
  const user = await makeUser(people, now);
  const verified: string[] = [];
  const counting: PeopleContext = {
    ...people,
    hasher: {
      ...people.hasher,
      verify(password, hash) {
        verified.push(password);
        return people.hasher.verify(password, hash);
      },
    },
  };
  const attempts = [
    { email: user.email, password: "wrong wrong wrong" },
    { email: "nobody@example.example", password: testPassword },
    { email: "no address", password: testPassword },
    { email: "\0\ud800", password: "\0\ud800" },
    { email: user.email, password: "" },
  ];
  for (const each of attempts) {
    const answer = await signIn(counting, { ...each, address: "192.0.2.40", ...visit }, now);
    assert.deepEqual(answer, { outcome: "wrong" });
  }
  assert.deepEqual(
    verified,
    attempts.map(({ password }) => password),
  );
});

test("a session is invalid if its user is removed or its account is suspended", async () => {
  const [one, other] = [await makeUser(people, now), await makeUser(people, now)];
  const tokens = [await signInAs(people, one, now), await signInAs(people, other, now)];
  await updateSuspended(database.db, one.accountId, now);
  const remove = "update users set removed_at = $2, password_hash = null where user_id = $1";
  await runSql(database.db, remove, [other.userId, now]);
  for (const token of tokens) assert.equal(await findSession(database.db, token, now), undefined);
});

test("a session ends 12 hours after its last use, and 30 days after it started", async () => {
  const user = await makeUser(people, now);
  const token = await signInAs(people, user, now);
  assert.equal(await findSession(database.db, token, later(sessionIdleMs)), undefined);
  assert.ok(await findSession(database.db, token, later(sessionIdleMs - 1)));
  let moment = sessionIdleMs - 1;
  while (moment + sessionIdleMs - 1 < sessionLifeMs) {
    moment += sessionIdleMs - 1;
    assert.ok(await findSession(database.db, token, later(moment)));
  }
  assert.ok(await findSession(database.db, token, later(sessionLifeMs - 1)));
  assert.equal(await findSession(database.db, token, later(sessionLifeMs)), undefined);
});

test("the use of a session is recorded at most once per minute", async () => {
  const user = await makeUser(people, now);
  const token = await signInAs(people, user, now);
  const lastUsed = async () => (await selectSessions(database.db, user.userId, now))[0]?.lastUsedAt;
  await findSession(database.db, token, later(60_000));
  assert.deepEqual(await lastUsed(), now);
  await findSession(database.db, token, later(60_001));
  assert.deepEqual(await lastUsed(), later(60_001));
});

test("signing in again creates another token and ends the session it replaces", async () => {
  const user = await makeUser(people, now);
  const first = await signInAs(people, user, now);
  const { requestId } = visit;
  const request = {
    requestId,
    email: user.email,
    password: testPassword,
    address: "192.0.2.1",
  };
  const again = await signIn(people, { ...request, userAgent: "", replaces: first }, now);
  assert.equal(again.outcome, "signed in");
  assert.equal(await findSession(database.db, first, now), undefined);
  const junk = { ...request, userAgent: "\ud800\0".repeat(400), replaces: "no token\0" };
  assert.equal((await signIn(people, junk, now)).outcome, "signed in");
});

test("signing out ends one session, signing out everywhere all, and only the user revokes a session", async () => {
  const user = await makeUser(people, now);
  const stranger = await makeUser(people, now);
  const [one, two, three] = [
    await signInAs(people, user, now),
    await signInAs(people, user, now),
    await signInAs(people, user, now),
  ];
  const { sessionId } = await requireSignedIn(people, two, now);
  assert.equal(await deleteSession(database.db, stranger.userId, sessionId), false);
  assert.equal(await deleteSession(database.db, user.userId, sessionId), true);
  assert.equal(await deleteSession(database.db, user.userId, sessionId), false);
  assert.equal(await findSession(database.db, two, now), undefined);
  await signOut(database.db, await requireSignedIn(people, one, now));
  assert.equal(await findSession(database.db, one, now), undefined);
  assert.ok(await findSession(database.db, three, now));
  assert.equal(await signOutEverywhere(database.db, user.userId), 1);
  assert.equal(await findSession(database.db, three, now), undefined);
});

test("a person has at most 50 sessions; the least recently used one ends", async () => {
  const user = await makeUser(people, now);
  const tokens: string[] = [];
  for (let number = 0; number <= maxSessions; number += 1) {
    tokens.push(await signInAs(people, user, later(number)));
  }
  const listed = await selectSessions(database.db, user.userId, now);
  assert.equal(listed.length, maxSessions);
  assert.equal(await findSession(database.db, tokens[0] ?? "", later(100)), undefined);
  assert.ok(await findSession(database.db, tokens[1] ?? "", later(100)));
});

test("suspending an account ends its sessions immediately and permanently, and its people cannot sign in", async () => {
  const user = await makeUser(people, now);
  const token = await signInAs(people, user, now);
  const find = async () => {
    const account = await selectAccount(database.db, user.accountId);
    assert.ok(account);
    return account;
  };
  await suspendAccount.perform(
    { db: database.db },
    { id: (await find()).accountId, input: {} },
    { actor: shellActor, now },
  );
  assert.equal(await findSession(database.db, token, now), undefined);
  assert.deepEqual(await attempt(user.email, testPassword), { outcome: "suspended" });
  assert.deepEqual(await attempt(user.email, "wrong"), { outcome: "wrong" });
  await resumeAccount.perform(
    { db: database.db },
    { id: (await find()).accountId, input: {} },
    { actor: shellActor, now },
  );
  assert.equal(await findSession(database.db, token, now), undefined);
  assert.equal((await attempt(user.email, testPassword)).outcome, "signed in");
});

test("removing a user ends their sessions immediately and frees their address", async () => {
  const user = await makeUser(people, now);
  const token = await signInAs(people, user, now);
  assert.equal(await removeMember(database.db, { ...user, actor: shellActor }, now), "changed");
  assert.equal(await findSession(database.db, token, now), undefined);
  assert.deepEqual(await attempt(user.email, testPassword), { outcome: "wrong" });
  const [row] = await readAll(`select * from users where user_id = '${user.userId}'`);
  assert.equal(row?.["password_hash"], null);
  assert.equal(row?.["name"], "Una Buyer");
});

test("ten attempts per user and client are checked; the eleventh must wait for 15 minutes, right or wrong", async () => {
  const user = await makeUser(people, now);
  const attempts = await Promise.all(
    Array.from({ length: 10 }, () => attempt(user.email, "wrong", "192.0.2.7")),
  );
  for (const { outcome } of attempts) assert.equal(outcome, "wrong");
  const refused = await attempt(user.email, testPassword, "192.0.2.7", later(60_000));
  assert.deepEqual(refused, { outcome: "too many", waitS: 14 * 60 });
  assert.equal((await attempt(user.email, testPassword, "192.0.2.8")).outcome, "signed in");
  const [at, next] = [later(15 * 60_000 - 1), later(15 * 60_000)];
  assert.equal((await attempt("n@o.example", "wrong", "192.0.2.7", at)).outcome, "wrong");
  assert.equal((await attempt(user.email, testPassword, "192.0.2.7", next)).outcome, "signed in");
});

test("a hundred wrong attempts from anywhere lock the password for six hours at most, known or not", async () => {
  const user = await makeUser(people, now);
  for (const email of [user.email, "unknown@example.example"]) {
    for (let number = 0; number < 100; number += 1) {
      const from = `198.51.100.${number}`;
      assert.equal((await attempt(email, "wrong", from)).outcome, "wrong", `${number}`);
    }
    const refused = await attempt(email, testPassword, "198.51.100.200", later(3_600_000));
    assert.deepEqual(refused, { outcome: "too many", waitS: 5 * 3_600 });
  }
  // As an older version stored it.
  const text = "update attempt_counts set ends_at = $1 where kind = 'sign-in email'";
  await runSql(database.db, text, [later(30 * 86_400_000)]);
  const locked = await attempt(user.email, testPassword, "198.51.100.201");
  assert.deepEqual(locked, { outcome: "too many", waitS: 6 * 3_600 });
  const free = await attempt(user.email, testPassword, "198.51.100.202", later(6 * 3_600_000));
  assert.equal(free.outcome, "signed in");
});

test("a hundred wrong attempts of one client are checked, for any user, and a right one does not count", async () => {
  const address = "203.0.113.9";
  const user = await makeUser(people, now);
  for (let number = 0; number < 99; number += 1) {
    const { outcome } = await attempt(`someone${number}@example.example`, "wrong", address);
    assert.equal(outcome, "wrong");
  }
  assert.equal((await attempt(user.email, testPassword, address)).outcome, "signed in");
  assert.equal((await attempt(user.email, testPassword, address)).outcome, "signed in");
  assert.equal((await attempt("last@example.example", "wrong", address)).outcome, "wrong");
  const { outcome } = await attempt(user.email, testPassword, address);
  assert.equal(outcome, "too many");
});

test("a right password clears the count of wrong ones", async () => {
  const user = await makeUser(people, now);
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < 9; number += 1) await attempt(user.email, "wrong", "192.0.2.77");
    const { outcome } = await attempt(user.email, testPassword, "192.0.2.77");
    assert.equal(outcome, "signed in");
  }
});

test("a hash of lower cost is renewed when its password is entered", async () => {
  const user = await makeUser(people, now);
  const dearer = { ...people, hasher: createPasswordHasher({ memoryKiB: 128, passes: 1 }) };
  await signInAs(dearer, user, now);
  const [row] = await readAll(`select password_hash from users where user_id = '${user.userId}'`);
  assert.match(String(row?.["password_hash"]), /m=128,/);
  await signInAs(dearer, user, now);
});
