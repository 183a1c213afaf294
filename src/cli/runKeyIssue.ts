// partsdesk key issue: a key shown once, or mailed to the account's address.

import type { Account } from "../accounts/account.ts";
import { shellActor } from "../audit/actor.ts";
import { selectExampleNumber } from "../catalog/queries.ts";
import type { Config } from "../config.ts";
import { apiPrefixes } from "../contract/limits.ts";
import { utcDay } from "../day.ts";
import type { Database } from "../db/database.ts";
import { type IssuedKey, issueKey } from "../keys/issueKey.ts";
import { mailNewKey } from "../keys/mailNewKey.ts";
import { createMailEncryption } from "../mail/createMailEncryption.ts";
import { fillSecrets } from "../mail/fillSecrets.ts";
import { isMailbox } from "../mail/queueMail.ts";
import { requireAccount } from "./addAccountCommands.ts";
import { printResult } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

export type IssueOptions = {
  readonly account: string;
  readonly name: string;
  readonly expires?: Date;
  readonly send: boolean;
  readonly json: boolean;
};

/** What a key of either way is issued with. */
type KeyRequest = {
  readonly account: Account;
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly now: Date;
};

/** A key just issued, as JSON has it. */
export function describeIssued(issued: IssuedKey): Record<string, unknown> {
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
    `Key "${issued.name}" for ${account.name}, shown this once:`,
    issued.key,
  ]);
}

/** Where there is no mail server, whoever issues the key hands the mail on: it is shown. */
async function mailKey(
  { db, config, secret }: { db: Database; config: Config; secret: Buffer },
  json: boolean,
  request: KeyRequest,
): Promise<void> {
  const { account, now } = request;
  const { accountId, email: to } = account;
  if (!isMailbox(to)) {
    throw new CommandFailure("usage", `${account.name} has no address to mail to: "${to}".`);
  }
  const { publicUrl, supportEmail, smtpUrl } = config;
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  const mail = { publicUrl, supportEmail, prefix: apiPrefixes[0], partNumber };
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
      ? [`${what}, not sent: there is no SMTP_URL. Hand this on to ${to}:`, "", text.trimEnd()]
      : [`${what} goes to ${to}. It ends in ${issued.lastFour}.`];
  printResult(json, { ...describeIssued(issued), account_id: accountId, mail: about }, lines);
}

/** Issues a key; `--send` mails it, in the transaction that issues it. */
export async function runKeyIssue(shell: Shell, options: IssueOptions): Promise<void> {
  const name = options.name.trim();
  if (name === "" || name.length > 100) {
    throw new CommandFailure("usage", "--name: expected 1 to 100 characters.");
  }
  const now = shell.now();
  const expiresAt = options.expires ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw new CommandFailure("usage", "--expires: expected a time to come.");
  }
  await withDatabase(shell, async (db, config, secret) => {
    const account = await requireAccount(db, options.account);
    const request = { account, name, expiresAt, now };
    if (options.send) await mailKey({ db, config, secret }, options.json, request);
    else await showKey(db, options.json, request);
  });
}
