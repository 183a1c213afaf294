import type { AccountId, KeyId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import type { Noun } from "../kit/declared.ts";
import { wire } from "../kit/wire.ts";
import type { MailId, MailState } from "../mail/queries.ts";
import type { KeyRequestId, KeyRequestSource } from "./keyRequestQueries.ts";
import { type Decided, requestState } from "./requestState.ts";

export type KeyRequestFields = {
  readonly accountId: AccountId | null;
  readonly email: string;
  readonly company: string | null;
  readonly person: string | null;
  readonly keyName: string;
  readonly purpose: string | null;
  readonly decided: Decided;
  readonly keyId: KeyId | null;
  readonly mailId: MailId | null;
  /** The question, or the reason for declining. */
  readonly reply: string | null;
};

export type OperatorKeyRequest = KeyRequestFields & {
  readonly requestId: KeyRequestId;
  readonly source: KeyRequestSource;
  readonly accountName: string | null;
  readonly accountEmail: string | null;
  readonly suspendedAt: Date | null;
  readonly pasted: string | null;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly mailState: MailState | null;
  readonly mailError: string | null;
  /** The operator who delivered the e-mail manually. */
  readonly deliveredBy: string | null;
  /** Of the key that was issued for it. */
  readonly lastFour: string | null;
  /** When that key was revoked, or expires. */
  readonly keyEndsAt: Date | null;
  readonly version: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
};

export const keyRequestNoun: Noun<OperatorKeyRequest> = {
  name: "key request",
  find: async (db, text) => (isUuid(text) ? selectOperatorKeyRequest(db, text) : undefined),
  idOf: ({ requestId }) => requestId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/key-requests/${id}`,
  wire: {
    request_id: wire.id(({ requestId }) => requestId),
    state: wire.text(({ decided, mailState }) => requestState(decided, mailState)),
    account_id: wire.idOrNull(({ accountId }) => accountId),
    account: wire.textOrNull(({ accountName }) => accountName),
    email: wire.text(({ email }) => email),
    company: wire.textOrNull(({ company }) => company),
    person: wire.textOrNull(({ person }) => person),
    key_name: wire.text(({ keyName }) => keyName),
    purpose: wire.textOrNull(({ purpose }) => purpose),
    source: wire.text(({ source }) => source),
    version: wire.count(({ version }) => version),
    created_at: wire.time(({ createdAt }) => createdAt),
    due_at: wire.time(({ dueAt }) => dueAt),
  },
};

/** `open` requests wait for us, `waiting` ones for the customer's answer. */
export const keyRequestTabs = [
  "open",
  "waiting",
  "pending",
  "bounced",
  "sent",
  "declined",
] as const;
export type KeyRequestTab = (typeof keyRequestTabs)[number];

const selected = `select r.request_id as "requestId", r.source, r.account_id as "accountId",
    a.name as "accountName", a.email as "accountEmail", a.suspended_at as "suspendedAt", r.email,
    coalesce(r.company, a.name) as company, coalesce(r.person, u.name) as person,
    r.key_name as "keyName", r.purpose, r.pasted, r.state as decided, r.due_at as "dueAt",
    r.created_at as "createdAt", r.key_id as "keyId", k.last_four as "lastFour",
    least(k.revoked_at, k.expires_at) as "keyEndsAt", r.mail_id as "mailId",
    m.state as "mailState", m.last_error as "mailError", m.delivered_by as "deliveredBy", r.reply,
    r.version, r.changed_at as "changedAt", r.changed_by as "changedBy"
  from key_requests r
  left join accounts a on a.account_id = r.account_id
  left join users u on u.user_id = r.user_id
  left join mails m on m.mail_id = r.mail_id
  left join api_keys k on k.key_id = r.key_id`;

/** What an operator dismissed needs nothing more. */
const isUndismissed = "m.dismissed_at is null";

const inView: Readonly<Record<KeyRequestTab, string>> = {
  open: "r.state = 'new'",
  waiting: "r.state = 'needs information'",
  pending: `r.state = 'issued' and m.state in ('queued', 'kept') and ${isUndismissed}`,
  bounced: `r.state = 'issued' and m.state in ('bounced', 'failed') and ${isUndismissed}`,
  sent: `r.state = 'issued' and (m.state is null or m.state = 'sent' or not (${isUndismissed}))`,
  declined: "r.state = 'declined'",
};

export async function selectOperatorKeyRequest(
  db: Queryable,
  requestId: string,
): Promise<OperatorKeyRequest | undefined> {
  return queryFirst<OperatorKeyRequest>(db, {
    name: "select_operator_key_request",
    text: `${selected} where r.request_id = $1`,
    values: [requestId],
  });
}

/** The request that an e-mail answers. */
export async function selectKeyRequestOfMail(
  db: Queryable,
  mailId: MailId,
): Promise<OperatorKeyRequest | undefined> {
  return queryFirst<OperatorKeyRequest>(db, {
    name: "select_key_request_of_mail",
    text: `${selected} where r.mail_id = $1`,
    values: [mailId],
  });
}

/** A request, locked: a concurrent change waits and then sees this one. */
export async function lockKeyRequest(
  tx: Transaction,
  requestId: string,
): Promise<OperatorKeyRequest | undefined> {
  // Locks the row first, so that joined rows are read as they are after the wait.
  const locked = await tx.query({
    name: "lock_key_request",
    text: "select from key_requests where request_id = $1 for update",
    values: [requestId],
  });
  return locked.length === 0 ? undefined : selectOperatorKeyRequest(tx, requestId);
}

/**
 * One page of a tab after the request `after`: open requests by due date, the others newest first.
 */
export async function selectOperatorKeyRequests(
  db: Queryable,
  view: KeyRequestTab,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<OperatorKeyRequest[]> {
  const further =
    view === "open"
      ? `(r.due_at, r.request_id) > (
          select due_at, request_id from key_requests where request_id = $1
        )`
      : "r.request_id < $1";
  const order = view === "open" ? "r.due_at, r.request_id" : "r.request_id desc";
  return db.query<OperatorKeyRequest>({
    name: `select_operator_key_requests_${view}`,
    text: `${selected} where ${inView[view]} and ($1::uuid is null or ${further})
      order by ${order} limit $2`,
    values: [after, limit],
  });
}

const countedTabs = ["open", "waiting", "pending", "bounced"] as const;
type KeyRequestCounts = Readonly<Record<(typeof countedTabs)[number], number>>;

export async function countKeyRequests(db: Queryable): Promise<KeyRequestCounts> {
  const count = (view: KeyRequestTab): string =>
    `(select count(*) from key_requests r left join mails m on m.mail_id = r.mail_id
      where ${inView[view]})::integer as ${view}`;
  const rows = await db.query<KeyRequestCounts>({
    name: "count_operator_key_requests",
    text: `select ${countedTabs.map(count).join(", ")}`,
  });
  return rows[0] ?? { open: 0, waiting: 0, pending: 0, bounced: 0 };
}

export async function updateKeyRequest(
  tx: Transaction,
  requestId: KeyRequestId,
  fields: KeyRequestFields,
  by: { readonly name: string | null; readonly now: Date },
): Promise<void> {
  await tx.query({
    name: "update_key_request",
    text: `update key_requests set account_id = $2, email = $3, company = $4, person = $5,
        key_name = $6, purpose = $7, state = $8, key_id = $9, mail_id = $10, reply = $11,
        version = version + 1, changed_by = $12, changed_at = $13
      where request_id = $1`,
    values: [
      requestId,
      fields.accountId,
      fields.email,
      fields.company,
      fields.person,
      fields.keyName,
      fields.purpose,
      fields.decided,
      fields.keyId,
      fields.mailId,
      fields.reply,
      by.name,
      by.now,
    ],
  });
}

/** Accounts that have the address or its host, or whose users have. */
export async function selectAccountsOfHost(
  db: Queryable,
  host: string,
): Promise<{ readonly accountId: AccountId; readonly email: string }[]> {
  return db.query({
    name: "select_accounts_of_host",
    text: `select account_id as "accountId", lower(email) as email from accounts
        where lower(split_part(email, '@', 2)) = $1
      union
      select account_id, email from users
        where account_id is not null and removed_at is null and split_part(email, '@', 2) = $1
      limit 500`,
    values: [host],
  });
}
