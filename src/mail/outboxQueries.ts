// The outbox: mails as operators see them. Invariant: no query returns secrets.
import { buildConditions } from "../db/conditions.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import type { MailId, MailKind, MailState } from "./queries.ts";

/** In the order of the outbox. */
export const mailStates: readonly MailState[] = ["queued", "bounced", "failed", "kept", "sent"];

export type ListedMail = {
  readonly mailId: MailId;
  readonly kind: MailKind;
  readonly accountId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly sentAt: Date | null;
  /** The operator who delivered it manually; null if a mail server accepted it. */
  readonly deliveredBy: string | null;
  readonly dismissedAt: Date | null;
  readonly lastError: string | null;
};

/** `body` contains {{name}} in place of each secret. */
export type MailDetails = ListedMail & {
  readonly body: string;
  readonly hasSecrets: boolean;
  readonly messageId: string | null;
  readonly accountName: string | null;
};

const listedColumns = `m.mail_id as "mailId", m.kind, m.account_id as "accountId", m.recipient,
  m.subject, m.state, m.attempts, m.created_at as "createdAt", m.due_at as "dueAt",
  m.sent_at as "sentAt", m.delivered_by as "deliveredBy", m.dismissed_at as "dismissedAt",
  m.last_error as "lastError"`;

/** Notices to the distributor itself. */
export const ownNotices: readonly MailKind[] = [
  "order received",
  "change requested",
  "key requested",
  "quote requested",
];
/** What people are informed about, and need not act on. */
const securityNotices: readonly MailKind[] = [
  "password changed",
  "second factor changed",
  "key changed",
];

/** SQL: mail `m` was created with key `k`, which it names by its last four characters. */
const wasSentWithKey = `m.account_id = k.account_id and m.created_at = k.created_at
  and position(k.last_four in m.body) > 0`;

/** SQL: mail `m` delivers key `k`. */
export const deliversKey = `m.kind = 'key issued' and (
    ${wasSentWithKey}
    or exists (select from key_requests r where r.key_id = k.key_id and r.mail_id = m.mail_id)
  )`;

/** SQL: the key of mail `m` is revoked. Two conditions, because "or" would read all keys. */
const isRevoked = `m.kind = 'key issued' and (
    exists (select from api_keys k where k.revoked_at is not null and ${wasSentWithKey})
    or exists (
      select from key_requests r join api_keys k using (key_id)
      where r.mail_id = m.mail_id and k.revoked_at is not null
    )
  )`;

/**
 * SQL: mail `m` needs an operator. Without a mail server, nobody delivers notices to the
 * distributor, and security notices. The undelivered keys of key requests are tasks of those. A
 * revoked key needs no mail; earlier versions did not dismiss it.
 */
const isTask = `not (m.state = 'kept'
      and m.kind in (${[...ownNotices, ...securityNotices].map((kind) => `'${kind}'`).join(", ")}))
    and not (m.state in ('bounced', 'failed') and exists (
      select from key_requests r where r.mail_id = m.mail_id and r.state = 'issued'))
    and not (${isRevoked})`;

/** A part of an address or subject is sought in this many of the newest mails: it has no index. */
export const maxSearchedMails = 10_000;
const hasText = `m.mail_id = any (array(
    select mail_id from mails where recipient = lower(?)
    union all
    select mail_id from (
      select mail_id, recipient, subject from mails order by mail_id desc limit ${maxSearchedMails}
    ) n where position(lower(?) in lower(recipient)) > 0 or position(lower(?) in lower(subject)) > 0
  ))`;

/**
 * A filter of mails; null matches any. `text` is a part of the address or subject of a recent mail,
 * or the complete address of any.
 */
export type MailFilter = {
  readonly state: MailState | null;
  readonly recipient?: string | null;
  readonly text?: string | null;
  readonly isTask?: boolean;
};

/** Those of a state are without the dismissed ones. */
export async function selectMails(
  db: Queryable,
  { state, recipient, text = null, isTask: onlyTasks = false }: MailFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<ListedMail[]> {
  const { where, values } = buildConditions(
    [
      ["m.state = ?", state],
      // Matches the condition of the partial index of unsent mails.
      ["m.state <> 'sent'", state === "sent" ? null : state],
      ["m.dismissed_at is null", state],
      ["m.recipient = ?", recipient ?? null],
      [hasText, text],
      [isTask, onlyTasks ? true : null],
      ["m.mail_id < ?", before],
    ],
    [limit],
  );
  return db.query<ListedMail>({
    name: "",
    text: `select ${listedColumns} from mails m where ${where}
      order by m.mail_id desc limit $1`,
    values,
  });
}

export async function selectMail(db: Queryable, mailId: string): Promise<MailDetails | undefined> {
  return queryFirst<MailDetails>(db, {
    name: "select_mail",
    text: `select ${listedColumns}, m.body, m.encrypted_secrets is not null as "hasSecrets",
        m.message_id as "messageId", a.name as "accountName"
      from mails m left join accounts a on a.account_id = m.account_id where m.mail_id = $1`,
    values: [mailId],
  });
}

/** How many mails are in each state except `sent`, without those that were dismissed. */
export async function countUnsent(db: Queryable): Promise<ReadonlyMap<MailState, number>> {
  const rows = await db.query<{ state: MailState; count: number }>({
    name: "count_unsent",
    text: `select state, count(*)::integer as count from mails
      where state <> 'sent' and dismissed_at is null
      group by state`,
  });
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** When the oldest queued mail was created; null if none is queued. */
export async function selectOldestQueued(db: Queryable): Promise<Date | null> {
  const row = await queryFirst<{ createdAt: Date | null }>(db, {
    name: "select_oldest_queued",
    text: `select min(created_at) as "createdAt" from mails where state = 'queued'`,
  });
  return row?.createdAt ?? null;
}

/** How many mails of each state need an operator: those of `countUnsent` that are tasks. */
export async function countMailTasks(db: Queryable): Promise<ReadonlyMap<MailState, number>> {
  const rows = await db.query<{ state: MailState; count: number }>({
    name: "count_mail_tasks",
    text: `select m.state, count(*)::integer as count from mails m
      where m.state <> 'sent' and m.dismissed_at is null and ${isTask}
      group by m.state`,
  });
  return new Map(rows.map(({ state, count }) => [state, count]));
}

export async function requeueMail(db: Queryable, mailId: MailId, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: "requeue_mail",
    text: `update mails set state = 'queued', attempts = 0, due_at = $2, last_error = null,
        dismissed_at = null
      where mail_id = $1 and state in ('kept', 'failed', 'bounced') returning mail_id`,
    values: [mailId, now],
  });
  return rows.length === 1;
}

/** Marks an undelivered mail as dismissed; false if it was sent, is queued, or was dismissed. */
export async function markDismissed(db: Queryable, mailId: MailId, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: "dismiss_mail",
    text: `update mails set dismissed_at = $2
      where mail_id = $1 and state in ('kept', 'failed', 'bounced') and dismissed_at is null
      returning mail_id`,
    values: [mailId, now],
  });
  return rows.length === 1;
}
