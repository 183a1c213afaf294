// The format of API keys. Invariant: a plain key is shown once and never stored, the database only
// has its hash; they have different types.
import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

declare const plainBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A key as its holder sends it. Never logged, never stored. */
export type PlainKey = string & { readonly [plainBrand]: true };

/** The SHA-256 of a key, in hex. */
export type KeyHash = string & { readonly [hashBrand]: true };

/** `sk`: of an account, for the API. `ok`: of the distributor, for the operator API. */
type Prefix = "sk_live_" | "ok_live_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const shape = /^(sk|ok)_live_[0-9A-Za-z]{38}$/;

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** A new key: the prefix, 32 random base62 characters and the CRC-32 of both in base62. */
export function mintKey(prefix: Prefix = "sk_live_"): PlainKey {
  let body: string = prefix;
  for (let place = 0; place < randomLength; place += 1) {
    body += alphabet.charAt(randomInt(alphabet.length));
  }
  return (body + checksum(body)) as PlainKey;
}

/** Parses a key; undefined if its prefix, shape or checksum is wrong. */
export function parseKey(text: string, prefix: Prefix = "sk_live_"): PlainKey | undefined {
  if (!text.startsWith(prefix) || !shape.test(text)) return undefined;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength) ? (text as PlainKey) : undefined;
}

export function hashKey(key: PlainKey): KeyHash {
  return hash("sha256", key) as KeyHash;
}

/** The four characters by which people identify a key. */
export function lastFour(key: PlainKey): string {
  return key.slice(-4);
}
