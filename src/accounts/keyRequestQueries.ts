// The SQL of requests for keys.
import type { Queryable } from "../db/database.ts";
import type { AccountId } from "./account.ts";
import type { UserId } from "./signedIn.ts";

declare const keyRequestIdBrand: unique symbol;

export type KeyRequestId = string & { readonly [keyRequestIdBrand]: true };

/** A key that an account has asked for. */
export type KeyRequest = {
  readonly requestId: KeyRequestId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  /** The address of whoever asked, as it was then. */
  readonly email: string;
  readonly keyName: string;
  readonly purpose: string | null;
  readonly createdAt: Date;
};

/** Stores a request. */
export async function insertKeyRequest(db: Queryable, request: KeyRequest): Promise<void> {
  await db.query({
    name: "insert_key_request",
    text: `insert into key_requests
        (request_id, account_id, user_id, email, key_name, purpose, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[request.requestId, request.accountId, request.userId, request.email],
      ...[request.keyName, request.purpose, request.createdAt],
    ],
  });
}

/**
 * The requests of an account that wait, the oldest first: no key of that name, in any case, was
 * issued since.
 */
export function selectWaitingRequests(db: Queryable, accountId: AccountId): Promise<KeyRequest[]> {
  return db.query<KeyRequest>({
    name: "select_waiting_key_requests",
    text: `select request_id as "requestId", account_id as "accountId", user_id as "userId", email,
        key_name as "keyName", purpose, created_at as "createdAt"
      from key_requests r
      where account_id = $1 and not exists (
          select from api_keys k
          where k.account_id = r.account_id and lower(k.name) = lower(r.key_name)
            and k.created_at >= r.created_at
        )
      order by created_at, request_id`,
    values: [accountId],
  });
}
