// Long work of a follower, during which readers use the file that it follows: a file may be read as
// long as a primary is, although it does not show the newest changes until the work is done.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../../db/database.ts";
import { limitQueries } from "../limitQueries.ts";
import type { ReplicaState } from "../replicaFile.ts";
import { openReplicaProof, proofSuffix, type ReplicaProof } from "../replicaProof.ts";
import { type CatalogState, selectCatalogState } from "../replicaQueries.ts";

/** Whether a file shows a state of this database's history. */
export function isOfHistory(
  file: Pick<ReplicaState, "origin" | "place" | "stamp">,
  database: CatalogState,
): boolean {
  return (
    file.origin === database.origin &&
    file.place <= database.place &&
    (file.place === 0 || file.stamp === database.knownStamp)
  );
}

/** Shorter work needs no contact of its own. */
const contactEveryMs = 1_000;
/** Work that has not brought the file up to date in this time has failed, perhaps repeatedly. */
export const maxBehindMs = 15 * 60_000;

/** A file that is followed, and its state. */
export type FollowedFile = { readonly proof: ReplicaProof; readonly known: ReplicaState };

type ContactOptions = {
  readonly openSession: () => Promise<Session>;
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
};

/** Reads from the primary until the work is over, or the file is of another history or too old. */
async function recordContacts(
  { proof, known }: FollowedFile,
  session: Session,
  monotonicMs: () => number,
  over: AbortSignal,
): Promise<void> {
  const confirmedMs = Math.max(known.confirmedMs, proof.read().confirmedMs);
  while (!over.aborted) {
    const startedMs = monotonicMs();
    if (startedMs - confirmedMs > maxBehindMs) return;
    if (!isOfHistory(known, await selectCatalogState(session, known.place))) return;
    proof.recordContact(startedMs);
    await sleep(contactEveryMs, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Records contacts in a session of its own, until the work is over. */
async function recordInSession(
  file: FollowedFile,
  { openSession, monotonicMs }: ContactOptions,
  over: AbortSignal,
): Promise<void> {
  const session = limitQueries(await openSession());
  // The end of the work is not delayed by a server that does not respond.
  over.addEventListener("abort", session.destroy);
  try {
    if (!over.aborted) await recordContacts(file, session, monotonicMs, over);
  } finally {
    over.removeEventListener("abort", session.destroy);
    session.destroy();
  }
}

/**
 * Runs `work` of a follower. After its first second, contacts with the primary are recorded. The
 * first failure is reported; until the next contact, readers use the file only as long as after the
 * last one. The file is not used after the returned promise has settled.
 */
export async function keepContact<T>(
  file: FollowedFile,
  options: ContactOptions,
  work: () => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const record = async (): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      await sleep(contactEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await recordInSession(file, options, signal);
      } catch (error) {
        if (signal.aborted || failures > 0) continue;
        const { message } = error as Error;
        options.report(`The database cannot be read while the replica is updated: ${message}`);
      }
    }
  };
  const recording = record();
  try {
    return await work();
  } finally {
    over.abort();
    await recording;
  }
}

/**
 * Gives a new file the last contact of the one that it replaces: it shows a state of the time at
 * which its fill began, and would not be read before it is followed.
 */
export function passContact(replaced: string, made: string): void {
  if (!existsSync(`${replaced}${proofSuffix}`)) return;
  const [from, to] = [openReplicaProof(replaced, "read"), openReplicaProof(made, "write")];
  to.recordContact(from.read().contactMs);
  from.close();
  to.close();
}
