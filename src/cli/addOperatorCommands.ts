import { type Command, Option } from "commander";
import { removeOperator } from "../accounts/changeOperator.ts";
import { inviteOperator } from "../accounts/inviteOperator.ts";
import { selectOperators } from "../accounts/operatorQueries.ts";
import { shellActor } from "../audit/actor.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext } from "../signIn/peopleContext.ts";
import { sessionCutoffs } from "../signIn/sessionQueries.ts";
import { type OperatorRole, operatorRoles } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import { readEmail, readName } from "./addUserCommands.ts";
import { formatTable, printResult } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

type CreateOptions = {
  readonly email: EmailAddress;
  readonly role: OperatorRole;
  readonly name?: string;
  readonly json: boolean;
};

/** Prints the link only if no e-mail is sent. */
async function create(shell: Shell, { email, role, name, json }: CreateOptions): Promise<void> {
  await withDatabase(shell, async (db, config, secret) => {
    const context = createPeopleContext({
      ...config,
      db,
      secret,
      hasher: createPasswordHasher(),
      kind: "operators",
    });
    const request = { email, role, name: name ?? null };
    const invited = await inviteOperator(context, request, shellActor, shell.now());
    if (invited.outcome === "already an operator") {
      throw new CommandFailure("conflict", `${email} is already an operator.`);
    }
    if (invited.outcome === "too many") {
      const message = `Too many invitations. Try again in ${invited.waitS} seconds.`;
      throw new CommandFailure("conflict", message);
    }
    const link = config.smtpUrl === null ? invited.link : null;
    const expiresAt = invited.expiresAt.toISOString();
    const value = {
      invitation_id: invited.invitationId,
      email,
      role,
      expires_at: expiresAt,
      link,
    };
    printResult(json, value, [
      `Invited ${email} to the console as ${role}. The invitation expires at ${expiresAt}.`,
      ...(link === null ? [] : ["No e-mail is sent: SMTP_URL is not set. Send this link:", link]),
    ]);
  });
}

async function list(shell: Shell, json: boolean): Promise<void> {
  await withDatabase(shell, async (db) => {
    const operators = await selectOperators(db, sessionCutoffs(shell.now()));
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

async function remove(shell: Shell, email: EmailAddress, json: boolean): Promise<void> {
  await withDatabase(shell, async (db) => {
    const known = await selectUserByEmail(db, "operators", email);
    const change =
      known === undefined
        ? "unknown"
        : await removeOperator(db, known.userId, shellActor, shell.now());
    if (known === undefined || change === "unknown") {
      throw new CommandFailure("notFound", `There is no operator ${email}.`);
    }
    if (change === "last admin") {
      const message = `${email} is the last admin of the console. Create another admin first.`;
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
    .action((options: { json: boolean }) => list(shell, options.json));
  operator
    .command("remove")
    .description("remove an operator; their sessions end immediately")
    .argument("<email>", "e-mail address of the operator", readEmail)
    .option("--json", "print JSON", false)
    .action((email: EmailAddress, options: { json: boolean }) =>
      remove(shell, email, options.json),
    );
}
