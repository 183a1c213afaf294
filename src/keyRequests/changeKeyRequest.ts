// Changing a request for a key, whatever is changed: one operator at a time, on the version they
// saw, and written down. What is typed of it and its account are changed here.

import { selectAccount } from "../accounts/queries.ts";
import { type Actor, findOperator } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import {
  type KeyRequestFields,
  lockKeyRequest,
  type OperatorKeyRequest,
  updateKeyRequest,
} from "./operatorKeyRequestQueries.ts";
import { isOpen, requestState } from "./requestState.ts";

/** A request as the operator had it before them, and who they are. */
export type SeenRequest = {
  readonly requestId: string;
  readonly version: number;
  readonly actor: Actor;
};

/**
 * How a change ends. `conflict`: somebody changed it meanwhile, or it stands where this cannot be
 * done; `request` is how it stands now, and nothing was changed.
 */
export type KeyRequestChangeOutcome =
  | { readonly outcome: "changed" }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "conflict"; readonly request: OperatorKeyRequest };

/** What becomes of a request, and the deed that says so. */
export type KeyRequestChange = {
  readonly action: string;
  readonly fields: Partial<KeyRequestFields>;
  /** What the deed says beside the fields. */
  readonly noted?: Readonly<Record<string, unknown>>;
};

/** A request as deeds have it, in what changed. */
function describeFields(fields: Partial<KeyRequestFields>, request: KeyRequestFields): object {
  const names = {
    accountId: "account_id",
    email: "email",
    company: "company",
    person: "person",
    keyName: "key_name",
    purpose: "purpose",
    decided: "state",
    keyId: "key_id",
    mailId: "mail_id",
    reply: "reply",
  } as const satisfies Record<keyof KeyRequestFields, string>;
  const changed = (Object.keys(fields) as (keyof KeyRequestFields)[]).map(
    (field) => [names[field], request[field]] as const,
  );
  return Object.fromEntries(changed);
}

/**
 * Runs `change` on a request that is locked and of the version that was seen, and stores what it
 * gives, in one transaction. It gives "conflict" where the request stands otherwise than it needs.
 */
export async function changeKeyRequest(
  db: Database,
  { requestId, version, actor }: SeenRequest,
  now: Date,
  change: (tx: Transaction, request: OperatorKeyRequest) => Promise<KeyRequestChange | "conflict">,
): Promise<KeyRequestChangeOutcome> {
  if (!isUuid(requestId)) return { outcome: "unknown" };
  return db.transaction<KeyRequestChangeOutcome>(async (tx) => {
    const request = await lockKeyRequest(tx, requestId);
    if (request === undefined) return { outcome: "unknown" };
    if (request.version !== version) return { outcome: "conflict", request };
    const made = await change(tx, request);
    if (made === "conflict") return { outcome: "conflict", request };
    const { action, fields, noted = {} } = made;
    const after = { ...request, ...fields };
    const name = findOperator(actor)?.name ?? null;
    await updateKeyRequest(tx, request.requestId, after, { name, now });
    recordAuditEvent(tx, {
      actor,
      action,
      subjectKind: "key request",
      subjectId: request.requestId,
      accountId: after.accountId,
      before: describeFields(fields, request),
      after: { ...describeFields(fields, after), ...noted },
      now,
    });
    return { outcome: "changed" };
  });
}

/** Whether an operator can still answer a request. */
export function isRequestOpen({ decided, mailState }: OperatorKeyRequest): boolean {
  return isOpen(requestState(decided, mailState));
}

/** What an operator types of a request. */
export type TypedRequest = Pick<
  KeyRequestFields,
  "company" | "person" | "email" | "keyName" | "purpose"
>;

/** Stores what was typed of a request that is open. */
export function editKeyRequest(
  db: Database,
  seen: SeenRequest,
  typed: TypedRequest,
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  return changeKeyRequest(db, seen, now, async (_, request) => {
    if (!isRequestOpen(request)) return "conflict";
    return { action: "changed a key request", fields: typed };
  });
}

/**
 * Says which account an open request is of. An account that there is not is a conflict, and so is
 * another one than the one that asked on its own page.
 */
export function matchKeyRequest(
  db: Database,
  seen: SeenRequest,
  accountId: string,
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  return changeKeyRequest(db, seen, now, async (tx, request) => {
    if (!isRequestOpen(request) || request.source === "account") return "conflict";
    const account = isUuid(accountId) ? await selectAccount(tx, accountId) : undefined;
    if (account === undefined) return "conflict";
    const fields = { accountId: account.accountId };
    return { action: "matched a key request", fields, noted: { account: account.name } };
  });
}
