// People of a test's database: accounts with users whose passwords are cheap to hash.

import { randomBytes } from "node:crypto";
import type { AccountId } from "../../src/accounts/account.ts";
import { shellActor } from "../../src/audit/actor.ts";
import type { Database } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import { type EmailAddress, parseEmail } from "../../src/mail/emailAddress.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { invitePerson } from "../../src/people/invitePerson.ts";
import { createPasswordHasher } from "../../src/signIn/passwordHasher.ts";
import { createPeopleContext, type PeopleContext } from "../../src/signIn/peopleContext.ts";
import type { PlainToken } from "../../src/signIn/plainToken.ts";
import { findSession } from "../../src/signIn/sessions.ts";
import type { SignedIn, UserId, UserRole } from "../../src/signIn/signedIn.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { insertUser } from "../../src/signIn/userQueries.ts";
import { insertAccount } from "./insertBuyer.ts";
import { runSql } from "./runSql.ts";

/** Hashes at a cost that takes no time; the real cost is tested in test/rules. */
export const cheapHasher = createPasswordHasher({ memoryKiB: 64, passes: 1 });

/** The password of every user that a test creates. */
export const testPassword = "tvqz hmro wkxbe";

/** A user with the account they belong to. */
export type TestUser = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly email: EmailAddress;
};

/** A context with cheap passwords; everything else is as in the service with `secret`. */
export function createTestPeople(db: Database, secret: Buffer = randomBytes(32)): PeopleContext {
  const publicUrl = "https://parts.example";
  const supportEmail = "support@parts.example";
  return createPeopleContext({
    db,
    secret,
    publicUrl,
    supportEmail,
    smtpUrl: null,
    hasher: cheapHasher,
  });
}

/** Opens an account with a name that no other test uses. */
export async function openPeoplesAccount(
  db: Database,
  now: Date,
): Promise<{ accountId: AccountId; name: string }> {
  const accountId = await insertAccount(db, now);
  return { accountId, name: `Account ${accountId}` };
}

/** Creates a user of an account, or of a new one, whose password is `testPassword`. */
export async function makeUser(
  { db, hasher }: PeopleContext,
  now: Date,
  options: { account?: { accountId: AccountId; name: string }; role?: UserRole } = {},
): Promise<TestUser> {
  const account = options.account ?? (await openPeoplesAccount(db, now));
  const userId = newId() as UserId;
  const email = parseEmail(`u${userId}@example.example`);
  if (email === undefined) throw new Error("The test's address is none.");
  const { accountId, name: accountName } = account;
  const passwordHash = await hasher.hash(testPassword);
  const role = options.role ?? "buyer";
  await insertUser(db, { userId, accountId, email, name: "Una Buyer", role, passwordHash, now });
  return { userId, accountId, accountName, email };
}

/** What a browser sends in tests. */
export const visit = { requestId: "a test", userAgent: "a test", replaces: undefined } as const;

/** Signs a user in by their password and returns the token; fails if that is refused. */
export async function signInAs(
  context: PeopleContext,
  { email }: { readonly email: string },
  now: Date,
): Promise<PlainToken> {
  const request = { email, password: testPassword, address: "192.0.2.1", ...visit };
  const signed = await signIn(context, request, now);
  if (signed.outcome !== "signed in") throw new Error(`The sign-in was ${signed.outcome}.`);
  return signed.token;
}

/** The person a token belongs to; fails if there is none. */
export async function requireSignedIn(
  { db }: PeopleContext,
  token: string,
  now: Date,
): Promise<SignedIn> {
  const signedIn = await findSession(db, token, now);
  if (signedIn === undefined) throw new Error("The session is not good.");
  return signedIn;
}

/** A queued e-mail with its secrets decrypted. */
export type QueuedMail = {
  readonly kind: string;
  readonly subject: string;
  readonly body: string;
  readonly secrets: Readonly<Record<string, string>>;
};

/** The e-mails to an address, oldest first. */
export async function readMails(
  { db, mailEncryption }: PeopleContext,
  recipient: string,
): Promise<QueuedMail[]> {
  type Row = {
    mail_id: MailId;
    kind: string;
    subject: string;
    body: string;
    encrypted_secrets: Buffer | null;
  };
  const text = "select * from mails where recipient = $1 order by mail_id";
  const rows = await runSql<Row>(db, text, [recipient]);
  return rows.map(({ mail_id, kind, subject, body, encrypted_secrets: encrypted }) => {
    const secrets = encrypted === null ? {} : (mailEncryption.decrypt(mail_id, encrypted) ?? {});
    return { kind, subject, body, secrets };
  });
}

/** Invites a person as admin to an account of their own; the path of the mail's link. */
export async function inviteTo(people: PeopleContext, email: string, now: Date): Promise<string> {
  const account = await openPeoplesAccount(people.db, now);
  const request = { account, name: "Ann", role: "admin", actor: shellActor } as const;
  await invitePerson(people, { ...request, email: email as EmailAddress }, now);
  const mails = await readMails(people, email);
  return new URL(mails.at(-1)?.secrets["link"] ?? "").pathname;
}

let serial = 0;

/** An address that no other test uses. */
export function newEmail(): EmailAddress {
  serial += 1;
  return `new${serial}@example.example` as EmailAddress;
}

/** The token in the link of an e-mail. */
export const tokenOf = (link: string | undefined): string => link?.split("/").at(-1) ?? "";
