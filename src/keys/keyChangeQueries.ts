import type { ApiKey } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { deliversKey } from "../mail/outbox.ts";

export type NotifiedKey = Omit<ApiKey, "replacedBy" | "lastUsedAt"> & {
  readonly accountName: string;
  /** When its replacement was issued. */
  readonly replacedAt: Date | null;
  readonly replacesAnother: boolean;
};

export async function selectNotifiedKey(
  db: Queryable,
  keyId: string,
): Promise<NotifiedKey | undefined> {
  return queryFirst<NotifiedKey>(db, {
    name: "select_notified_key",
    text: `select k.key_id as "keyId", k.account_id as "accountId", a.name as "accountName", k.name,
        k.last_four as "lastFour", k.created_at as "createdAt", k.expires_at as "expiresAt",
        k.revoked_at as "revokedAt", n.created_at as "replacedAt",
        exists (
          select from api_keys o where o.account_id = k.account_id and o.replaced_by = k.key_id
        ) as "replacesAnother"
      from api_keys k join accounts a on a.account_id = k.account_id
      left join api_keys n on n.key_id = k.replaced_by
      where k.key_id = $1`,
    values: [keyId],
  });
}

/**
 * The recipients of a notification: the admins of the account, or the account's own address if it
 * has none. With `isNew`, without those who received the key by mail.
 */
export async function selectNotifiedPeople(
  db: Queryable,
  { accountId, createdAt }: Pick<NotifiedKey, "accountId" | "createdAt">,
  isNew: boolean,
): Promise<{ readonly email: string }[]> {
  return db.query({
    name: "select_notified_people",
    text: `with admins as (
        select email from users where account_id = $1 and role = 'admin' and removed_at is null
      ), people as (
        select email from admins
        union
        select email from accounts where account_id = $1 and not exists (select from admins)
      )
      select email from people p
      where not $3 or not exists (
          select from mails m
          where m.recipient = p.email and m.kind = 'key issued' and m.account_id = $1
            and m.created_at = $2
        )
      order by email`,
    values: [accountId, createdAt, isNew],
  });
}

/**
 * Dismisses the unsent e-mails that deliver a key and deletes their secrets: the key is revoked, so
 * they are no task and never sent. An e-mail names the key by its last four characters.
 */
export async function settleKeyMails(
  tx: Transaction,
  keyId: ApiKey["keyId"],
  now: Date,
): Promise<void> {
  await tx.query({
    name: "settle_key_mails",
    text: `update mails m set dismissed_at = coalesce(m.dismissed_at, $2), encrypted_secrets = null,
        state = case m.state when 'queued' then 'kept' else m.state end
      from api_keys k
      where k.key_id = $1 and m.state <> 'sent' and ${deliversKey}`,
    values: [keyId, now],
  });
}

/** When a key was first used from a network, and from how many others in the 24 hours before. */
export async function selectNetworkUse(
  db: Queryable,
  keyId: string,
  network: string,
  dayMs: number,
): Promise<{ readonly firstUsedAt: Date; readonly earlierThatDay: number } | undefined> {
  return queryFirst<{ firstUsedAt: Date; earlierThatDay: number }>(db, {
    name: "select_network_use",
    text: `select n.first_used_at as "firstUsedAt", (
        select count(*)::integer from key_networks e
        where e.key_id = n.key_id and e.network <> n.network
          and (e.first_used_at, e.network) < (n.first_used_at, n.network)
          and e.first_used_at > n.first_used_at - $3 * interval '1 millisecond'
      ) as "earlierThatDay"
      from key_networks n where n.key_id = $1 and n.network = $2`,
    values: [keyId, network, dayMs],
  });
}
