import { type Command, InvalidArgumentError, Option } from "commander";
import { removeUser } from "../accounts/changeUser.ts";
import { inviteUser } from "../accounts/inviteUser.ts";
import { parsePersonName } from "../accounts/personName.ts";
import { shellActor } from "../audit/actor.ts";
import { type EmailAddress, parseEmail } from "../mail/emailAddress.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext } from "../signIn/peopleContext.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { type ListedUser, selectUserByEmail, selectUsers } from "../signIn/userQueries.ts";
import { requireAccount } from "./addAccountCommands.ts";
import { formatTable, printResult } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

export function readEmail(text: string): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined)
    throw new InvalidArgumentError("Expected an address such as ann@b.example.");
  return email;
}

export function readName(text: string): string {
  const name = parsePersonName(text);
  if (name === undefined)
    throw new InvalidArgumentError("Expected 1 to 200 characters on one line.");
  return name;
}

type InviteOptions = {
  readonly account: string;
  readonly email: EmailAddress;
  readonly role: UserRole;
  readonly name?: string;
  readonly json: boolean;
};

/** Prints the link only if no e-mail is sent. */
async function invite(shell: Shell, options: InviteOptions): Promise<void> {
  await withDatabase(shell, async (db, config, secret) => {
    const account = await requireAccount(db, options.account);
    const { email, role } = options;
    const known = await selectUserByEmail(db, "buyers", email);
    if (known !== undefined) {
      throw new CommandFailure("conflict", `${email} is already a user of ${known.accountName}.`);
    }
    const context = createPeopleContext({
      ...config,
      db,
      secret,
      hasher: createPasswordHasher(),
    });
    const request = { account, email, role, name: options.name ?? null };
    const invited = await inviteUser(context, { ...request, actor: shellActor }, shell.now());
    if (invited.outcome === "already a user") {
      throw new CommandFailure("conflict", `${email} is already a user.`);
    }
    if (invited.outcome === "too many") {
      const message = `Too many invitations. Try again in ${invited.waitS} seconds.`;
      throw new CommandFailure("conflict", message);
    }
    const link = config.smtpUrl === null ? invited.link : null;
    const expiresAt = invited.expiresAt.toISOString();
    const value = {
      invitation_id: invited.invitationId,
      account_id: account.accountId,
      email,
      role,
      expires_at: expiresAt,
      link,
    };
    printResult(options.json, value, [
      `Invited ${email} to ${account.name} as ${role}. The invitation expires at ${expiresAt}.`,
      ...(link === null ? [] : ["No e-mail is sent: SMTP_URL is not set. Send this link:", link]),
    ]);
  });
}

function describeUser(user: ListedUser): Record<string, unknown> {
  return {
    user_id: user.userId,
    account_id: user.accountId,
    email: user.email,
    name: user.name,
    role: user.role,
    second_factor: user.hasSecondFactor,
    created_at: user.createdAt.toISOString(),
    last_used_at: user.lastUsedAt?.toISOString() ?? null,
  };
}

async function list(shell: Shell, options: { account?: string; json: boolean }): Promise<void> {
  await withDatabase(shell, async (db) => {
    const account =
      options.account === undefined ? null : await requireAccount(db, options.account);
    const users = await selectUsers(db, account?.accountId ?? null);
    const rows = users.map(({ userId, email, name, role, lastUsedAt }) => [
      userId,
      email,
      name,
      role,
      lastUsedAt?.toISOString() ?? "no session",
    ]);
    const head = ["user", "email", "name", "role", "last used"];
    printResult(options.json, users.map(describeUser), formatTable(head, rows));
  });
}

async function remove(shell: Shell, email: EmailAddress, json: boolean): Promise<void> {
  await withDatabase(shell, async (db) => {
    const user = await selectUserByEmail(db, "buyers", email);
    const { userId, accountId = null } = user ?? {};
    if (userId === undefined || accountId === null) {
      throw new CommandFailure("notFound", `There is no user ${email}.`);
    }
    const change = await removeUser(db, { userId, accountId, actor: shellActor }, shell.now());
    if (change === "unknown") {
      throw new CommandFailure("notFound", `There is no user ${email}.`);
    }
    if (change === "last admin") {
      const message = `${email} is the last admin of ${user?.accountName}. Invite another first.`;
      throw new CommandFailure("conflict", message);
    }
    printResult(json, { user_id: userId, state: "removed" }, [`Removed ${email}.`]);
  });
}

export function addUserCommands(program: Command, shell: Shell): void {
  const user = program.command("user").description("manage the users of accounts");
  user
    .command("invite")
    .description("invite a user; prints the link if no mail server is configured")
    .requiredOption("--account <account>", "id or name of the account")
    .requiredOption("--email <address>", "e-mail address of the user", readEmail)
    .addOption(
      new Option("--role <role>", "role of the user; an admin also manages the account's users")
        .choices(["buyer", "admin"])
        .default("buyer"),
    )
    .option("--name <name>", "name in the invitation", readName)
    .option("--json", "print JSON", false)
    .action((options: InviteOptions) => invite(shell, options));
  user
    .command("list")
    .description("list users")
    .option("--account <account>", "only this account")
    .option("--json", "print JSON", false)
    .action((options: { account?: string; json: boolean }) => list(shell, options));
  user
    .command("remove")
    .description("remove a user; their sessions end immediately")
    .argument("<email>", "e-mail address of the user", readEmail)
    .option("--json", "print JSON", false)
    .action((email: EmailAddress, options: { json: boolean }) =>
      remove(shell, email, options.json),
    );
}
