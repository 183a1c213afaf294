// The commands that print a key of the operator API once.
import { type Command, Option } from "commander";
import { shellActor } from "../audit/actor.ts";
import { type Scope, scopes } from "../kit/access.ts";
import { type JsonOption, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import { type IssuedOperatorKey, issueOperatorKey, rotateOperatorKey } from "./operatorKey.ts";
import type { OverlapHours } from "./rotateKey.ts";
import { parseExpiry, parseOverlap } from "./shellKeys.ts";

type IssueOptions = JsonOption & {
  readonly name: string;
  readonly scope: readonly Scope[];
  readonly expires?: Date;
};

function toJson({ keyId, key, name, scopes: granted }: IssuedOperatorKey) {
  return { key_id: keyId, key, name, scopes: granted };
}

async function issue(shell: Shell, options: IssueOptions): Promise<void> {
  const now = shell.now();
  const { name, scope, expires: expiresAt = null } = options;
  if (name.trim() === "" || name.length > 100) {
    throw new CommandFailure("usage", "--name: expected 1 to 100 characters.");
  }
  if (expiresAt !== null && expiresAt <= now) {
    throw new CommandFailure("usage", "--expires: expected a time in the future.");
  }
  const terms = { name: name.trim(), scopes: [...new Set(scope)], expiresAt };
  await withDatabase(shell, async (db) => {
    const by = { actor: shellActor, now };
    const issued = await db.transaction((tx) => issueOperatorKey(tx, terms, by));
    const value = { ...toJson(issued), expires_at: expiresAt?.toISOString() ?? null };
    printResult(options.json, value, [
      `Operator API key "${issued.name}". It is shown only once:`,
      issued.key,
    ]);
  });
}

type RotateOptions = JsonOption & { readonly overlap: OverlapHours };

async function rotate(shell: Shell, keyId: string, options: RotateOptions): Promise<void> {
  await withDatabase(shell, async (db) => {
    const by = { actor: shellActor, now: shell.now() };
    const rotated = await db.transaction((tx) => rotateOperatorKey(tx, keyId, options.overlap, by));
    if (rotated === undefined) {
      throw new CommandFailure("notFound", `There is no operator key "${keyId}".`);
    }
    if ("refused" in rotated) {
      throw new CommandFailure("conflict", `Key ${keyId} is ${rotated.refused}; issue a new one.`);
    }
    const { issued } = rotated;
    const oldKeyEndsAt = rotated.oldKeyEndsAt.toISOString();
    printResult(options.json, { ...toJson(issued), old_key_ends_at: oldKeyEndsAt }, [
      `Operator API key "${issued.name}" replaces ${keyId}. It is shown only once:`,
      issued.key,
      `The old key works until ${oldKeyEndsAt}.`,
    ]);
  });
}

/** Adds to the commands that are declared. */
export function addOperatorKeyCommands(program: Command, shell: Shell): void {
  const command = program.commands.find((one) => one.name() === "operator-key");
  if (command === undefined) throw new Error("operator-key has no declared command.");
  const scope = new Option("--scope <scope...>", "what it may do; repeat it for several");
  command
    .command("issue")
    .description("issue a key of the operator API and print it once")
    .requiredOption("--name <name>", "what uses the key, such as erp")
    .addOption(scope.choices(scopes).makeOptionMandatory())
    .option("--expires <day>", "last day in UTC, or a time", parseExpiry)
    .option("--json", "print JSON", false)
    .action((options: IssueOptions) => issue(shell, options));
  command
    .command("rotate <operator-key>")
    .description("replace a key by one with the same name and scopes, and print it once")
    .requiredOption(
      "--overlap <hours>",
      "how long the old key works: 0, 1, 24 or 168",
      parseOverlap,
      24,
    )
    .option("--json", "print JSON", false)
    .action((keyId: string, options: RotateOptions) => rotate(shell, keyId, options));
}
