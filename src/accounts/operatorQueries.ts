// The SQL of operators, where it is not that of all people: see userQueries.
import type { Queryable } from "../db/database.ts";
import type { TokenHash } from "../signIn/plainToken.ts";
import type { sessionCutoffs } from "../signIn/sessionCutoffs.ts";
import type { SessionId } from "../signIn/signedIn.ts";
import type { OperatorId, OperatorRole, SignedInOperator } from "../signIn/signedInOperator.ts";
import type { EmailAddress } from "./emailAddress.ts";
import type { Member } from "./userQueries.ts";

type SessionRow = {
  readonly sessionId: SessionId;
  readonly operatorId: OperatorId;
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly hasSecondFactor: boolean;
};

/** The good session of a hash, if it is an operator's; notes its use at `now`. */
export async function useOperatorSession(
  db: Queryable,
  hash: TokenHash,
  cutoffs: ReturnType<typeof sessionCutoffs>,
  now: Date,
): Promise<SignedInOperator | undefined> {
  const rows = await db.query<SessionRow>({
    name: "use_operator_session",
    text: `with good as (
        select s.session_id, s.last_used_at, u.user_id, u.name, u.email, u.role,
          u.totp_confirmed_at is not null as has_second_factor
        from sessions s join users u on u.user_id = s.user_id
        where s.token_hash = $1 and s.created_at > $2 and s.last_used_at > $3
          and u.removed_at is null and u.account_id is null
      ), noted as (
        update sessions s set last_used_at = $5 from good
        where s.session_id = good.session_id and s.last_used_at < $4
      )
      select session_id as "sessionId", user_id as "operatorId", name, email, role,
        has_second_factor as "hasSecondFactor"
      from good`,
    values: [hash, cutoffs.begunAfter, cutoffs.usedAfter, cutoffs.notedBefore, now],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sessionId, operatorId, name, email, role, hasSecondFactor } = row;
  return { sessionId, operator: { operatorId, name, email, role }, hasSecondFactor };
}

/** The operators, locked in one order until the transaction ends. */
export async function lockOperators(db: Queryable): Promise<ListedMember[]> {
  return db.query<ListedMember>({
    name: "lock_operators",
    text: `select user_id as "userId", role, email, name from users
      where account_id is null and removed_at is null order by user_id for update`,
    values: [],
  });
}

/** An operator as a change of them is written down. */
export type ListedMember = Member & { readonly role: OperatorRole };

/** An operator as lists show them. */
export type ListedOperator = {
  readonly operatorId: OperatorId;
  readonly email: EmailAddress;
  readonly name: string;
  readonly role: OperatorRole;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
  readonly sessions: number;
  readonly lastUsedAt: Date | null;
};

/** The operators by name, each with their good sessions. */
export async function selectOperators(
  db: Queryable,
  cutoffs: ReturnType<typeof sessionCutoffs>,
): Promise<ListedOperator[]> {
  return db.query<ListedOperator>({
    name: "select_operators",
    text: `select u.user_id as "operatorId", u.email, u.name, u.role,
        u.totp_confirmed_at is not null as "hasSecondFactor", u.created_at as "createdAt",
        count(s.session_id)::integer as sessions, max(s.last_used_at) as "lastUsedAt"
      from users u
      left join sessions s
        on s.user_id = u.user_id and s.created_at > $1 and s.last_used_at > $2
      where u.account_id is null and u.removed_at is null
      group by u.user_id
      order by lower(u.name), u.user_id`,
    values: [cutoffs.begunAfter, cutoffs.usedAfter],
  });
}
