// The keys that a node knows. Invariant: the fingerprint is that of exactly these keys.
import type { ApiKey } from "../accounts/account.ts";
import type { KeyHash } from "./plainKey.ts";

/** What determines whether a key is valid, and its owner. */
export type KnownKey = Pick<
  ApiKey,
  "keyId" | "accountId" | "expiresAt" | "revokedAt" | "replacedBy"
> & { readonly suspendedAt: Date | null };

/** A key as the database returns it; `digest` is 32 bits of its state. */
export type KeyRow = KnownKey & { readonly hash: KeyHash; readonly digest: number };

/** Number of keys, and sum of their digests: two sets of keys differ in it. */
export type KeyFingerprint = { readonly keys: number; readonly digests: number };

export type KnownKeys = {
  find(hash: KeyHash): KnownKey | undefined;
  /** Replaces all keys. */
  replaceAll(rows: readonly KeyRow[]): void;
  /** Replaces the keys of `accountIds`, and adds other `rows`. */
  replace(accountIds: Iterable<string>, rows: readonly KeyRow[]): void;
  fingerprint(): KeyFingerprint;
  list(): KeyRow[];
};

export function createKnownKeys(): KnownKeys {
  const known = new Map<KeyHash, KeyRow>();
  const ofAccount = new Map<string, Set<KeyHash>>();
  let digests = 0;

  function add(row: KeyRow): void {
    const earlier = known.get(row.hash);
    digests += row.digest - (earlier?.digest ?? 0);
    known.set(row.hash, row);
    const hashes = ofAccount.get(row.accountId) ?? new Set();
    ofAccount.set(row.accountId, hashes.add(row.hash));
  }

  function forget(accountId: string): void {
    for (const hash of ofAccount.get(accountId) ?? []) {
      digests -= known.get(hash)?.digest ?? 0;
      known.delete(hash);
    }
    ofAccount.delete(accountId);
  }

  return {
    find: (hash) => known.get(hash),
    replaceAll(rows) {
      known.clear();
      ofAccount.clear();
      digests = 0;
      for (const row of rows) add(row);
    },
    replace(accountIds, rows) {
      for (const accountId of accountIds) forget(accountId);
      for (const row of rows) add(row);
    },
    fingerprint: () => ({ keys: known.size, digests }),
    list: () => [...known.values()],
  };
}
