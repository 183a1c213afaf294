import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import type { UserId } from "../signIn/signedIn.ts";

declare const keyRequestIdBrand: unique symbol;

export type KeyRequestId = string & { readonly [keyRequestIdBrand]: true };

/** Where a request came from: the account's page, the public form or a mail. */
export type KeyRequestSource = "account" | "form" | "mail";

export type KeyRequest = {
  readonly requestId: KeyRequestId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  /** The requester's address at the time. */
  readonly email: string;
  readonly keyName: string;
  readonly purpose: string | null;
  readonly createdAt: Date;
};

export type NewKeyRequest = Omit<KeyRequest, "accountId" | "userId"> & {
  readonly source: KeyRequestSource;
  readonly accountId: AccountId | null;
  readonly userId: UserId | null;
  readonly company: string | null;
  readonly person: string | null;
  readonly pasted: string | null;
  readonly dueAt: Date;
};

export async function insertKeyRequest(db: Queryable, request: NewKeyRequest): Promise<void> {
  await db.query({
    name: "insert_key_request",
    text: `insert into key_requests (request_id, source, account_id, user_id, email, company,
        person, key_name, purpose, pasted, due_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      request.requestId,
      request.source,
      request.accountId,
      request.userId,
      request.email,
      request.company,
      request.person,
      request.keyName,
      request.purpose,
      request.pasted,
      request.dueAt,
      request.createdAt,
    ],
  });
}

/** The open requests that an account made on its page, oldest first. */
export function selectOpenKeyRequests(db: Queryable, accountId: AccountId): Promise<KeyRequest[]> {
  return db.query<KeyRequest>({
    name: "select_waiting_key_requests",
    text: `select request_id as "requestId", account_id as "accountId", user_id as "userId", email,
        key_name as "keyName", purpose, created_at as "createdAt"
      from key_requests
      where account_id = $1 and source = 'account' and state in ('new', 'needs information')
      order by created_at, request_id`,
    values: [accountId],
  });
}
