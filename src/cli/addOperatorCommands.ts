// partsdesk operator create, list, remove: who works in the console.

import { type Command, Option } from "commander";
import { removeOperator } from "../accounts/changeOperatorRole.ts";
import type { EmailAddress } from "../accounts/emailAddress.ts";
import { inviteOperator } from "../accounts/inviteOperator.ts";
import { selectOperators } from "../accounts/operatorQueries.ts";
import { selectUserByEmail } from "../accounts/userQueries.ts";
import { shellActor } from "../audit/actor.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext } from "../signIn/peopleContext.ts";
import { sessionCutoffs } from "../signIn/sessionCutoffs.ts";
import { type OperatorRole, operatorRoles } from "../signIn/signedInOperator.ts";
import { formatTable, printResult } from "./printResult.ts";
import { readEmail, readName } from "./readEmail.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

type CreateOptions = {
  readonly email: EmailAddress;
  readonly role: OperatorRole;
  readonly name?: string;
  readonly json: boolean;
};

/** Says where the invitation went; the link itself only where no mail will bring it. */
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
      throw new CommandFailure("conflict", `${email} is an operator already.`);
    }
    if (invited.outcome === "too many") {
      const message = `Too many invitations; try again in ${invited.waitS} seconds.`;
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
      `${email} is invited to the console as ${role}, until ${expiresAt}.`,
      ...(link === null ? [] : ["There is no mail: SMTP_URL is not set. Pass this link on:", link]),
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
      ...[row.operator_id, row.email, row.name, row.role],
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
      throw new CommandFailure("notFound", `No operator signs in as ${email}.`);
    }
    if (change === "last admin") {
      const message = `${email} is the last admin of the console; create another first.`;
      throw new CommandFailure("conflict", message);
    }
    const value = { operator_id: known.userId, state: "removed" };
    printResult(json, value, [`${email} is removed.`]);
  });
}

/** Adds the commands of the console's people. */
export function addOperatorCommands(program: Command, shell: Shell): void {
  const operator = program.command("operator").description("people who work in the console");
  operator
    .command("create")
    .description("invite an operator; prints the link where there is no mail")
    .requiredOption("--email <address>", "where the invitation goes", readEmail)
    .addOption(
      new Option("--role <role>", "what they may do").choices(operatorRoles).default("admin"),
    )
    .option("--name <name>", "what the mail calls them", readName)
    .option("--json", "answer as JSON", false)
    .action((options: CreateOptions) => create(shell, options));
  operator
    .command("list")
    .description("list the operators")
    .option("--json", "answer as JSON", false)
    .action((options: { json: boolean }) => list(shell, options.json));
  operator
    .command("remove")
    .description("remove an operator; their sessions end at once")
    .argument("<email>", "the address they sign in with", readEmail)
    .option("--json", "answer as JSON", false)
    .action((email: EmailAddress, options: { json: boolean }) =>
      remove(shell, email, options.json),
    );
}
