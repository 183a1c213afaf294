import { InvalidArgumentError } from "commander";
import type { Database } from "../db/database.ts";
import { printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell } from "../kit/shell/shell.ts";
import { type EmailAddress, parseEmail } from "../mail/emailAddress.ts";
import { createMailEncryption } from "../mail/mailSecrets.ts";
import type { Config } from "../server/config.ts";
import { type Invited, invitePerson } from "./invitePerson.ts";
import { parsePersonName } from "./personName.ts";

export function readEmail(text: string): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined)
    throw new InvalidArgumentError("Expected an address such as ann@b.example.");
  return email;
}

export function readName(text: string): string {
  const name = parsePersonName(text);
  if (name === undefined)
    throw new InvalidArgumentError("Expected 1 to 200 characters on one line.");
  return name;
}

/** Invites a person to an account or to the console; prints the link only if no mail is sent. */
export async function runInvite(
  shell: Shell,
  { db, config, secret }: { db: Database; config: Config; secret: Buffer },
  invited: Invited,
  json: boolean,
): Promise<void> {
  const { account, email, role } = invited;
  const context = { ...config, db, mailEncryption: createMailEncryption(secret) };
  const sent = await invitePerson(context, invited, shell.now());
  if (sent.outcome === "already a member") {
    const what = account === null ? "an operator" : "a user";
    throw new CommandFailure("conflict", `${email} is already ${what}.`);
  }
  if (sent.outcome === "too many") {
    const message = `Too many invitations. Try again in ${sent.waitS} seconds.`;
    throw new CommandFailure("conflict", message);
  }
  const link = config.smtpUrl === null ? sent.link : null;
  const expiresAt = sent.expiresAt.toISOString();
  const value = {
    invitation_id: sent.invitationId,
    ...(account === null ? {} : { account_id: account.accountId }),
    email,
    role,
    expires_at: expiresAt,
    link,
  };
  const where = account === null ? "the console" : account.name;
  printResult(json, value, [
    `Invited ${email} to ${where} as ${role}. The invitation expires at ${expiresAt}.`,
    ...(link === null ? [] : ["No e-mail is sent: SMTP_URL is not set. Send this link:", link]),
  ]);
}
