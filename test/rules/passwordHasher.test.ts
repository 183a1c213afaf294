// Password hashes: argon2id, with the cost in the hash and limited concurrency.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  argon2Key,
  createPasswordHasher,
  hashCost,
  type PasswordHash,
} from "../../src/signIn/passwordHasher.ts";

const cheap = createPasswordHasher({ memoryKiB: 64, passes: 1 });

test("a hash contains its cost, of at least 46 MiB, and verifies only its password", async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash("tvqz hmro wkxbe");
  assert.match(hash, /^\$argon2id\$v=19\$m=65536,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.ok(hashCost.memoryKiB >= 46 * 1024);
  assert.equal(await hasher.verify("tvqz hmro wkxbe", hash), "right");
  assert.equal(await hasher.verify("tvqz hmro wkxbE", hash), "wrong");
  assert.notEqual(await hasher.hash("tvqz hmro wkxbe"), hash);
});

test("a hash of the reference implementation is verified with its own cost", async () => {
  const hash =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal(await cheap.verify("password", hash as PasswordHash), "right");
  assert.equal(await cheap.verify("passwort", hash as PasswordHash), "wrong");
});

test("a password is verified in any normalization form", async () => {
  const hash = await cheap.hash("e\u0301 and more");
  assert.equal(await cheap.verify("é and more", hash), "right");
});

test("a hash of lower cost is verified as outdated", async () => {
  const hash = await cheap.hash("tvqz hmro wkxbe");
  const larger = createPasswordHasher({ memoryKiB: 128, passes: 1 });
  assert.equal(await larger.verify("tvqz hmro wkxbe", hash), "outdated");
  assert.equal(await larger.verify("another", hash), "wrong");
  const slower = createPasswordHasher({ memoryKiB: 64, passes: 2 });
  assert.equal(await slower.verify("tvqz hmro wkxbe", hash), "outdated");
});

test("without a hash, every password is wrong after the same work", async () => {
  const cost = { memoryKiB: 128, passes: 3 };
  const work: unknown[] = [];
  const hasher = createPasswordHasher(cost, async (algorithm, parameters) => {
    const key = await argon2Key(algorithm, parameters);
    const { message, nonce, ...amount } = parameters;
    work.push({
      algorithm,
      password: String(message),
      saltBytes: Buffer.from(nonce as Buffer).length,
      ...amount,
    });
    return key;
  });
  const hash = await hasher.hash("right");
  work.length = 0;
  assert.equal(await hasher.verify("wrong", hash), "wrong");
  assert.equal(await hasher.verify("wrong", null), "wrong");
  const [known, unknown, ...others] = work;
  assert.deepEqual(others, []);
  assert.deepEqual(unknown, known);
});

test("up to 34 verifications run or wait, and the 35th is refused as UNAVAILABLE", async () => {
  const hasher = createPasswordHasher({ memoryKiB: 1_024, passes: 1 });
  const verifications = Array.from({ length: 35 }, () => hasher.verify("any", null));
  const settled = await Promise.allSettled(verifications);
  const refused = settled.filter(({ status }) => status === "rejected");
  assert.equal(refused.length, 1);
  assert.deepEqual(settled.at(-1), refused[0]);
  const [failure] = refused as PromiseRejectedResult[];
  assert.equal(failure?.reason.code, "UNAVAILABLE");
  assert.equal(await hasher.verify("any", null), "wrong", "the queue continues");
});
