// The keys of a worker: a copy of its node's directory, which alone reads the database. Invariant:
// its age is that of what it has been told, so a worker that is told nothing accepts no key for
// long.
import type { DirectoryChange } from "./directoryChange.ts";
import type { KeyDirectory } from "./keyDirectory.ts";
import { createKnownKeys } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

/** The directory that is followed. What a call has read is told before the call ends. */
export type FollowedDirectory = {
  seek(hash: KeyHash): Promise<unknown>;
  catchUp(): Promise<void>;
};

type FollowingDirectory = Pick<KeyDirectory, "find" | "seek" | "ageMs" | "catchUp"> & {
  apply(change: DirectoryChange): void;
};

export function createFollowingDirectory(
  followed: FollowedDirectory,
  monotonicMs: () => number,
): FollowingDirectory {
  const keys = createKnownKeys();
  let provedMs = Number.NEGATIVE_INFINITY;
  return {
    find: keys.find,
    async seek(hash) {
      await followed.seek(hash);
      return keys.find(hash);
    },
    catchUp: followed.catchUp,
    ageMs: () => monotonicMs() - provedMs,
    apply(change) {
      if ("provedMs" in change) provedMs = change.provedMs;
      else if (change.accountIds === null) keys.replaceAll(change.rows);
      else keys.replace(change.accountIds, change.rows);
    },
  };
}
