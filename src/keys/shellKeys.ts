import { type Command, InvalidArgumentError } from "commander";
import type { Account } from "../accounts/account.ts";
import { requireAccount } from "../accounts/shellAccounts.ts";
import { shellActor } from "../audit/actor.ts";
import { selectExampleNumber } from "../catalog/queries.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { endOfDay, parseDay, parseMoment, utcDay } from "../kit/day.ts";
import { printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import { createMailEncryption, fillSecrets } from "../mail/mailSecrets.ts";
import { isMailbox } from "../mail/queueMail.ts";
import type { Config } from "../server/config.ts";
import { type IssuedKey, issueKey } from "./issueKey.ts";
import { mailNewKey } from "./mailNewKey.ts";
import { type OverlapHours, overlapHours, rotateKey } from "./rotateKey.ts";

type IssueOptions = {
  readonly account: string;
  readonly name: string;
  readonly expires?: Date;
  readonly send: boolean;
  readonly json: boolean;
};

type KeyRequest = {
  readonly account: Account;
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly now: Date;
};

function describeIssued(issued: IssuedKey): Record<string, unknown> {
  return {
    key_id: issued.keyId,
    key: issued.key,
    name: issued.name,
    last_four: issued.lastFour,
    expires_at: issued.expiresAt?.toISOString() ?? null,
  };
}

async function showKey(db: Database, json: boolean, request: KeyRequest): Promise<void> {
  const { account, ...rest } = request;
  const { accountId } = account;
  const issued = await db.transaction((tx) =>
    issueKey(tx, { accountId, ...rest, actor: shellActor }),
  );
  printResult(json, { ...describeIssued(issued), account_id: accountId }, [
    `Key "${issued.name}" for ${account.name}. It is shown only once:`,
    issued.key,
  ]);
}

/** Prints the e-mail if there is no mail server, so that it can be sent by hand. */
async function mailKey(
  { db, config, secret }: { db: Database; config: Config; secret: Buffer },
  json: boolean,
  request: KeyRequest,
): Promise<void> {
  const { account, now } = request;
  const { accountId, email: to } = account;
  if (!isMailbox(to)) {
    throw new CommandFailure("usage", `${account.name} has no valid e-mail address: "${to}".`);
  }
  const { publicUrl, supportEmail, smtpUrl } = config;
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  const mail = { publicUrl, supportEmail, partNumber };
  const mailed = await mailNewKey(db, createMailEncryption(secret), {
    ...request,
    mail,
    actor: shellActor,
  });
  const { issued, mailId, message } = mailed;
  const text = fillSecrets(message.text, message.secrets ?? {});
  const about = { mail_id: mailId, to, ...(smtpUrl === null ? { text } : {}) };
  const what = `Key "${issued.name}" for ${account.name}`;
  const lines =
    smtpUrl === null
      ? [`${what}. SMTP_URL is not set: send this e-mail to ${to}:`, "", text.trimEnd()]
      : [`${what} will be sent to ${to}. It ends in ${issued.lastFour}.`];
  printResult(json, { ...describeIssued(issued), account_id: accountId, mail: about }, lines);
}

/** Issues a key. With `--send`, the e-mail is queued in the same transaction. */
async function runKeyIssue(shell: Shell, options: IssueOptions): Promise<void> {
  const name = options.name.trim();
  if (name === "" || name.length > 100) {
    throw new CommandFailure("usage", "--name: expected 1 to 100 characters.");
  }
  const now = shell.now();
  const expiresAt = options.expires ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw new CommandFailure("usage", "--expires: expected a time in the future.");
  }
  await withDatabase(shell, async (db, config, secret) => {
    const account = await requireAccount(db, options.account);
    const request = { account, name, expiresAt, now };
    if (options.send) await mailKey({ db, config, secret }, options.json, request);
    else await showKey(db, options.json, request);
  });
}

function parseKeyId(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new InvalidArgumentError("Expected an id from `key list`.");
  return id;
}

/** A day means its end in UTC. */
export function parseExpiry(text: string): Date {
  const day = parseDay(text);
  const expiry = day === undefined ? parseMoment(text) : endOfDay(day);
  if (expiry === undefined) {
    throw new InvalidArgumentError(
      "Expected a day such as 2027-12-31 or a time such as 2027-12-31T12:00:00Z.",
    );
  }
  return expiry;
}

export function parseOverlap(text: string): OverlapHours {
  const hours = overlapHours.find((candidate) => String(candidate) === text);
  if (hours === undefined) {
    throw new InvalidArgumentError(`Expected one of ${overlapHours.join(", ")} hours.`);
  }
  return hours;
}

type RotateOptions = { readonly overlap: OverlapHours; readonly json: boolean };

async function rotate(shell: Shell, keyId: string, options: RotateOptions): Promise<void> {
  await withDatabase(shell, async (db) => {
    const choice = { keyId, accountId: null };
    const rotated = await rotateKey(db, choice, options.overlap, shell.now(), shellActor);
    if (rotated.outcome === "unknown") {
      throw new CommandFailure("notFound", `There is no key ${keyId}.`);
    }
    if (rotated.outcome === "not active") {
      throw new CommandFailure("conflict", `Key ${keyId} is ${rotated.state}; issue a new one.`);
    }
    const oldKeyEndsAt = rotated.oldKeyEndsAt.toISOString();
    const value = { ...describeIssued(rotated.issued), old_key_ends_at: oldKeyEndsAt };
    printResult(options.json, value, [
      `Key "${rotated.issued.name}" replaces ${keyId}. It is shown only once:`,
      rotated.issued.key,
      `The old key works until ${oldKeyEndsAt}.`,
    ]);
  });
}

export function addKeyCommands(program: Command, shell: Shell): void {
  const key = program.command("key").description("manage API keys");
  key
    .command("issue")
    .description("issue a key; it is shown only once")
    .requiredOption("--account <account>", "id or name of the account")
    .option("--name <name>", "name of the key", "default")
    .option("--expires <day>", "last day of validity, in UTC", parseExpiry)
    .option("--send", "send it to the account's e-mail address with a sample request", false)
    .option("--json", "print JSON", false)
    .action((options: IssueOptions) => runKeyIssue(shell, options));
  key
    .command("rotate")
    .description("replace a key with a new one")
    .argument("<key-id>", "id from `key list`", parseKeyId)
    .option(
      "--overlap <hours>",
      "hours for which the old key still works: 0, 1, 24 or 168",
      parseOverlap,
      24,
    )
    .option("--json", "print JSON", false)
    .action((keyId: string, options: RotateOptions) => rotate(shell, keyId, options));
}
