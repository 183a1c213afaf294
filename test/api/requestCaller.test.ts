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
  return readCaller({ headers, socket: new Socket() } as IncomingMessage).name;
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
    assert.equal(ownerOf({ ...headers, "x-forwarded-for": "203.0.113.9, 192.0.2.1" }), "192.0.2.1");
  }
  const networks = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"].map((address) =>
    ownerOf({ "x-forwarded-for": address }),
  );
  assert.equal(networks[0], networks[1]);
  assert.notEqual(networks[0], networks[2]);
});

test("accounts, health checks and all others are groups that take turns", () => {
  const groupOf = (url: string, headers = {}) =>
    readCaller({ url, headers, socket: new Socket() } as IncomingMessage).group;
  assert.deepEqual(
    ["/readyz", "/livez"].map((url) => groupOf(url)),
    ["health checks", "health checks"],
  );
  assert.equal(groupOf("/sign-in"), "others");
  assert.equal(groupOf("/orders", { authorization: `Bearer ${key}` }), "accounts");
});
