// Changing key requests. Invariant: an operator changes the version they saw, and the change is
// recorded.

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

/** A request in the version that an operator saw. */
export type SeenRequest = {
  readonly requestId: string;
  readonly version: number;
  readonly actor: Actor;
};

/**
 * `conflict`: somebody changed the request in the meantime, or its state does not allow this;
 * `request` is its current state, and nothing changed.
 */
export type KeyRequestChangeOutcome =
  | { readonly outcome: "changed" }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "conflict"; readonly request: OperatorKeyRequest };

/** A change and its audit event. */
export type KeyRequestChange = {
  readonly action: string;
  readonly fields: Partial<KeyRequestFields>;
  /** For the audit event, besides the fields: what is new, and what it replaced. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly replaced?: Readonly<Record<string, unknown>>;
};

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
 * Runs `change` on a locked request if it has the version that was seen, and stores the result.
 * `change` returns "conflict" if the state of the request does not allow it.
 */
export async function changeKeyRequest(
  db: Database,
  { requestId, version, actor }: SeenRequest,
  now: Date,
  change: (tx: Transaction, request: OperatorKeyRequest) => Promise<KeyRequestChange | "conflict">,
): Promise<KeyRequestChangeOutcome> {
  return db.transaction<KeyRequestChangeOutcome>(async (tx) => {
    const request = await lockKeyRequest(tx, requestId);
    if (request === undefined) return { outcome: "unknown" };
    if (request.version !== version) return { outcome: "conflict", request };
    const made = await change(tx, request);
    if (made === "conflict") return { outcome: "conflict", request };
    const { action, fields, recorded = {}, replaced = {} } = made;
    const after = { ...request, ...fields };
    const name = findOperator(actor)?.name ?? null;
    await updateKeyRequest(tx, request.requestId, after, { name, now });
    recordAuditEvent(tx, {
      actor,
      action,
      subjectKind: "key request",
      subjectId: request.requestId,
      accountId: after.accountId,
      before: { ...describeFields(fields, request), ...replaced },
      after: { ...describeFields(fields, after), ...recorded },
      now,
    });
    return { outcome: "changed" };
  });
}

/** Whether a request was answered with a key that no longer works. */
export function hasEndedKey({ decided, keyEndsAt }: OperatorKeyRequest, now: Date): boolean {
  return decided === "issued" && keyEndsAt !== null && keyEndsAt <= now;
}

export function isRequestOpen({ decided, mailState }: OperatorKeyRequest): boolean {
  return isOpen(requestState(decided, mailState));
}

export type TypedRequest = Pick<
  KeyRequestFields,
  "company" | "person" | "email" | "keyName" | "purpose"
>;

/** Edits an open request. One that waited for the customer's answer is then ours again. */
export function editKeyRequest(
  db: Database,
  seen: SeenRequest,
  typed: TypedRequest,
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  return changeKeyRequest(db, seen, now, async (_, request) => {
    if (!isRequestOpen(request)) return "conflict";
    return { action: "changed a key request", fields: { ...typed, decided: "new" } };
  });
}

/**
 * Assigns an open request to an account. Conflict if the account does not exist, or if the request
 * came from an account.
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
    return { action: "matched a key request", fields, recorded: { account: account.name } };
  });
}
