import { selectAccount } from "../../accounts/queries.ts";
import type { OperatorIdentity } from "../../audit/actor.ts";
import type { Database } from "../../db/database.ts";
import type { SessionId, SignedIn } from "../../signIn/signedIn.ts";
import { selectUserByEmail } from "../../signIn/userQueries.ts";
import { demoOperator } from "../demoLogins.ts";
import { toEmail } from "./historyKeys.ts";

/** No session of the database: the history signs nobody in. */
const noSession = "" as SessionId;

/** The admin of a demo account, as if signed in. */
export async function findBuyer(
  db: Database,
  login: { readonly account: string; readonly email: string },
): Promise<SignedIn> {
  const account = await selectAccount(db, login.account);
  const user = await selectUserByEmail(db, "buyers", toEmail(login.email));
  if (account === undefined || user === undefined) {
    throw new Error(`The demo has no login ${login.email}.`);
  }
  const { userId, name, email } = user;
  return { sessionId: noSession, user: { userId, name, email, role: "admin" }, account };
}

export async function findOperator(db: Database): Promise<OperatorIdentity> {
  const user = await selectUserByEmail(db, "operators", toEmail(demoOperator.email));
  if (user === undefined) throw new Error("The demo has no operator.");
  const { userId: operatorId, name, email, role } = user;
  return { operatorId, name, email, role };
}
