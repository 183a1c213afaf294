import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { createKeyAuthenticator, keyMaxAgeMs } from "../../src/keys/keyAuthenticator.ts";
import type { KeyDirectory } from "../../src/keys/keyDirectory.ts";
import type { KeyUseLog } from "../../src/keys/keyUseLog.ts";
import type { KnownKey } from "../../src/keys/knownKeys.ts";
import { hashKey, mintKey } from "../../src/keys/plainKey.ts";
import { createCallerReader } from "../../src/server/api/admission.ts";

const key = mintKey();
const revokedKey = mintKey();
const known: KnownKey = {
  accountId: "account" as AccountId,
  keyId: "key" as KeyId,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
  suspendedAt: null,
};
const now = new Date("2026-01-01T12:00:00Z");
const keys = new Map([
  [hashKey(key), known],
  [hashKey(revokedKey), { ...known, revokedAt: new Date("2026-01-01T11:00:00Z") }],
]);
let uses = 0;
const readCaller = createCallerReader(
  createKeyAuthenticator(
    { find: (hash) => keys.get(hash) } as KeyDirectory,
    { record: () => (uses += 1) } as unknown as KeyUseLog,
    keyMaxAgeMs,
  ),
  1,
  () => now,
);

function ownerOf(headers: Record<string, string>): string {
  const caller = readCaller({ headers, socket: new Socket() } as IncomingMessage);
  return caller?.owner === undefined ? `${caller?.group} ${caller?.line}` : caller.group;
}

test("every spelling of a key is the account of the key, and its use is not recorded", () => {
  const spellings = [`Bearer ${key}`, `bearer ${key}`, `BEARER    ${key} `];
  const owners = spellings.map((authorization) =>
    ownerOf({ authorization, "x-forwarded-for": "192.0.2.1" }),
  );
  assert.deepEqual(owners, ["account", "account", "account"]);
  assert.equal(uses, 0);
});

test("what a client can invent makes it nobody else than its network", () => {
  const invented = [
    { authorization: `Bearer ${mintKey()}` },
    { authorization: `Bearer ${mintKey()}` },
    { authorization: "Bearer x" },
    { authorization: `Bearer ${revokedKey}` },
    { cookie: "session=1" },
    { cookie: "session=2" },
    {},
  ];
  for (const headers of invented) {
    assert.equal(
      ownerOf({ ...headers, "x-forwarded-for": "203.0.113.9, 192.0.2.1" }),
      "others 192.0.2.1",
    );
  }
  const networks = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"].map((address) =>
    ownerOf({ "x-forwarded-for": address }),
  );
  assert.equal(networks[0], networks[1]);
  assert.notEqual(networks[0], networks[2]);
});

test("a health check waits for nothing, and a lookup for no slot of the database", () => {
  const callerOf = (url: string, headers = {}) =>
    readCaller({ url, headers, socket: new Socket() } as IncomingMessage);
  const authorization = `Bearer ${key}`;
  assert.deepEqual([callerOf("/readyz"), callerOf("/livez")], [null, null]);
  const [order, lookup] = ["orders", "catalog"].map((path) =>
    callerOf(`/public/api/v1/b2b/${path}`, { authorization }),
  );
  assert.deepEqual([order?.needsSlot, lookup?.needsSlot], [true, false]);
  assert.deepEqual([order?.group, lookup?.group], ["account", "account"]);
  assert.notEqual(order?.line, lookup?.line);
  assert.equal(callerOf("/public/api/v1/b2b/catalog")?.needsSlot, true);
});
