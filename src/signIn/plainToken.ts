// The random tokens that stand for a person: of a session, an invitation, a reset. A plain token
// and its hash are two types: the plain one is handed out once, the hash is all that is stored.
import { createHash, randomBytes } from "node:crypto";

declare const plainBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A token as its holder sends it. Never logged, never stored. */
export type PlainToken = string & { readonly [plainBrand]: true };

/** The SHA-256 of a token. It needs no salt: the token is 256 bits of chance. */
export type TokenHash = Buffer & { readonly [hashBrand]: true };

const tokenBytes = 32;
/** 32 bytes in base64url: the last of 43 characters has four bits only. */
const shape = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** A new token: 32 random bytes in base64url. */
export function mintToken(): PlainToken {
  return randomBytes(tokenBytes).toString("base64url") as PlainToken;
}

/** The text as a token, or undefined where its shape is none: then no token can match it. */
export function parseToken(text: string): PlainToken | undefined {
  return shape.test(text) ? (text as PlainToken) : undefined;
}

/** The hash a token is stored and found by. */
export function hashToken(token: PlainToken): TokenHash {
  return createHash("sha256").update(token).digest() as TokenHash;
}
