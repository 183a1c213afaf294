// The SQL of sessions.
import type { Queryable } from "../db/database.ts";
import type { Currency } from "../money.ts";
import type { AccountId } from "./account.ts";
import type { TokenHash } from "./plainToken.ts";
import type { sessionCutoffs } from "./sessionTerms.ts";
import type { SessionId, SignedIn, UserId, UserRole } from "./signedIn.ts";

type SessionRow = {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
};

/** The good session of a hash, if any; notes its use at `now` in the same statement. */
export async function useSession(
  db: Queryable,
  hash: TokenHash,
  cutoffs: ReturnType<typeof sessionCutoffs>,
  now: Date,
): Promise<SignedIn | undefined> {
  const rows = await db.query<SessionRow>({
    name: "use_session",
    text: `with good as (
        select s.session_id, s.last_used_at, u.user_id, u.name, u.email, u.role,
          a.account_id, a.name as account_name, a.currency
        from sessions s
        join users u on u.user_id = s.user_id
        join accounts a on a.account_id = u.account_id
        where s.token_hash = $1 and s.created_at > $2 and s.last_used_at > $3
          and u.removed_at is null and a.suspended_at is null
      ), noted as (
        update sessions s set last_used_at = $5 from good
        where s.session_id = good.session_id and s.last_used_at < $4
      )
      select session_id as "sessionId", user_id as "userId", name, email, role,
        account_id as "accountId", account_name as "accountName", currency
      from good`,
    values: [hash, cutoffs.begunAfter, cutoffs.usedAfter, cutoffs.notedBefore, now],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sessionId, userId, name, email, role, accountId, accountName, currency } = row;
  return {
    sessionId,
    user: { userId, name, email, role },
    account: { accountId, name: accountName, currency },
  };
}
