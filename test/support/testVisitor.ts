// Someone who is signed in to the portal, and the requests of their browser.

import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import { newId } from "../../src/db/newId.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import type { PasswordHash } from "../../src/signIn/passwordHasher.ts";
import { createSession } from "../../src/signIn/sessions.ts";
import type { UserId, UserRole } from "../../src/signIn/signedIn.ts";
import { insertUser } from "../../src/signIn/userQueries.ts";
import type { TestApp } from "./testApp.ts";

/** The requests of a person's browser. */
export type TestPerson = {
  readonly email: string;
  /** The session's token, and the cookie that carries it: its name, and the header. */
  readonly token: string;
  readonly cookieName: string;
  readonly cookie: string;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Sends a form as a browser does from a page of the site. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>> | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
};

export type TestVisitor = TestPerson & { readonly userId: UserId };

export const cookieName = "__Host-partsdesk";

/** The headers that a browser sends with a form of the same site. */
const ownForm = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
  accept: "text/html",
};

/** Requests with a session. */
export function sendAs(
  server: FastifyInstance,
  name: string,
  token: string,
): Omit<TestPerson, "email"> {
  const cookie = `${name}=${token}`;
  return {
    token,
    cookieName: name,
    cookie,
    get: (url) => server.inject({ url, headers: { cookie, accept: "text/html" } }),
    post: (url, fields = {}, headers = {}) =>
      server.inject({
        method: "POST",
        url,
        headers: { ...ownForm, cookie, ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
  };
}

type Opened = Pick<TestApp, "server" | "database" | "clock">;

/** Creates a user, an operator if there is no account, and signs them in. */
export async function openPerson(
  app: Opened,
  person: Pick<Parameters<typeof insertUser>[1], "accountId" | "role" | "name">,
  cookie: string,
): Promise<TestPerson & { readonly userId: UserId }> {
  const { db } = app.database;
  const userId = newId() as UserId;
  const email = parseEmail(`u${userId}@example.example`);
  if (email === undefined) throw new Error("The test's address is none.");
  const { now } = app.clock;
  const passwordHash = "no password opens this" as PasswordHash;
  await insertUser(db, { ...person, userId, email, passwordHash, now });
  const client = { userAgent: "a test", replaces: undefined };
  const token = await db.transaction((tx) => createSession(tx, userId, client, now));
  return { userId, email, ...sendAs(app.server, cookie, token) };
}

/** Creates a user of an account and signs them in. */
export function openVisitor(
  app: Opened,
  accountId: AccountId,
  { role = "buyer", name = "Una Buyer" }: { readonly role?: UserRole; readonly name?: string } = {},
): Promise<TestVisitor> {
  return openPerson(app, { accountId, role, name }, cookieName);
}
