import { type Command, Option } from "commander";
import { type AccountOption, findAccountId, requireAccount } from "../accounts/shellAccounts.ts";
import { shellActor } from "../audit/actor.ts";
import { formatTable, type JsonOption, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { type ListedUser, selectUserByEmail, selectUsers } from "../signIn/userQueries.ts";
import { removeMember } from "./changeMember.ts";
import { readEmail, readName, runInvite } from "./shellInvite.ts";

type InviteOptions = {
  readonly account: string;
  readonly email: EmailAddress;
  readonly role: UserRole;
  readonly name?: string;
  readonly json: boolean;
};

async function invite(shell: Shell, options: InviteOptions): Promise<void> {
  await withDatabase(shell, async (db, config, secret) => {
    const account = await requireAccount(db, options.account);
    const { email, role, name = null, json } = options;
    const known = await selectUserByEmail(db, "buyers", email);
    if (known !== undefined) {
      throw new CommandFailure("conflict", `${email} is already a user of ${known.accountName}.`);
    }
    const invited = { account, email, role, name, actor: shellActor };
    await runInvite(shell, { db, config, secret }, invited, json);
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

async function list(shell: Shell, options: AccountOption & JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const users = await selectUsers(db, await findAccountId(db, options));
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

async function remove(shell: Shell, email: EmailAddress, { json }: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const user = await selectUserByEmail(db, "buyers", email);
    const { userId, accountId = null } = user ?? {};
    if (userId === undefined || accountId === null) {
      throw new CommandFailure("notFound", `There is no user ${email}.`);
    }
    const change = await removeMember(db, { userId, accountId, actor: shellActor }, shell.now());
    if (change === "unknown") {
      throw new CommandFailure("notFound", `There is no user ${email}.`);
    }
    if (change === "last admin") {
      const what = `the last admin of ${user?.accountName}`;
      const message = `${email} is ${what}. Invite another admin first.`;
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
    .action((options: AccountOption & JsonOption) => list(shell, options));
  user
    .command("remove")
    .description("remove a user; their sessions end immediately")
    .argument("<email>", "e-mail address of the user", readEmail)
    .option("--json", "print JSON", false)
    .action((email: EmailAddress, options: JsonOption) => remove(shell, email, options));
}
