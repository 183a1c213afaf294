// Encryption by purpose and secret, and the tickets and recovery codes that use it.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatTicket,
  markPassword,
  openTicket,
  secondStepS,
} from "../../src/signIn/completeSignIn.ts";
import { createEncryption } from "../../src/signIn/encryption.ts";
import type { PasswordHash } from "../../src/signIn/passwordHasher.ts";
import {
  hashRecoveryCode,
  mintRecoveryCodes,
  parseRecoveryCode,
} from "../../src/signIn/recoveryCode.ts";
import type { UserId } from "../../src/signIn/signedIn.ts";

const encryption = createEncryption(randomBytes(32));

test("an encrypted value is decrypted unchanged, and not if any bit differs", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(), (plain, place) => {
      const encrypted = encryption.encrypt("second factor", plain);
      assert.deepEqual(encryption.decrypt("second factor", encrypted), Buffer.from(plain));
      const bit = place % (encrypted.length * 8);
      encrypted[bit >> 3] = (encrypted[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.equal(encryption.decrypt("second factor", encrypted), undefined);
    }),
  );
});

test("a value cannot be decrypted for another purpose or with another key", () => {
  const encrypted = encryption.encrypt("second factor", Buffer.from("x"));
  assert.equal(encryption.decrypt("second step", encrypted), undefined);
  assert.equal(createEncryption(randomBytes(32)).decrypt("second factor", encrypted), undefined);
  assert.equal(encryption.decrypt("second factor", encrypted.subarray(0, 27)), undefined);
  assert.notDeepEqual(encryption.encrypt("second factor", Buffer.from("x")), encrypted);
});

test("a ticket identifies a user for five minutes, and any other text is refused", () => {
  const now = new Date(1_800_000_000_000);
  const user = { userId: "0199-a" as UserId, passwordHash: "$argon2id$a" as PasswordHash };
  const ticket = formatTicket(encryption, user, now);
  const opened = openTicket(encryption, ticket, new Date(now.getTime() + secondStepS * 1000 - 1));
  assert.deepEqual(opened, { userId: user.userId, mark: markPassword(user.passwordHash) });
  assert.equal(
    openTicket(encryption, ticket, new Date(now.getTime() + secondStepS * 1000)),
    undefined,
  );
  assert.notEqual(markPassword("$argon2id$b" as PasswordHash), opened?.mark);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) =>
      assert.equal(openTicket(encryption, text, now), undefined),
    ),
  );
});

test("ten recovery codes are created, accepted in any typed form, and hashed with the secret", () => {
  const codes = mintRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    assert.equal(parseRecoveryCode(` ${code.replaceAll("-", "").toLowerCase()} `), code);
    const hash = hashRecoveryCode(encryption, code);
    assert.notDeepEqual(hash, hashRecoveryCode(createEncryption(randomBytes(32)), code));
  }
  for (const text of ["", "ABCD", "ABCD-EFGH-IJKL-MNO1", "123456", "\0"]) {
    assert.equal(parseRecoveryCode(text), undefined);
  }
});
