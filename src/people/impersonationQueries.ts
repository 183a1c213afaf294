import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import type { TokenHash } from "../signIn/plainToken.ts";
import { sessionCutoffs } from "../signIn/sessionQueries.ts";
import type { SessionId, SignedInOperator } from "../signIn/signedIn.ts";

/** Stores the impersonation of a session and replaces an existing one. */
export async function upsertImpersonation(
  db: Queryable,
  view: {
    readonly sessionId: SessionId;
    readonly accountId: AccountId;
    readonly hash: TokenHash;
    readonly endsAt: Date;
  },
): Promise<void> {
  await db.query({
    name: "upsert_impersonation",
    text: `insert into impersonations (session_id, account_id, token_hash, ends_at)
      values ($1, $2, $3, $4)
      on conflict (session_id) do update set account_id = excluded.account_id,
        token_hash = excluded.token_hash, ends_at = excluded.ends_at`,
    values: [view.sessionId, view.accountId, view.hash, view.endsAt],
  });
}

type ImpersonationRow = SignedInOperator["operator"] & {
  readonly sessionId: SessionId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
};

/**
 * The impersonation with a token that is valid at `now`, in a valid session, of an account that is
 * not suspended. Changes nothing.
 */
export async function selectView(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<ImpersonationRow | undefined> {
  const { createdAfter, usedAfter } = sessionCutoffs(now);
  return queryFirst<ImpersonationRow>(db, {
    name: "select_impersonation",
    text: `select session_id as "sessionId", u.user_id as "operatorId", u.name, u.email, u.role,
        a.account_id as "accountId", a.name as "accountName", a.currency
      from impersonations v
      join sessions s using (session_id)
      join users u on u.user_id = s.user_id and u.account_id is null and u.removed_at is null
      join accounts a on a.account_id = v.account_id and a.suspended_at is null
      where v.token_hash = $1 and v.ends_at > $2
        and s.created_at > $3 and s.last_used_at > $4`,
    values: [hash, now, createdAfter, usedAfter],
  });
}

/** Ends the impersonation of a session; returns the account, or undefined if there was none. */
export async function deleteImpersonation(
  db: Queryable,
  sessionId: SessionId,
): Promise<AccountId | undefined> {
  const rows = await db.query<{ accountId: AccountId }>({
    name: "delete_impersonation",
    text: `delete from impersonations where session_id = $1 returning account_id as "accountId"`,
    values: [sessionId],
  });
  return rows[0]?.accountId;
}
