// The people of the demo: of its accounts, and one operator. Their password is made at the first
// start and kept beside the demo's key: none that is written here could be tried on a service that
// somebody left open.

import { parseEmail } from "../accounts/emailAddress.ts";
import { selectAccount } from "../accounts/queries.ts";
import { insertUser, selectUserByEmail, updatePassword } from "../accounts/userQueries.ts";
import { newId } from "../db/newId.ts";
import type { PasswordHash } from "../signIn/passwordHasher.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { PeopleKind } from "../signIn/peopleKind.ts";
import { mintToken } from "../signIn/plainToken.ts";
import type { UserId } from "../signIn/signedIn.ts";

/** One person for each account of the demo, with every right of its people. */
export const demoLogins = [
  { account: "Example Air", name: "Ines Example", email: "ines@example-air.example" },
  {
    account: "Example Repair Station",
    name: "Tomas Example",
    email: "tomas@example-repair.example",
  },
] as const;

/** Who runs the demo's console, with every right in it. */
export const demoOperator = { name: "Odile Example", email: "odile@desk.example" } as const;

/** A login; of an operator where it has no account. */
type Login = { readonly account?: string; readonly name: string; readonly email: string };
type Context = Pick<PeopleContext, "db" | "hasher">;

const everyLogin: readonly Login[] = [...demoLogins, demoOperator];
const passwordLength = 20;

function kindOf({ account }: Login): PeopleKind {
  return account === undefined ? "operators" : "buyers";
}

async function opens({ db, hasher }: Context, login: Login, password: string): Promise<boolean> {
  const email = parseEmail(login.email);
  const user = email === undefined ? undefined : await selectUserByEmail(db, kindOf(login), email);
  if (user === undefined) return false;
  return (await hasher.verify(password, user.passwordHash)) !== "wrong";
}

async function setLogin(
  { db }: Context,
  login: Login,
  passwordHash: PasswordHash,
  now: Date,
): Promise<void> {
  const email = parseEmail(login.email);
  const account = login.account === undefined ? null : await selectAccount(db, login.account);
  if (email === undefined || account === undefined) {
    throw new Error(`The demo has no account for ${login.email}.`);
  }
  const known = await selectUserByEmail(db, kindOf(login), email);
  if (known !== undefined) return updatePassword(db, known.userId, passwordHash);
  const userId = newId() as UserId;
  const accountId = account?.accountId ?? null;
  const { name } = login;
  await insertUser(db, { userId, accountId, email, name, role: "admin", passwordHash, now });
}

/**
 * The password that opens every demo login: the one kept from an earlier start where it still
 * does, else a new one, which then opens them all.
 */
export async function prepareDemoLogins(
  context: Context,
  kept: string | undefined,
  now: Date,
): Promise<string> {
  if (kept !== undefined) {
    const opened = await Promise.all(everyLogin.map((login) => opens(context, login, kept)));
    if (opened.every(Boolean)) return kept;
  }
  const password = mintToken().slice(0, passwordLength);
  const hash = await context.hasher.hash(password);
  for (const login of everyLogin) await setLogin(context, login, hash, now);
  return password;
}
