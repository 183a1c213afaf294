// Keys of the distributor's own systems for the operator API. They belong to no account.
import { Type } from "typebox";
import { keyState } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { newId } from "../db/newId.ts";
import { admins, type Scope } from "../kit/access.ts";
import { action } from "../kit/action.ts";
import type { Noun } from "../kit/declared.ts";
import { Failure } from "../kit/errors.ts";
import { change, first, sql } from "../kit/sql.ts";
import { wire } from "../kit/wire.ts";
import { hashKey, lastFour, mintKey, type PlainKey, parseKey } from "./plainKey.ts";

export type OperatorKey = {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly replacedBy: string | null;
  readonly lastUsedAt: Date | null;
};

export const keyColumns = sql`k.key_id, k.name, k.scopes, k.last_four, k.created_at, k.expires_at,
  k.revoked_at, k.replaced_by, k.last_used_at`;

export const operatorKeyNoun: Noun<OperatorKey> = {
  name: "operator key",
  async find(db, text, { lock }) {
    if (!isUuid(text)) return undefined;
    const found = sql`select ${keyColumns} from operator_keys k where k.key_id = ${text}`;
    return first<OperatorKey>(db, lock ? sql`${found} for update` : found);
  },
  idOf: ({ keyId }) => keyId,
  accountOf: () => null,
  address: (id) => `/console/operator-keys/${id}`,
  wire: {
    key_id: wire.id(({ keyId }) => keyId),
    name: wire.text(({ name }) => name),
    scopes: wire.texts(({ scopes: granted }) => granted),
    last_four: wire.text((key) => key.lastFour),
    created_at: wire.time(({ createdAt }) => createdAt),
    expires_at: wire.timeOrNull(({ expiresAt }) => expiresAt),
    revoked_at: wire.timeOrNull(({ revokedAt }) => revokedAt),
    last_used_at: wire.timeOrNull(({ lastUsedAt }) => lastUsedAt),
  },
};

type KeyTerms = Pick<OperatorKey, "name" | "scopes" | "expiresAt">;

/** `key` cannot be retrieved again. */
export type IssuedOperatorKey = Pick<OperatorKey, "keyId" | "name" | "scopes"> & {
  readonly key: PlainKey;
};

async function createKey(
  tx: Transaction,
  { name, scopes: granted, expiresAt }: KeyTerms,
  now: Date,
): Promise<IssuedOperatorKey> {
  const [keyId, key] = [newId(), mintKey("ok_live_")];
  await change(
    tx,
    sql`insert into operator_keys (key_id, name, scopes, key_hash, last_four, created_at, expires_at)
      values (${keyId}, ${name}, ${granted}, decode(${hashKey(key)}, 'hex'), ${lastFour(key)},
        ${now}, ${expiresAt})`,
  );
  return { keyId, key, name, scopes: granted };
}

/** Who does it, and when. */
type By = { readonly actor: Actor; readonly now: Date };

export async function issueOperatorKey(
  tx: Transaction,
  terms: KeyTerms,
  { actor, now }: By,
): Promise<IssuedOperatorKey> {
  const issued = await createKey(tx, terms, now);
  recordAuditEvent(tx, {
    actor,
    action: "issued an operator key",
    subjectKind: operatorKeyNoun.name,
    subjectId: issued.keyId,
    accountId: null,
    after: { name: terms.name, scopes: terms.scopes, expires_at: terms.expiresAt },
    now,
  });
  return issued;
}

export type RotatedOperatorKey =
  | { readonly issued: IssuedOperatorKey; readonly oldKeyEndsAt: Date }
  | { readonly refused: "revoked" | "replaced" | "expired" };

/** Issues a key with the same name, scopes and end; the old one ends after `overlapHours`. */
export async function rotateOperatorKey(
  tx: Transaction,
  keyId: string,
  overlapHours: number,
  { actor, now }: By,
): Promise<RotatedOperatorKey | undefined> {
  const old = await operatorKeyNoun.find(tx, keyId, { lock: true });
  if (old === undefined) return undefined;
  const state = old.replacedBy === null ? keyState(old, now) : "replaced";
  if (state !== "active") return { refused: state };
  const issued = await createKey(tx, old, now);
  const latest = new Date(now.getTime() + overlapHours * 3_600_000);
  const oldKeyEndsAt = old.expiresAt !== null && old.expiresAt < latest ? old.expiresAt : latest;
  await change(
    tx,
    sql`update operator_keys set replaced_by = ${issued.keyId}, expires_at = ${oldKeyEndsAt}
      where key_id = ${old.keyId}`,
  );
  recordAuditEvent(tx, {
    actor,
    action: "replaced an operator key",
    subjectKind: operatorKeyNoun.name,
    subjectId: old.keyId,
    accountId: null,
    before: { name: old.name, last_four: old.lastFour, expires_at: old.expiresAt },
    after: { key_id: issued.keyId, old_key_ends_at: oldKeyEndsAt },
    now,
  });
  return { issued, oldKeyEndsAt };
}

export const revokeOperatorKey = action({
  name: "operator-key revoke",
  of: operatorKeyNoun,
  who: admins,
  surfaces: ["page", "shell"],
  input: Type.Object({}),
  isOffered: (key, { now }) => keyState(key, now) === "active",
  async run(tx, { keyId, revokedAt }, _input, { now }) {
    if (revokedAt !== null) return "is revoked";
    await change(tx, sql`update operator_keys set revoked_at = ${now} where key_id = ${keyId}`);
    return "revoked";
  },
  audit: ({ name, lastFour: last_four }, _input, { now }) => ({
    action: "revoked an operator key",
    before: { name, last_four },
    after: { revoked_at: now },
  }),
  words: {
    about: "revoke a key of the operator API; it stops working immediately",
    button: ({ name }) => `Revoke ${name}`,
    effects: () => "Requests with it are refused from now on.",
    done: { revoked: "Key revoked." },
    same: { "is revoked": "The key is already revoked." },
    refused: {},
  },
});

const bearer = /^bearer +([^\s]+) *$/i;

/**
 * The key of an Authorization header; records its use, to the minute. Throws INVALID_API_KEY or
 * KEY_REVOKED.
 */
export async function authenticateOperator(
  db: Queryable,
  authorization: string | undefined,
  now: Date,
): Promise<OperatorKey> {
  const sent = bearer.exec(authorization ?? "")?.[1];
  const key = sent === undefined ? undefined : parseKey(sent, "ok_live_");
  if (key === undefined) {
    const message = "Send a key of the operator API: Authorization: Bearer ok_live_….";
    throw new Failure("INVALID_API_KEY", { message });
  }
  const hash = sql`decode(${hashKey(key)}, 'hex')`;
  const known = await first<OperatorKey>(
    db,
    sql`with used as (
        update operator_keys set last_used_at = ${now}
        where key_hash = ${hash} and revoked_at is null
          and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
      )
      select ${keyColumns} from operator_keys k where k.key_hash = ${hash}`,
  );
  if (known === undefined) throw new Failure("INVALID_API_KEY");
  if (keyState(known, now) !== "active") throw new Failure("KEY_REVOKED");
  return known;
}
