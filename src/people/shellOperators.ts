import { type Command, Option } from "commander";
import { shellActor } from "../audit/actor.ts";
import { formatTable, type JsonOption, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { type OperatorRole, operatorRoles } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import { removeMember } from "./changeMember.ts";
import { selectOperators } from "./operatorQueries.ts";
import { readEmail, readName, runInvite } from "./shellInvite.ts";

type CreateOptions = {
  readonly email: EmailAddress;
  readonly role: OperatorRole;
  readonly name?: string;
  readonly json: boolean;
};

async function create(shell: Shell, options: CreateOptions): Promise<void> {
  const { email, role, name = null, json } = options;
  const invited = { account: null, email, role, name, actor: shellActor };
  await withDatabase(shell, (db, config, secret) =>
    runInvite(shell, { db, config, secret }, invited, json),
  );
}

async function list(shell: Shell, { json }: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const operators = await selectOperators(db, shell.now());
    const value = operators.map((operator) => ({
      operator_id: operator.operatorId,
      email: operator.email,
      name: operator.name,
      role: operator.role,
      second_factor: operator.hasSecondFactor,
      sessions: operator.sessions,
      last_used_at: operator.lastUsedAt?.toISOString() ?? null,
    }));
    const rows = value.map((row) => [
      row.operator_id,
      row.email,
      row.name,
      row.role,
      row.last_used_at ?? "no session",
    ]);
    printResult(json, value, formatTable(["operator", "email", "name", "role", "last used"], rows));
  });
}

async function remove(shell: Shell, email: EmailAddress, { json }: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const known = await selectUserByEmail(db, "operators", email);
    const choice = known && { accountId: null, userId: known.userId, actor: shellActor };
    const change = choice && (await removeMember(db, choice, shell.now()));
    if (known === undefined || change === "unknown") {
      throw new CommandFailure("notFound", `There is no operator ${email}.`);
    }
    if (change === "last admin") {
      const message = `${email} is the last admin of the console. Invite another admin first.`;
      throw new CommandFailure("conflict", message);
    }
    const value = { operator_id: known.userId, state: "removed" };
    printResult(json, value, [`Removed ${email}.`]);
  });
}

export function addOperatorCommands(program: Command, shell: Shell): void {
  const operator = program.command("operator").description("manage operators of the console");
  operator
    .command("create")
    .description("invite an operator; prints the link if no mail server is configured")
    .requiredOption("--email <address>", "e-mail address of the operator", readEmail)
    .addOption(
      new Option("--role <role>", "role of the operator").choices(operatorRoles).default("admin"),
    )
    .option("--name <name>", "name in the invitation", readName)
    .option("--json", "print JSON", false)
    .action((options: CreateOptions) => create(shell, options));
  operator
    .command("list")
    .description("list operators")
    .option("--json", "print JSON", false)
    .action((options: JsonOption) => list(shell, options));
  operator
    .command("remove")
    .description("remove an operator; their sessions end immediately")
    .argument("<email>", "e-mail address of the operator", readEmail)
    .option("--json", "print JSON", false)
    .action((email: EmailAddress, options: JsonOption) => remove(shell, email, options));
}
