import { type Command, Option } from "commander";
import { requireAccount } from "../accounts/shellAccounts.ts";
import { shellActor } from "../audit/actor.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
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
}
