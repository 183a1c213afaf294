// An operator who is signed in to the console, and the requests of their browser.

import { operatorActor } from "../../src/audit/actor.ts";
import { newId } from "../../src/db/newId.ts";
import type { OperatorId, OperatorRole } from "../../src/signIn/signedIn.ts";
import { openPerson, type TestPerson } from "./testVisitor.ts";

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
  app: Parameters<typeof openPerson>[0],
  options: { readonly role?: OperatorRole; readonly name?: string } = {},
): Promise<TestOperator> {
  const { role = "admin", name = "Olga Operator" } = options;
  const person = await openPerson(app, { accountId: null, role, name }, consoleCookieName);
  return { ...person, operatorId: person.userId as unknown as OperatorId };
}
