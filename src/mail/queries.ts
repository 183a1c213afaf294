// Invariant: changing the state or due time of a mail also moves its job; see the trigger
// `mails_schedule`.
import type { Queryable, Transaction } from "../db/database.ts";
import { change, first, sql } from "../kit/sql.ts";

declare const mailIdBrand: unique symbol;

export type MailId = string & { readonly [mailIdBrand]: true };

export type MailKind =
  | "invitation"
  | "reset"
  | "password changed"
  | "second factor changed"
  | "key issued"
  | "key requested"
  | "key question"
  | "key declined"
  | "key changed"
  | "quote requested"
  | "quote reply"
  | "order confirmed"
  | "order received"
  | "change requested"
  | "order cancelled";

/** `kept`: there is no mail server; `bounced`: the mail was refused permanently. */
export type MailState = "queued" | "sent" | "kept" | "failed" | "bounced";

export type StoredMail = {
  readonly mailId: MailId;
  readonly accountId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly encryptedSecrets: Buffer | null;
};

/** What operators can still do something about. */
export const undelivered: readonly MailState[] = ["kept", "failed", "bounced"];

export async function insertMail(
  db: Queryable,
  mail: StoredMail & { readonly kind: MailKind; readonly now: Date },
): Promise<void> {
  const { mailId, kind, accountId, recipient, subject, body, encryptedSecrets, now } = mail;
  await change(
    db,
    sql`insert into mails
        (mail_id, kind, account_id, recipient, subject, body, encrypted_secrets, due_at, created_at)
      values (${mailId}, ${kind}, ${accountId}, ${recipient}, ${subject}, ${body},
        ${encryptedSecrets}, ${now}, ${now})`,
  );
}

export type ClaimedMail = Omit<StoredMail, "accountId"> & {
  readonly attempts: number;
  readonly messageId: string;
};

/**
 * Claims one attempt of a queued mail; undefined if another caller has claimed it. The next attempt
 * is due at `leaseEnd` if this one never ends. The Message-ID of the first attempt is kept.
 */
export async function claimMail(
  db: Queryable,
  claim: {
    readonly mailId: string;
    readonly attempt: number;
    readonly messageId: string;
    readonly leaseEnd: Date;
  },
): Promise<ClaimedMail | undefined> {
  return first<ClaimedMail>(
    db,
    sql`update mails set attempts = attempts + 1, due_at = ${claim.leaseEnd},
        message_id = coalesce(message_id, ${claim.messageId})
      where mail_id = ${claim.mailId} and state = 'queued' and attempts = ${claim.attempt}
      returning mail_id, recipient, subject, body, encrypted_secrets, attempts, message_id`,
  );
}

/** Marks a mail as sent, by a person if one is named, and deletes its secrets. */
export async function markSent(
  db: Queryable,
  mailId: MailId,
  now: Date,
  deliveredBy: string | null = null,
): Promise<void> {
  await change(
    db,
    sql`update mails set state = 'sent', sent_at = ${now}, delivered_by = ${deliveredBy},
        encrypted_secrets = null, last_error = null, dismissed_at = null
      where mail_id = ${mailId}`,
  );
}

/** Records why a mail was not sent: it is due again at `dueAt`, or ends in another state. */
export async function markUnsent(
  db: Queryable,
  mailId: MailId,
  end: { readonly state: "queued" | "failed" | "bounced"; readonly error: string; dueAt: Date },
): Promise<void> {
  await change(
    db,
    sql`update mails set state = ${end.state}, last_error = ${end.error}, due_at = ${end.dueAt}
      where mail_id = ${mailId} and state = 'queued'`,
  );
}

/**
 * Dismisses the unsent e-mails with links of one kind, of an account or of the console, to an
 * address and deletes their secrets: the links are no longer needed, or no longer in force.
 */
export async function settleLinks(
  db: Queryable,
  links: {
    readonly kind: "invitation" | "reset";
    readonly accountId: string | null;
    readonly email: string;
    readonly now: Date;
  },
): Promise<void> {
  await change(
    db,
    sql`update mails set dismissed_at = ${links.now}, encrypted_secrets = null,
        state = case state when 'queued' then 'kept' else state end
      where recipient = ${links.email} and state <> 'sent' and kind = ${links.kind}
        and account_id is not distinct from ${links.accountId}`,
  );
}

/** Marks a queued mail as `kept`, because there is no mail server; false if it is not queued. */
export async function markUndelivered(db: Queryable, mailId: string): Promise<boolean> {
  const kept = sql`update mails set state = 'kept' where mail_id = ${mailId} and state = 'queued'`;
  return (await change(db, kept)) === 1;
}

/** Deletes the secrets of an unsent mail, so that it can never be sent; false for other states. */
export async function eraseSecrets(db: Queryable, mailId: MailId): Promise<boolean> {
  const erased = sql`update mails set encrypted_secrets = null
    where mail_id = ${mailId} and state = any(${undelivered})`;
  return (await change(db, erased)) === 1;
}

/** Deletes some mails that were sent more than `keepDays` ago, at least 7; returns how many. */
export async function expireSentMails(db: Queryable, keepDays: number): Promise<number> {
  const expired = sql`select expire_sent_mails(${keepDays}) as deleted`;
  return (await first<{ deleted: number }>(db, expired))?.deleted ?? 0;
}

/** A mail in one of these states, locked until the transaction ends. */
export async function lockUnsentMail(
  tx: Transaction,
  mailId: string,
  states: readonly MailState[],
): Promise<(StoredMail & { readonly kind: MailKind }) | undefined> {
  return first<StoredMail & { readonly kind: MailKind }>(
    tx,
    sql`select mail_id, kind, account_id, recipient, subject, body, encrypted_secrets
      from mails where mail_id = ${mailId} and state = any(${states}) for update`,
  );
}
