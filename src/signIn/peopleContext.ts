import type { Database } from "../db/database.ts";
import { createMailEncryption, type MailEncryption } from "../mail/mailSecrets.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import type { PasswordHasher } from "./passwordHasher.ts";

export type PeopleContext = {
  /** Only people of this kind are found. */
  readonly kind: PeopleKind;
  readonly db: Database;
  readonly encryption: Encryption;
  readonly hasher: PasswordHasher;
  readonly mailEncryption: MailEncryption;
  /** The address of the service without a trailing slash; see `siteUrl`. */
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Whether mail is sent; without a mail server it is stored. */
  readonly sendsMail: boolean;
};

/** What sending a mail with a link takes. */
export type MailingContext = Pick<
  PeopleContext,
  "db" | "mailEncryption" | "publicUrl" | "supportEmail"
>;

/** `secret` is the configured or stored SECRET_KEY. `kind` is "buyers" by default. */
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
    encryption: createEncryption(secret),
    hasher,
    mailEncryption: createMailEncryption(secret),
    publicUrl,
    supportEmail,
    sendsMail: smtpUrl !== null,
  };
}

/** Buyers belong to an account; operators are the distributor's own people. */
export type PeopleKind = "buyers" | "operators";

const doors = { buyers: "", operators: "/console" } as const satisfies Record<PeopleKind, string>;

export function isOfPeopleKind(
  kind: PeopleKind,
  person: { readonly accountId: string | null },
): boolean {
  return (person.accountId === null) === (kind === "operators");
}

/**
 * The address of the site for a kind of people, without a trailing slash; links in mails start with
 * it.
 */
export function siteUrl(at: { readonly publicUrl: string; readonly kind: PeopleKind }): string {
  return `${at.publicUrl}${doors[at.kind]}`;
}

/** The subject under which sign-ins are counted: failures on one site do not lock the other. */
export function toAttemptSubject(kind: PeopleKind, email: string): string {
  return kind === "buyers" ? email : `${kind}\0${email}`;
}
