import assert from "node:assert/strict";
import { test } from "node:test";
import { changeSuspension } from "../../src/accounts/changeSuspension.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { shellActor, userActor } from "../../src/audit/actor.ts";
import type { EmailAddress } from "../../src/mail/emailAddress.ts";
import { selectMails } from "../../src/mail/outboxQueries.ts";
import { acceptInvitation, findInvitation } from "../../src/people/acceptInvitation.ts";
import { deleteInvitation, selectInvitations } from "../../src/people/invitationQueries.ts";
import {
  invitationLifeMs,
  invitePerson,
  withdrawInvitation,
} from "../../src/people/invitePerson.ts";
import { findSession } from "../../src/signIn/sessions.ts";
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

test("an unsent e-mail with an invitation needs no delivery once the person has joined", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const [joined, invited] = [newEmail(), newEmail()];
  const token = await invite(account, joined);
  await invite(account, invited);
  await runSql(database.db, "update mails set state = 'kept' where kind = 'invitation'");
  assert.equal((await accept(token)).outcome, "accepted");
  const stateOf = async (recipient: EmailAddress) => {
    const page = { before: null, limit: 5 };
    return (await selectMails(database.db, { state: null, recipient }, page)).map(
      ({ state, kind, dismissedAt }) =>
        `${kind} ${state}${dismissedAt === null ? "" : ", dismissed"}`,
    );
  };
  assert.deepEqual(await stateOf(joined), ["invitation kept, dismissed"]);
  assert.deepEqual(await stateOf(invited), ["invitation kept"]);
});

test("an e-mail with a withdrawn or replaced invitation needs no delivery", async () => {
  const account = await openPeoplesAccount(database.db, now);
  const email = newEmail();
  await invite(account, email);
  await invite(account, email);
  const states = async () => {
    const mails = await selectMails(
      database.db,
      { state: null, recipient: email },
      { before: null, limit: 5 },
    );
    return mails.map(({ dismissedAt }) => (dismissedAt === null ? "open" : "dismissed"));
  };
  assert.deepEqual(await states(), ["open", "dismissed"]);
  const [listed] = await selectInvitations(database.db, account.accountId);
  assert.ok(listed);
  const choice = { accountId: account.accountId, invitationId: listed.invitationId };
  assert.equal(await withdrawInvitation(database.db, choice, shellActor, now), true);
  assert.deepEqual(await states(), ["dismissed", "dismissed"]);
});

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
  await changeSuspension(database.db, found, "suspend", shellActor, now);
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
