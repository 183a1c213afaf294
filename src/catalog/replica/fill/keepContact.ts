// Long work of a follower, during which readers use the file that it follows: a file may be read as
// long as a primary is, although it does not show the newest changes until the work is done.
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../../db/database.ts";
import { limitQueries } from "../limitQueries.ts";
import type { ReplicaState } from "../replicaFile.ts";
import { readFillRequest } from "../replicaFolder.ts";
import type { ReplicaProof } from "../replicaProof.ts";
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
type FollowedFile = { readonly proof: ReplicaProof; readonly known: ReplicaState };

type ContactOptions = {
  readonly folder: string;
  readonly openSession: () => Promise<Session>;
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
};

type Recording = FollowedFile &
  ContactOptions & { readonly over: AbortSignal; readonly onContact: () => void };

/**
 * Reads from the primary until the work is over, or until what the file shows is too old or may be
 * wrong: it is of another history, or its rebuild is requested.
 */
async function recordContacts(session: Session, recording: Recording): Promise<void> {
  const { proof, known, folder, monotonicMs, over, onContact } = recording;
  const confirmedMs = Math.max(known.confirmedMs, proof.read().confirmedMs);
  while (!over.aborted) {
    const startedMs = monotonicMs();
    if (startedMs - confirmedMs > maxBehindMs) return;
    if (readFillRequest(folder) !== undefined) return;
    if (!isOfHistory(known, await selectCatalogState(session, known.place))) return;
    proof.recordContact(startedMs);
    onContact();
    await sleep(contactEveryMs, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Records contacts in a session of its own, until the work is over. */
async function recordInSession(recording: Recording): Promise<void> {
  const { over, openSession } = recording;
  const session = limitQueries(await openSession());
  // The end of the work does not wait for a query that has no response.
  over.addEventListener("abort", session.destroy);
  try {
    if (!over.aborted) await recordContacts(session, recording);
  } finally {
    over.removeEventListener("abort", session.destroy);
    session.destroy();
  }
}

/**
 * Runs `work` of a follower. After its first second, contacts with the primary are recorded. The
 * second of consecutive failures is reported: a query may fail because this thread was busy. Until
 * the next contact, readers use the file only as long as after the last one. The file is not used
 * after the returned promise has settled.
 */
export async function keepContact<T>(
  file: FollowedFile,
  options: ContactOptions,
  work: () => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const over = end.signal;
  let failures = 0;
  const onContact = (): void => {
    failures = 0;
  };
  const record = async (): Promise<void> => {
    while (!over.aborted) {
      await sleep(contactEveryMs, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return;
      try {
        return await recordInSession({ ...file, ...options, over, onContact });
      } catch (error) {
        failures += 1;
        if (over.aborted || failures !== 2) continue;
        const { message } = error as Error;
        options.report(`No contact with the database while the replica is updated: ${message}`);
      }
    }
  };
  const recording = record();
  try {
    return await work();
  } finally {
    end.abort();
    await recording;
  }
}
