import assert from "node:assert/strict";
import { test } from "node:test";
import { type Actor, shellActor, userActor } from "../../src/audit/actor.ts";
import { sendKeyChangeMail } from "../../src/jobs/sendMails.ts";
import { mailedNetworksADay } from "../../src/keys/notifyKeyChange.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import { rotateKey } from "../../src/keys/rotateKey.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import { removeMember } from "../../src/people/changeMember.ts";
import { selectInvitations } from "../../src/people/invitationQueries.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";
import { createTestPeople, makeUser, readMails, type TestUser } from "../support/testPeople.ts";

const app = share(() => openTestApp({ publicUrl: "https://parts.example" }));
const people = share(async () => createTestPeople(app.database.db, app.secret));
const owner = share(() => app.database.openOwner());

/** Runs the pending jobs of a key, the oldest first, and deletes them. */
async function runJobs(keyId: string): Promise<number[]> {
  const found = await owner.client.query<{ payload: unknown }>(
    `with taken as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'send_key_change_mail' and j.payload->>'key_id' = $1
      returning j.id, j.payload
    ) select payload from taken order by id`,
    [keyId],
  );
  const counts: number[] = [];
  for (const { payload } of found.rows) {
    counts.push(await sendKeyChangeMail(people, payload, app.clock.now));
  }
  return counts;
}

async function openAccountWithAdmin() {
  const account = await app.openAccount();
  const keyAccount = { accountId: account.accountId, name: `Account ${account.accountId}` };
  const { now } = app.clock;
  const admin = await makeUser(people, now, { account: keyAccount, role: "admin" });
  const buyer = await makeUser(people, now, { account: keyAccount });
  return { account, keyAccount, admin, buyer };
}

async function subjectsTo(email: string): Promise<string[]> {
  const mails = await readMails(people, email);
  return mails.map(({ subject }) => subject.replace(/ending in \w{4}/, "…"));
}

test("only admins are notified when a key is issued, replaced or revoked", async () => {
  const { account, admin, buyer } = await openAccountWithAdmin();
  const { keyId } = account;
  const { db } = app.database;
  assert.deepEqual(await runJobs(keyId), [1]);
  const rotated = await rotateKey(db, { keyId, accountId: null }, 24, app.clock.now, shellActor);
  assert.ok(rotated.outcome === "rotated");
  assert.deepEqual(await runJobs(rotated.issued.keyId), [0], "one change is one mail");
  assert.deepEqual(await runJobs(keyId), [1]);
  await revokeKey(db, { keyId, accountId: null }, app.clock.now, shellActor);
  await revokeKey(db, { keyId, accountId: null }, app.clock.now, shellActor);
  assert.deepEqual(await runJobs(keyId), [1], "revoking again is no change");
  assert.deepEqual(await subjectsTo(admin.email), [
    "API key issued: test (…)",
    "API key replaced: test (…)",
    "API key revoked: test (…)",
  ]);
  assert.deepEqual(await subjectsTo(buyer.email), []);
  const [, replaced, revoked] = await readMails(people, admin.email);
  assert.match(replaced?.body ?? "", /If not, revoke the key at\nhttps?:.+\/developers\nand write/);
  assert.match(revoked?.body ?? "", /\n\nIf you did not expect this, write to \S+\.\n$/);
  assert.match(replaced?.body ?? "", /The old key works until \d/);
  assert.doesNotMatch(replaced?.body ?? "", /sk_live_/);
});

function call(key: string, from: string) {
  return app.server.inject({
    method: "POST",
    url: `${canonicalPrefix}/catalog`,
    remoteAddress: from,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    payload: JSON.stringify({ part_numbers: ["X"] }),
  });
}

test("only the first use of a key from another network is notified", async () => {
  const { account, admin } = await openAccountWithAdmin();
  const { key, keyId } = account;
  await runJobs(keyId);
  assert.equal((await call(key, "192.0.2.7")).statusCode, 200);
  assert.deepEqual(await runJobs(keyId), [1]);
  await call(key, "192.0.2.200");
  await call(key, "192.0.2.7");
  assert.deepEqual(await runJobs(keyId), [], "the network is the same");
  await call(key, "2001:db8:1:2:3::4");
  assert.deepEqual(await runJobs(keyId), [1], "within the second for which the key is remembered");
  const bodies = (await readMails(people, admin.email)).map(({ body }) => body);
  assert.match(bodies.at(-2) ?? "", /^192\.0\.2\.0\/24$/m);
  assert.match(bodies.at(-1) ?? "", /^2001:db8:1:2::\/64$/m);
});

test("up to three networks per key and day are notified, further ones only recorded", async () => {
  const { account } = await openAccountWithAdmin();
  const { key, keyId } = account;
  await runJobs(keyId);
  const notified: number[] = [];
  for (let place = 1; place <= mailedNetworksADay + 1; place += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    await call(key, `10.0.${place}.1`);
    notified.push(...(await runJobs(keyId)));
  }
  assert.deepEqual(notified, [1, 1, 1, 0]);
  app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
  await call(key, "10.9.9.9");
  assert.deepEqual(await runJobs(keyId), [1]);
});

test("a refused key records no network", async () => {
  const { account } = await openAccountWithAdmin();
  const { key, keyId } = account;
  await revokeKey(app.database.db, { keyId, accountId: null }, app.clock.now, shellActor);
  await runJobs(keyId);
  assert.equal((await call(key, "192.0.2.9")).statusCode, 401);
  assert.deepEqual(await runJobs(keyId), []);
});

test("an account without an admin is notified at its own address", async () => {
  const account = await app.openAccount();
  const { keyId } = account;
  assert.deepEqual(await runJobs(keyId), [1]);
  const found = await owner.client.query(
    "select recipient from mails where account_id = $1 and kind = 'key changed'",
    [account.accountId],
  );
  assert.deepEqual(found.rows, [{ recipient: "buyer@example.com" }]);
});

test("a job without a key and a change fails", async () => {
  for (const payload of [null, {}, { key_id: "x", change: "issued" }]) {
    await assert.rejects(sendKeyChangeMail(people, payload, app.clock.now), /names no key/);
  }
});

test("the invitations of an admin end when the admin is removed", async () => {
  const { keyAccount, admin } = await openAccountWithAdmin();
  const { now } = app.clock;
  const other = await makeUser(people, now, { account: keyAccount, role: "admin" });
  const userOf = ({ userId, email }: TestUser) =>
    userActor({ signedIn: { user: { userId, email, name: "A" } }, requestId: "req_1" });
  const invite = (address: string, actor: Actor) => {
    const email = parseEmail(address) ?? assert.fail();
    const request = { account: keyAccount, email, name: null, role: "admin", actor } as const;
    return invitePerson(people, request, now);
  };
  await invite("friend@example.example", userOf(admin));
  await invite("kept@example.example", userOf(other));
  await invite("ours@example.example", shellActor);
  const removal = { accountId: keyAccount.accountId, userId: admin.userId, actor: shellActor };
  assert.equal(await removeMember(app.database.db, removal, now), "changed");
  const left = await selectInvitations(app.database.db, keyAccount.accountId);
  assert.deepEqual(left.map(({ email }) => email).toSorted(), [
    "kept@example.example",
    "ours@example.example",
  ]);
});
