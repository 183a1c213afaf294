// The logins of the demo. Invariant: their password is created at the first start and stored next
// to the demo key, because a known default could be tried on public services.
import { selectAccount } from "../accounts/queries.ts";
import { newId } from "../db/newId.ts";
import { parseEmail } from "../mail/emailAddress.ts";
import type { PasswordHash } from "../signIn/passwordHasher.ts";
import type { PeopleContext, PeopleKind } from "../signIn/peopleContext.ts";
import { mintToken } from "../signIn/plainToken.ts";
import type { UserId } from "../signIn/signedIn.ts";
import { insertUser, selectUserByEmail, updatePassword } from "../signIn/userQueries.ts";

/** One admin per demo account. */
export const demoLogins = [
  { account: "Example Air", name: "Ines Example", email: "ines@example-air.example" },
  {
    account: "Example Repair Station",
    name: "Tomas Example",
    email: "tomas@example-repair.example",
  },
] as const;

/** The admin of the demo console. */
export const demoOperator = { name: "Odile Example", email: "odile@desk.example" } as const;

/** A login without an account is an operator. */
type Login = { readonly account?: string; readonly name: string; readonly email: string };
type Context = Pick<PeopleContext, "db" | "hasher">;

const everyLogin: readonly Login[] = [...demoLogins, demoOperator];
const passwordLength = 20;

function kindOf({ account }: Login): PeopleKind {
  return account === undefined ? "operators" : "buyers";
}

async function canSignIn(
  { db, hasher }: Context,
  login: Login,
  password: string,
): Promise<boolean> {
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
 * Returns the stored password if it is valid for every demo login; otherwise sets a new one for
 * all.
 */
export async function prepareDemoLogins(
  context: Context,
  stored: string | undefined,
  now: Date,
): Promise<string> {
  if (stored !== undefined) {
    const valid = await Promise.all(everyLogin.map((login) => canSignIn(context, login, stored)));
    if (valid.every(Boolean)) return stored;
  }
  const password = mintToken().slice(0, passwordLength);
  const hash = await context.hasher.hash(password);
  for (const login of everyLogin) await setLogin(context, login, hash, now);
  return password;
}
