// The SQL that finds people by what was typed. Every query reads an index.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toWordQuery, wordsOf } from "../db/words.ts";
import type { UserId } from "../signIn/signedIn.ts";

/** A buyer, or an operator: operators have no account. */
export type FoundPerson = {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly accountId: AccountId | null;
  readonly accountName: string | null;
};

/** The best are chosen from so many matches. */
const maxMatches = 200;

/**
 * The people with this id, or with words in their name and address that begin with the typed ones;
 * those named so come first. Operators are found only `withOperators`.
 */
export async function findPeople(
  db: Queryable,
  typed: string,
  { limit, withOperators }: { readonly limit: number; readonly withOperators: boolean },
): Promise<FoundPerson[]> {
  const words = toWordQuery(typed);
  if (words === null) return [];
  return db.query<FoundPerson>({
    name: "find_people",
    text: `select u.user_id as "userId", u.name, u.email, u.role, u.account_id as "accountId",
        a.name as "accountName"
      from (
        (select u.* from users u
          where ${wordsOf("u.name || ' ' || u.email")} @@ to_tsquery('simple', $1)
            and u.removed_at is null and ($5 or u.account_id is not null)
          limit ${maxMatches})
        union all
        (select u.* from users u
          where u.user_id = $2::uuid and u.removed_at is null
            and ($5 or u.account_id is not null))
      ) u left join accounts a using (account_id)
      order by not starts_with(lower(u.name), $3), lower(u.name), u.user_id limit $4`,
    values: [words, isUuid(typed) ? typed : null, typed.toLowerCase(), limit, withOperators],
  });
}
