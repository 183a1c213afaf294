import type { Queryable } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { sessionCutoffs } from "../signIn/sessionQueries.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";

export type ListedOperator = SignedInOperator["operator"] & {
  readonly email: EmailAddress;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
  readonly sessions: number;
  readonly lastUsedAt: Date | null;
};

/** The operators by name, with their valid sessions. */
export async function selectOperators(db: Queryable, now: Date): Promise<ListedOperator[]> {
  const { createdAfter, usedAfter } = sessionCutoffs(now);
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
    values: [createdAfter, usedAfter],
  });
}
