// The random tokens of sessions, invitations, resets and links. Invariant: a plain token is given
// out once, and only its hash is stored; they have different types.
import { createHash, randomBytes } from "node:crypto";

declare const plainBrand: unique symbol;
declare const hashBrand: unique symbol;

/** A token as its holder sends it. Never logged, never stored. */
export type PlainToken = string & { readonly [plainBrand]: true };

/** The SHA-256 of a token. It needs no salt, because a token has 256 random bits. */
export type TokenHash = Buffer & { readonly [hashBrand]: true };

const tokenBytes = 32;
/** 32 bytes in base64url: the last of the 43 characters encodes four bits. */
const shape = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

export function mintToken(): PlainToken {
  return randomBytes(tokenBytes).toString("base64url") as PlainToken;
}

/** Returns the text as a token, or undefined if it does not have the shape of one. */
export function parseToken(text: string): PlainToken | undefined {
  return shape.test(text) ? (text as PlainToken) : undefined;
}

export function hashToken(token: PlainToken): TokenHash {
  return createHash("sha256").update(token).digest() as TokenHash;
}
