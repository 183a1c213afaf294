// An operator who is signed in to the console, and the requests of their browser.

import { operatorActor } from "../../src/audit/actor.ts";
import { newId } from "../../src/db/newId.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import type { PasswordHash } from "../../src/signIn/passwordHasher.ts";
import { createSession } from "../../src/signIn/sessions.ts";
import type { OperatorId, OperatorRole } from "../../src/signIn/signedIn.ts";
import { insertUser } from "../../src/signIn/userQueries.ts";
import type { TestApp } from "./testApp.ts";
import { sendAs, type TestPerson } from "./testVisitor.ts";

/** An operator who does something without the console. */
export const anyOperator = operatorActor({
  signedIn: {
    operator: {
      operatorId: newId() as OperatorId,
      name: "Olga Operator",
      email: "olga@desk.example",
      role: "admin",
    },
  },
  requestId: "r",
});

export type TestOperator = TestPerson & { readonly operatorId: OperatorId };

export const consoleCookieName = "__Host-partsdesk-console";

/** Creates an operator and signs them in. */
export async function openOperator(
  app: Pick<TestApp, "server" | "database" | "clock">,
  options: { readonly role?: OperatorRole; readonly name?: string } = {},
): Promise<TestOperator> {
  const { role = "admin", name = "Olga Operator" } = options;
  const { db } = app.database;
  const operatorId = newId() as OperatorId;
  const email = parseEmail(`o${operatorId}@desk.example`);
  if (email === undefined) throw new Error("The test's address is none.");
  const { now } = app.clock;
  const passwordHash = "no password opens this" as PasswordHash;
  const user = { userId: operatorId, accountId: null, email, name, role, passwordHash, now };
  await insertUser(db, user);
  const token = await db.transaction((tx) =>
    createSession(tx, operatorId, { userAgent: "a test", replaces: undefined }, now),
  );
  return { operatorId, email, ...sendAs(app.server, consoleCookieName, token) };
}
