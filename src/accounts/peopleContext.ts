// What the verbs of people work with, made once where the service or a command starts.
import type { Database } from "../db/database.ts";
import { createMailSeal } from "../mail/createMailSeal.ts";
import type { MailSeal } from "../mail/queueMail.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwordHasher.ts";
import { createSeal, type Seal } from "./seal.ts";

export type PeopleContext = {
  readonly db: Database;
  readonly seal: Seal;
  readonly hasher: PasswordHasher;
  readonly mailSeal: MailSeal;
  /** Where links of mails lead to, without a slash at the end. */
  readonly publicUrl: string;
  /** Whom people write to; it stands in mails, and is no part of a password. */
  readonly supportEmail: string;
  /** Whether mail goes out; without a mail server it is kept. */
  readonly sendsMail: boolean;
};

/** The context of a service or a command; `secret` is the configured or kept SECRET_KEY. */
export function createPeopleContext(parts: {
  readonly db: Database;
  readonly secret: Buffer;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly smtpUrl: string | null;
}): PeopleContext {
  const { db, secret, publicUrl, supportEmail, smtpUrl } = parts;
  return {
    db,
    seal: createSeal(secret),
    hasher: createPasswordHasher(),
    mailSeal: createMailSeal(secret),
    publicUrl,
    supportEmail,
    sendsMail: smtpUrl !== null,
  };
}
