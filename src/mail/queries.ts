// Invariant: changing the state or due time of a mail also moves its job; see the trigger
// `mails_schedule`.
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";

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

export async function insertMail(
  db: Queryable,
  mail: StoredMail & { readonly kind: MailKind; readonly now: Date },
): Promise<void> {
  const { mailId, kind, accountId, recipient, subject, body, encryptedSecrets, now } = mail;
  await db.query({
    name: "insert_mail",
    text: `insert into mails
        (mail_id, kind, account_id, recipient, subject, body, encrypted_secrets, due_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    values: [mailId, kind, accountId, recipient, subject, body, encryptedSecrets, now],
  });
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
  return queryFirst<ClaimedMail>(db, {
    name: "claim_mail",
    text: `update mails set attempts = attempts + 1, due_at = $4,
        message_id = coalesce(message_id, $3)
      where mail_id = $1 and state = 'queued' and attempts = $2
      returning mail_id as "mailId", recipient, subject, body,
        encrypted_secrets as "encryptedSecrets", attempts,
        message_id as "messageId"`,
    values: [claim.mailId, claim.attempt, claim.messageId, claim.leaseEnd],
  });
}

/** Marks a mail as sent and deletes its secrets. */
export async function markSent(db: Queryable, mailId: MailId, now: Date): Promise<void> {
  await db.query({
    name: "mark_mail_sent",
    text: `update mails set state = 'sent', sent_at = $2,
        encrypted_secrets = null, last_error = null, dismissed_at = null
      where mail_id = $1`,
    values: [mailId, now],
  });
}

/** Records why a mail was not sent: it is due again at `dueAt`, or ends in another state. */
export async function markUnsent(
  db: Queryable,
  mailId: MailId,
  end: { readonly state: "queued" | "failed" | "bounced"; readonly error: string; dueAt: Date },
): Promise<void> {
  await db.query({
    name: "mark_mail_unsent",
    text: `update mails set state = $2, last_error = $3, due_at = $4
      where mail_id = $1 and state = 'queued'`,
    values: [mailId, end.state, end.error, end.dueAt],
  });
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
  await db.query({
    name: "settle_links",
    text: `update mails set dismissed_at = $3, encrypted_secrets = null,
        state = case state when 'queued' then 'kept' else state end
      where recipient = $2 and state <> 'sent' and kind = $4
        and account_id is not distinct from $1`,
    values: [links.accountId, links.email, links.now, links.kind],
  });
}

/** Marks a queued mail as `kept`, because there is no mail server; false if it is not queued. */
export async function markUndelivered(db: Queryable, mailId: string): Promise<boolean> {
  const rows = await db.query({
    name: "mark_mail_undelivered",
    text: `update mails set state = 'kept' where mail_id = $1 and state = 'queued'
      returning mail_id`,
    values: [mailId],
  });
  return rows.length === 1;
}

/**
 * Deletes the secrets of an unsent mail, so that it can never be sent; false if its state is
 * another.
 */
export async function eraseSecrets(db: Queryable, mailId: MailId): Promise<boolean> {
  const rows = await db.query({
    name: "delete_mail_secrets",
    text: `update mails set encrypted_secrets = null
      where mail_id = $1 and state in ('kept', 'failed', 'bounced') returning mail_id`,
    values: [mailId],
  });
  return rows.length === 1;
}

/** Deletes some mails that were sent more than `keepDays` ago, at least 7; returns how many. */
export async function expireSentMails(db: Queryable, keepDays: number): Promise<number> {
  const row = await queryFirst<{ deleted: number }>(db, {
    name: "expire_sent_mails",
    text: "select expire_sent_mails($1) as deleted",
    values: [keepDays],
  });
  return row?.deleted ?? 0;
}

/** A mail in one of these states, locked until the transaction ends. */
export async function lockUnsentMail(
  tx: Transaction,
  mailId: string,
  states: readonly MailState[],
): Promise<(StoredMail & { readonly kind: MailKind }) | undefined> {
  return queryFirst<StoredMail & { readonly kind: MailKind }>(tx, {
    name: "lock_undelivered_mail",
    text: `select mail_id as "mailId", kind, account_id as "accountId", recipient, subject, body,
        encrypted_secrets as "encryptedSecrets"
      from mails where mail_id = $1 and state = any($2::text[]) for update`,
    values: [mailId, states],
  });
}

/** Marks a mail as delivered by a person with this name and deletes its secrets. */
export async function markRevealed(
  db: Queryable,
  mailId: MailId,
  name: string,
  now: Date,
): Promise<void> {
  await db.query({
    name: "mark_mail_delivered",
    text: `update mails set state = 'sent', sent_at = $3, delivered_by = $2,
        encrypted_secrets = null, last_error = null, dismissed_at = null
      where mail_id = $1`,
    values: [mailId, name, now],
  });
}
