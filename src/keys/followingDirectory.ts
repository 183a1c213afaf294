// The keys of a worker: a copy of its node's directory, the only reader of the database. Invariant:
// its age is that of the last message, so a worker without messages soon accepts no key.
import type { DirectoryChange } from "./directoryChange.ts";
import type { KeyDirectory } from "./keyDirectory.ts";
import { createKnownKeys } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

/** The directory that is followed. It sends what a call has read before the call returns. */
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
