// Hashes passwords with argon2id as PHC strings, outside the event loop and two at a time. Beyond a
// queue of 32 callers it throws UNAVAILABLE, so that a flood of sign-ins cannot take all memory and
// threads.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Failure } from "../kit/errors.ts";
import { normalizePassword } from "./findPasswordWeakness.ts";

declare const hashBrand: unique symbol;

/** A PHC string: `$argon2id$v=19$m=65536,t=2,p=1$salt$hash`. */
export type PasswordHash = string & { readonly [hashBrand]: true };

/** `outdated`: right, but hashed at a lower cost than today; store a new hash. */
type PasswordVerdict = "right" | "outdated" | "wrong";

export type PasswordHasher = {
  /** Throws UNAVAILABLE if the queue is full. */
  hash(password: string): Promise<PasswordHash>;
  /**
   * Verifies a password. With a hash of null it does the same work and returns "wrong". Throws
   * UNAVAILABLE if the queue is full.
   */
  verify(password: string, hash: PasswordHash | null): Promise<PasswordVerdict>;
};

export type HashCost = { readonly memoryKiB: number; readonly passes: number };

export const hashCost: HashCost = { memoryKiB: 65_536, passes: 2 };
/** Two of the four threads of libuv; files and compression need the others. */
const maxConcurrent = 2;
const maxWaiting = 32;
const retryAfterS = 3;
const saltBytes = 16;
const tagBytes = 32;
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([\w+/]{11,64})\$([\w+/]{43})$/;

type DeriveKey = (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;

export const argon2Key: DeriveKey = promisify(argon2);

type Derivation = { readonly password: string; readonly salt: Buffer; readonly cost: HashCost };

function derive(deriveKey: DeriveKey, { password, salt, cost }: Derivation): Promise<Buffer> {
  return deriveKey("argon2id", {
    message: normalizePassword(password),
    nonce: salt,
    parallelism: 1,
    tagLength: tagBytes,
    memory: cost.memoryKiB,
    passes: cost.passes,
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

type ParsedHash = { readonly cost: HashCost; readonly salt: Buffer; readonly tag: Buffer };

function parseHash(hash: PasswordHash): ParsedHash {
  const [, memoryKiB, passes, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined)
    throw new Error("A stored password hash is malformed.");
  return {
    cost: { memoryKiB: Number(memoryKiB), passes: Number(passes) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

/** Limits how many callers run at a time; the others run in the order of their arrival. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < maxConcurrent) running += 1;
    else if (waiting.length >= maxWaiting) {
      const message = "Too many people are signing in. Try again in a few seconds.";
      throw new Failure("UNAVAILABLE", { message, retryAfterS });
    } else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Everything that one hasher does shares one queue. */
export function createPasswordHasher(
  cost: HashCost = hashCost,
  deriveKey: DeriveKey = argon2Key,
): PasswordHasher {
  const enqueue = createQueue();
  const noSalt = randomBytes(saltBytes);
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const tag = await enqueue(() => derive(deriveKey, { password, salt, cost }));
      const parameters = `m=${cost.memoryKiB},t=${cost.passes},p=1`;
      return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(tag)}` as PasswordHash;
    },
    async verify(password, hash) {
      if (hash === null) {
        await enqueue(() => derive(deriveKey, { password, salt: noSalt, cost }));
        return "wrong";
      }
      const stored = parseHash(hash);
      const tag = await enqueue(() => derive(deriveKey, { password, ...stored }));
      if (!timingSafeEqual(tag, stored.tag)) return "wrong";
      const { memoryKiB, passes } = stored.cost;
      return memoryKiB < cost.memoryKiB || passes < cost.passes ? "outdated" : "right";
    },
  };
}
