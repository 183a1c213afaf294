// Delivering a key by a link instead of in its mail. Invariant: the key is encrypted with the token
// of the link, which only the mail has; the database and SECRET_KEY cannot decrypt it.
import type { Database, Transaction } from "../db/database.ts";
import { createEncryptor, deriveKey } from "../kit/encryptor.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "../signIn/plainToken.ts";
import type { IssuedKey } from "./issueKey.ts";
import { insertReveal, type RevealedKey, selectReveal, takeReveal } from "./revealQueries.ts";

export const revealDays = 7;

const dayMs = 86_400_000;

function createLinkEncryptor(token: PlainToken): ReturnType<typeof createEncryptor> {
  return createEncryptor(deriveKey(Buffer.from(token), "partsdesk key reveal"));
}

/** Stores an encrypted key in the transaction that issues it; returns the token of its link. */
export async function createReveal(
  tx: Transaction,
  { keyId, key }: Pick<IssuedKey, "keyId" | "key">,
  now: Date,
): Promise<PlainToken> {
  const token = mintToken();
  const encryptedKey = createLinkEncryptor(token).encrypt(keyId, Buffer.from(key));
  const expiresAt = new Date(now.getTime() + revealDays * dayMs);
  await insertReveal(tx, { hash: hashToken(token), keyId, encryptedKey, expiresAt });
  return token;
}

/**
 * The key behind a valid link, without the key itself. Changes nothing, because mail scanners open
 * links.
 */
export async function findReveal(
  db: Database,
  text: string,
  now: Date,
): Promise<RevealedKey | undefined> {
  const token = parseToken(text);
  return token === undefined ? undefined : selectReveal(db, hashToken(token), now);
}

/** Uses a link and returns its key. Of concurrent requests one succeeds. */
export async function spendReveal(
  db: Database,
  text: string,
  now: Date,
): Promise<(RevealedKey & { readonly key: string }) | undefined> {
  const token = parseToken(text);
  const taken = token === undefined ? undefined : await takeReveal(db, hashToken(token), now);
  if (token === undefined || taken === undefined) return undefined;
  const { encryptedKey, ...revealed } = taken;
  const key = createLinkEncryptor(token).decrypt(revealed.keyId, encryptedKey);
  if (key === undefined) throw new Error("A key was not encrypted with the token of its link.");
  return { ...revealed, key: key.toString() };
}
