import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import { waitForNoStandby } from "../db/replication.ts";
import type { Currency } from "../kit/money.ts";
import type { TokenHash } from "./plainToken.ts";
import type { CurrentDraft, SessionId, SignedIn, SignedInOperator, UserId } from "./signedIn.ts";

/** A step of a statement after `good`, the found session: records its use. */
const recordUse = `recorded as (
        update sessions s set last_used_at = $5 from good
        where s.session_id = good.session_id and s.last_used_at < $4
        returning ${waitForNoStandby}
      )`;

type SessionRow = SignedIn["user"] & {
  readonly sessionId: SessionId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  /** Null if the person has no draft. */
  readonly orderId: string | null;
  readonly orderNumber: string;
  readonly poNumber: string | null;
  readonly lines: number;
  readonly subtotal: string;
  readonly orderCurrency: Currency;
};

function readDraft(row: SessionRow): CurrentDraft | null {
  const { orderId, orderNumber, poNumber, lines, subtotal, orderCurrency: currency } = row;
  if (orderId === null) return null;
  return { orderId, orderNumber, poNumber, lines, subtotal: { minor: BigInt(subtotal), currency } };
}

/** The session with this hash if it is valid; records its use in the same statement. */
export async function useSession(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<SignedIn | undefined> {
  const { createdAfter, usedAfter, recordedBefore } = sessionCutoffs(now);
  const row = await queryFirst<SessionRow>(db, {
    name: "use_session",
    text: `with good as (
        select s.session_id, s.last_used_at, u.user_id, u.name, u.email, u.role, u.draft_id,
          a.account_id, a.name as account_name, a.currency
        from sessions s
        join users u on u.user_id = s.user_id
        join accounts a on a.account_id = u.account_id
        where s.token_hash = $1 and s.created_at > $2 and s.last_used_at > $3
          and u.removed_at is null and a.suspended_at is null
      ), ${recordUse}
      select session_id as "sessionId", good.user_id as "userId", name, email, role,
        good.account_id as "accountId", account_name as "accountName", good.currency,
        o.order_id as "orderId", o.order_number as "orderNumber",
        o.po_number as "poNumber", o.subtotal, o.currency as "orderCurrency", (
          select count(*)::integer from order_lines l where l.order_id = o.order_id
        ) as lines
      from good left join orders o
        on o.order_id = draft_id and o.account_id = good.account_id and o.status = 'draft'`,
    values: [hash, createdAfter, usedAfter, recordedBefore, now],
  });
  if (row === undefined) return undefined;
  const { sessionId, userId, name, email, role, accountId, accountName, currency } = row;
  return {
    sessionId,
    user: { userId, name, email, role },
    account: { accountId, name: accountName, currency },
    draft: readDraft(row),
  };
}

export async function insertSession(
  db: Queryable,
  session: {
    readonly sessionId: SessionId;
    readonly userId: UserId;
    readonly hash: TokenHash;
    readonly userAgent: string;
    readonly now: Date;
  },
): Promise<void> {
  await db.query({
    name: "insert_session",
    text: `insert into sessions
        (session_id, user_id, token_hash, user_agent, created_at, last_used_at)
      values ($1, $2, $3, $4, $5, $5)`,
    values: [session.sessionId, session.userId, session.hash, session.userAgent, session.now],
  });
}

export async function deleteSessionByHash(db: Queryable, hash: TokenHash): Promise<void> {
  await db.query({
    name: "delete_session_by_hash",
    text: "delete from sessions where token_hash = $1",
    values: [hash],
  });
}

export async function deleteSession(
  db: Queryable,
  userId: UserId,
  sessionId: string,
): Promise<boolean> {
  const rows = await db.query({
    name: "delete_session",
    text: "delete from sessions where user_id = $1 and session_id = $2 returning session_id",
    values: [userId, sessionId],
  });
  return rows.length === 1;
}

/** Ends all sessions of a user except one, if given; returns how many. */
export async function deleteSessions(
  db: Queryable,
  userId: UserId,
  kept: SessionId | null,
): Promise<number> {
  const rows = await db.query({
    name: "delete_sessions",
    text: `delete from sessions
      where user_id = $1 and ($2::uuid is null or session_id <> $2) returning session_id`,
    values: [userId, kept],
  });
  return rows.length;
}

/** Keeps the `most` recently used sessions of a user and ends the others. */
export async function deleteStaleSessions(
  db: Queryable,
  userId: UserId,
  most: number,
): Promise<void> {
  await db.query({
    name: "delete_stale_sessions",
    text: `delete from sessions where session_id in (
        select session_id from sessions where user_id = $1
        order by last_used_at desc, session_id desc offset $2
      )`,
    values: [userId, most],
  });
}

export type ListedSession = {
  readonly sessionId: SessionId;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

/** The valid sessions of a user, most recently used first. */
export async function selectSessions(
  db: Queryable,
  userId: UserId,
  now: Date,
): Promise<ListedSession[]> {
  const { createdAfter, usedAfter } = sessionCutoffs(now);
  return db.query<ListedSession>({
    name: "select_sessions",
    text: `select session_id as "sessionId", user_agent as "userAgent",
        created_at as "createdAt", last_used_at as "lastUsedAt"
      from sessions where user_id = $1 and created_at > $2 and last_used_at > $3
      order by last_used_at desc, session_id desc`,
    values: [userId, createdAfter, usedAfter],
  });
}

/** Deletes sessions that are too old or were not used for too long; returns how many. */
export async function deleteEndedSessions(db: Queryable, now: Date): Promise<number> {
  const { createdAfter, usedAfter } = sessionCutoffs(now);
  const rows = await db.query({
    name: "delete_expired_sessions",
    text: `delete from sessions where last_used_at <= $1 or created_at <= $2
      returning session_id`,
    values: [usedAfter, createdAfter],
  });
  return rows.length;
}

/** A session ends after this time without use. */
export const sessionIdleMs = 12 * 3_600_000;
export const sessionLifeMs = 30 * 86_400_000;
/** The use of a session is recorded at most this often. */
const sessionTouchIntervalMs = 60_000;

/** The limits that decide whether a session is valid at `now`. */
export function sessionCutoffs(now: Date) {
  return {
    usedAfter: new Date(now.getTime() - sessionIdleMs),
    createdAfter: new Date(now.getTime() - sessionLifeMs),
    recordedBefore: new Date(now.getTime() - sessionTouchIntervalMs),
  };
}

type OperatorSessionRow = SignedInOperator["operator"] & Omit<SignedInOperator, "operator">;

/** The session of an operator with this hash if it is valid; records its use. */
export async function useOperatorSession(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<SignedInOperator | undefined> {
  const { createdAfter, usedAfter, recordedBefore } = sessionCutoffs(now);
  const row = await queryFirst<OperatorSessionRow>(db, {
    name: "use_operator_session",
    text: `with good as (
        select s.session_id, s.last_used_at, u.user_id, u.name, u.email, u.role,
          u.totp_confirmed_at is not null as has_second_factor
        from sessions s join users u on u.user_id = s.user_id
        where s.token_hash = $1 and s.created_at > $2 and s.last_used_at > $3
          and u.removed_at is null and u.account_id is null
      ), ${recordUse}
      select session_id as "sessionId", user_id as "operatorId", name, email, role,
        has_second_factor as "hasSecondFactor"
      from good`,
    values: [hash, createdAfter, usedAfter, recordedBefore, now],
  });
  if (row === undefined) return undefined;
  const { sessionId, hasSecondFactor, ...operator } = row;
  return { sessionId, operator, hasSecondFactor };
}
