// The outbox: mails as operators see them. Invariant: no query returns secrets.
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import type { Noun } from "../kit/declared.ts";
import { all, change, first, raw, type Sql, sql } from "../kit/sql.ts";
import { wire } from "../kit/wire.ts";
import { listPlaceholders } from "./mailSecrets.ts";
import { type MailId, type MailKind, type MailState, undelivered } from "./queries.ts";

/** In the order of the outbox. */
export const mailStates = ["queued", "bounced", "failed", "kept", "sent"] as const;

/** `body` contains {{name}} in place of each secret. */
export type Mail = {
  readonly mailId: MailId;
  readonly kind: MailKind;
  readonly accountId: string | null;
  readonly accountName: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly hasSecrets: boolean;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly sentAt: Date | null;
  /** The operator who delivered it manually; null if a mail server accepted it. */
  readonly deliveredBy: string | null;
  readonly dismissedAt: Date | null;
  readonly lastError: string | null;
  /** When its key, if it has one, expires or was revoked: it is of no use from then on. */
  readonly keyEndsAt: Date | null;
};

/** What a list of mails has. */
export const mailColumns = sql`m.mail_id, m.kind, m.account_id, a.name as account_name, m.recipient,
  m.subject, m.body, m.encrypted_secrets is not null as has_secrets, m.state, m.attempts,
  m.created_at, m.due_at, m.sent_at, m.delivered_by, m.dismissed_at, m.last_error,
  (select least(k.revoked_at, k.expires_at) from key_requests r join api_keys k using (key_id)
    where r.mail_id = m.mail_id) as key_ends_at`;
export const mailSource = sql`mails m left join accounts a on a.account_id = m.account_id`;

export async function selectMail(
  db: Queryable,
  mailId: string,
  lock = false,
): Promise<Mail | undefined> {
  const found = sql`select ${mailColumns} from ${mailSource} where m.mail_id = ${mailId}`;
  return first<Mail>(db, lock ? sql`${found} for update of m` : found);
}

export const mailNoun: Noun<Mail> = {
  name: "mail",
  find: async (db, text, { lock }) => (isUuid(text) ? selectMail(db, text, lock) : undefined),
  idOf: ({ mailId }) => mailId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/outbox/${id}`,
  wire: {
    mail_id: wire.id(({ mailId }) => mailId),
    kind: wire.text(({ kind }) => kind),
    account_id: wire.idOrNull(({ accountId }) => accountId),
    to: wire.text(({ recipient }) => recipient),
    subject: wire.text(({ subject }) => subject),
    state: wire.text(({ state }) => state),
    attempts: wire.count(({ attempts }) => attempts),
    created_at: wire.time(({ createdAt }) => createdAt),
    sent_at: wire.timeOrNull(({ sentAt }) => sentAt),
    dismissed_at: wire.timeOrNull(({ dismissedAt }) => dismissedAt),
    last_error: wire.textOrNull(({ lastError }) => lastError),
  },
};

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

/**
 * Mail `m` needs an operator. Without a mail server, nobody delivers notices to the distributor, and
 * security notices. The undelivered keys of key requests are tasks of those. A revoked key needs no
 * mail; two conditions find it, because "or" would read all keys.
 */
export const isTask = sql`m.state <> 'sent' and m.state in ('kept', 'failed', 'bounced')
    and m.dismissed_at is null
    and not (m.state = 'kept'
      and m.kind = any(${[...ownNotices, ...securityNotices]}))
    and not (m.state in ('bounced', 'failed') and exists (
      select from key_requests r where r.mail_id = m.mail_id and r.state = 'issued'))
    and not (m.kind = 'key issued' and (
      exists (select from api_keys k where k.revoked_at is not null and ${raw(wasSentWithKey)})
      or exists (
        select from key_requests r join api_keys k using (key_id)
        where r.mail_id = m.mail_id and k.revoked_at is not null
      )
    ))`;

/** A part of an address or subject is sought in this many of the newest mails: it has no index. */
export const maxSearchedMails = 10_000;

/** The mails whose address or subject has this part, or whose address is this. */
export const hasText = (text: string): Sql => sql`m.mail_id = any (array(
    select mail_id from mails where recipient = lower(${text})
    union all
    select mail_id from (
      select mail_id, recipient, subject from mails order by mail_id desc limit ${maxSearchedMails}
    ) n where position(lower(${text}) in lower(recipient)) > 0
      or position(lower(${text}) in lower(subject)) > 0
  ))`;

/** How many mails of each state but `sent`, without the dismissed ones; `task`: only tasks. */
export async function countUnsent(
  db: Queryable,
  { onlyTasks }: { readonly onlyTasks: boolean },
): Promise<ReadonlyMap<MailState, number>> {
  const rows = await all<{ state: MailState; count: number }>(
    db,
    sql`select m.state, count(*)::integer as count from mails m
      where m.state <> 'sent' and m.dismissed_at is null and ${onlyTasks ? isTask : sql`true`}
      group by m.state`,
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** All queued mails, oldest first. */
export function selectQueued(db: Queryable): Promise<Mail[]> {
  return all<Mail>(
    db,
    sql`select ${mailColumns} from ${mailSource} where m.state = 'queued' order by m.mail_id`,
  );
}

/** When the oldest queued mail was created; null if none is queued. */
export async function selectOldestQueued(db: Queryable): Promise<Date | null> {
  const oldest = sql`select min(created_at) as created_at from mails where state = 'queued'`;
  return (await first<{ createdAt: Date | null }>(db, oldest))?.createdAt ?? null;
}

/** Queues an undelivered mail as if it were new. */
export async function requeueMail(db: Queryable, mailId: MailId, now: Date): Promise<void> {
  await change(
    db,
    sql`update mails set state = 'queued', attempts = 0, due_at = ${now}, last_error = null,
        dismissed_at = null
      where mail_id = ${mailId}`,
  );
}

export async function markDismissed(db: Queryable, mailId: MailId, now: Date): Promise<void> {
  await change(db, sql`update mails set dismissed_at = ${now} where mail_id = ${mailId}`);
}

/** Whether it did not arrive, and nobody dismissed that. */
export function isOpen({ state, dismissedAt }: Mail): boolean {
  return undelivered.includes(state) && dismissedAt === null;
}

/** Whether the mail can still be sent: its secrets, if any, are stored. */
export function isWhole(mail: Mail): boolean {
  return mail.hasSecrets || listPlaceholders(mail.body).size === 0;
}
