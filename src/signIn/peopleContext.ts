// What the verbs of people work with, made once where the service or a command starts.
import type { Database } from "../db/database.ts";
import { createMailEncryption, type MailEncryption } from "../mail/mailSecrets.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import type { PasswordHasher } from "./passwordHasher.ts";

export type PeopleContext = {
  /** Whom it knows: nobody of the other kind is found. */
  readonly kind: PeopleKind;
  readonly db: Database;
  readonly seal: Encryption;
  readonly hasher: PasswordHasher;
  readonly mailEncryption: MailEncryption;
  /** The address of the service, without a slash at the end; see `siteUrl`. */
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
  readonly hasher: PasswordHasher;
  readonly kind?: PeopleKind;
}): PeopleContext {
  const { db, secret, publicUrl, supportEmail, smtpUrl, hasher, kind = "buyers" } = parts;
  return {
    kind,
    db,
    seal: createEncryption(secret),
    hasher,
    mailEncryption: createMailEncryption(secret),
    publicUrl,
    supportEmail,
    sendsMail: smtpUrl !== null,
  };
}

/** Buyers belong to an account; operators are the distributor's own people, and to none. */
export type PeopleKind = "buyers" | "operators";

const doors = { buyers: "", operators: "/console" } as const satisfies Record<PeopleKind, string>;

/** Whether a person is of a kind. */
export function isOfPeopleKind(
  kind: PeopleKind,
  person: { readonly accountId: string | null },
): boolean {
  return (person.accountId === null) === (kind === "operators");
}

/** Where the door of a kind of people is, without a slash at the end: links of mails begin so. */
export function siteUrl(at: { readonly publicUrl: string; readonly kind: PeopleKind }): string {
  return `${at.publicUrl}${doors[at.kind]}`;
}

/** As whom the sign-ins of an address are counted: those at one door do not shut the other. */
export function toAttemptSubject(kind: PeopleKind, email: string): string {
  return kind === "buyers" ? email : `${kind}\0${email}`;
}
