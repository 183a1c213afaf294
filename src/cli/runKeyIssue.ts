import type { Account } from "../accounts/account.ts";
import { shellActor } from "../audit/actor.ts";
import { selectExampleNumber } from "../catalog/queries.ts";
import type { Config } from "../config.ts";
import { apiPrefixes } from "../contract/limits.ts";
import { utcDay } from "../day.ts";
import type { Database } from "../db/database.ts";
import { type IssuedKey, issueKey } from "../keys/issueKey.ts";
import { mailNewKey } from "../keys/mailNewKey.ts";
import { createMailEncryption, fillSecrets } from "../mail/mailSecrets.ts";
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

type KeyRequest = {
  readonly account: Account;
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly now: Date;
};

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
      ? [`${what}. SMTP_URL is not set: send this e-mail to ${to}:`, "", text.trimEnd()]
      : [`${what} will be sent to ${to}. It ends in ${issued.lastFour}.`];
  printResult(json, { ...describeIssued(issued), account_id: accountId, mail: about }, lines);
}

/** Issues a key. With `--send`, the e-mail is queued in the same transaction. */
export async function runKeyIssue(shell: Shell, options: IssueOptions): Promise<void> {
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
