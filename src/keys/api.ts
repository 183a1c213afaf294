// The keys of accounts for the distributor's own systems. A new key is never shown here.
import { Type } from "typebox";
import { isUuid } from "../db/isUuid.ts";
import { listOperation, type Operation, recordOperation, verbOperation } from "../kit/api.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { keyList } from "./console.ts";
import { keyWire, type OperatorKey, selectOperatorKey } from "./operatorKeyQueries.ts";
import { revokeKey } from "./revokeKey.ts";

const key: Noun<OperatorKey> = {
  name: "key",
  find: async (db, text) => (isUuid(text) ? selectOperatorKey(db, text) : undefined),
  idOf: ({ keyId }) => keyId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/keys/${id}`,
  wire: keyWire,
};

export const keyOperations: readonly Operation<Context>[] = [
  listOperation("accounts:read", keyList),
  recordOperation("accounts:read", key),
  verbOperation({
    of: key,
    scope: "accounts:write",
    verb: "revoke",
    summary: "Revoke a key; it stops working within a second",
    input: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) }),
    async run({ db }, { id, input: { reason } }, { actor, now }) {
      if (!isUuid(id)) return undefined;
      const outcome = await revokeKey(db, { keyId: id, accountId: null }, now, actor, reason);
      return outcome === "unknown" ? undefined : { at: id };
    },
  }),
];
