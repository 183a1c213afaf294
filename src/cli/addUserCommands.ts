// partsdesk user invite, list, remove.

import { type Command, Option } from "commander";
import type { EmailAddress } from "../accounts/emailAddress.ts";
import { inviteUser } from "../accounts/inviteUser.ts";
import { removeUser } from "../accounts/memberChange.ts";
import { type ListedUser, selectUserByEmail, selectUsers } from "../accounts/userQueries.ts";
import { shellActor } from "../audit/actor.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext } from "../signIn/peopleContext.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { requireAccount } from "./addAccountCommands.ts";
import { formatTable, printResult } from "./printResult.ts";
import { readEmail, readName } from "./readEmail.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

type InviteOptions = {
  readonly account: string;
  readonly email: EmailAddress;
  readonly role: UserRole;
  readonly name?: string;
  readonly json: boolean;
};

/** Says where the invitation went; the link itself only where no mail will bring it. */
async function invite(shell: Shell, options: InviteOptions): Promise<void> {
  await withDatabase(shell, async (db, config, secret) => {
    const account = await requireAccount(db, options.account);
    const { email, role } = options;
    const known = await selectUserByEmail(db, "buyers", email);
    if (known !== undefined) {
      throw new CommandFailure("conflict", `${email} signs in already, to ${known.accountName}.`);
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
      throw new CommandFailure("conflict", `${email} signs in already.`);
    }
    if (invited.outcome === "too many") {
      const message = `Too many invitations; try again in ${invited.waitS} seconds.`;
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
      `${email} is invited to ${account.name} as ${role}, until ${expiresAt}.`,
      ...(link === null ? [] : ["There is no mail: SMTP_URL is not set. Pass this link on:", link]),
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
      throw new CommandFailure("notFound", `Nobody signs in as ${email}.`);
    }
    const change = await removeUser(db, { userId, accountId, actor: shellActor }, shell.now());
    if (change === "unknown") {
      throw new CommandFailure("notFound", `Nobody signs in as ${email}.`);
    }
    if (change === "last admin") {
      const message = `${email} is the last admin of ${user?.accountName}; invite another first.`;
      throw new CommandFailure("conflict", message);
    }
    printResult(json, { user_id: userId, state: "removed" }, [`${email} is removed.`]);
  });
}

/** Adds the commands of the people of accounts. */
export function addUserCommands(program: Command, shell: Shell): void {
  const user = program.command("user").description("people who sign in for an account");
  user
    .command("invite")
    .description("invite a person; prints the link where there is no mail")
    .requiredOption("--account <account>", "id or name of the account")
    .requiredOption("--email <address>", "where the invitation goes", readEmail)
    .addOption(
      new Option("--role <role>", "an admin also changes the account's people")
        .choices(["buyer", "admin"])
        .default("buyer"),
    )
    .option("--name <name>", "what the mail calls them", readName)
    .option("--json", "answer as JSON", false)
    .action((options: InviteOptions) => invite(shell, options));
  user
    .command("list")
    .description("list the people who sign in")
    .option("--account <account>", "only of this account")
    .option("--json", "answer as JSON", false)
    .action((options: { account?: string; json: boolean }) => list(shell, options));
  user
    .command("remove")
    .description("remove a person; their sessions end at once")
    .argument("<email>", "the address they sign in with", readEmail)
    .option("--json", "answer as JSON", false)
    .action((email: EmailAddress, options: { json: boolean }) =>
      remove(shell, email, options.json),
    );
}
