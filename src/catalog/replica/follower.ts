// Keeps a replica file equal to the database. Invariants: the file shows the state of the database
// at one place in the order of changes; a file of another history, or one that has missed changes,
// is replaced as a whole; readers use the old file until the new one is complete, unless it is damaged
// or another program has changed it: then it is deleted, which its readers notice.
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { utcDay } from "../../kit/day.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import {
  applyChanges,
  haveSameRanks,
  MustFill,
  type OpenFile,
  readPlaces,
} from "./applyChanges.ts";
import { readBootId } from "./bootId.ts";
import type { Fill, FillOptions } from "./fill/fillReplica.ts";
import { createRetries, FillError } from "./fill/retries.ts";
import { assertSpace, needOfWords } from "./freeSpace.ts";
import { limitQueries } from "./limitQueries.ts";
import { readSnapshot } from "./readSnapshot.ts";
import {
  createLogBound,
  deleteReplicaFile,
  openReplicaWriter,
  type ReplicaState,
  readReplicaState,
  saysDamaged,
  writeReplicaState,
} from "./replicaFile.ts";
import {
  currentFile,
  deleteCurrent,
  deleteLeftovers,
  endFillRequest,
  readCurrentName,
  readFillRequest,
  watchReplicaFile,
} from "./replicaFolder.ts";
import { openReplicaProof, type ReplicaProof } from "./replicaProof.ts";
import {
  type CatalogState,
  haveExpired,
  selectCatalogState,
  selectConditionRanks,
  selectOffersSize,
} from "./replicaQueries.ts";
import { writeReplicatedTerms } from "./replicatedTerms.ts";
import { createReplicaWriter, readConditionRanks } from "./replicaWriter.ts";

// Long work of a follower, during which readers use the file that it follows: a file may be read as
// long as a primary is, although it does not show the newest changes until the work is done.

/** Whether a file shows a state of this database's history. */
function isOfHistory(
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
async function keepContact<T>(
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

// Replaces the current file of a folder by a new one.

type NextOptions = Omit<FillOptions, "rowBytes" | "replacedBytes"> & {
  readonly folder: string;
  readonly fill: Fill;
};

function readState(path: string): ReplicaState {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return readReplicaState(file);
  } finally {
    file.close();
  }
}

/**
 * Records a contact of a new file, which shows the time at which its fill began. Throws if the
 * history of the database has changed since.
 */
async function recordContact(
  session: Session,
  path: string,
  { monotonicMs }: NextOptions,
): Promise<void> {
  const made = readState(path);
  const startedMs = monotonicMs();
  if (!isOfHistory(made, await selectCatalogState(session, made.place))) {
    throw new Error("The history of the database has changed since the fill began.");
  }
  const proof = openReplicaProof(path, "write");
  try {
    proof.recordContact(startedMs);
  } finally {
    proof.close();
  }
}

/**
 * Fills a new file, makes it the folder's current one, and returns its name. Otherwise no file is
 * left. Throws a FillError, or the AbortError of a fill that a stop ended.
 */
export async function fillNext(session: Session, options: NextOptions): Promise<string> {
  const { folder, fill } = options;
  const replaced = join(folder, readCurrentName(folder) ?? "");
  const name = `catalog-${randomUUID()}.sqlite`;
  const path = join(folder, name);
  try {
    const found = statSync(replaced, { throwIfNoEntry: false });
    const replacedBytes = found?.isFile() === true ? found.size : 0;
    const rowBytes = await selectOffersSize(session);
    await fill(session, path, { ...options, rowBytes, replacedBytes });
    await recordContact(session, path, options);
    const made = join(folder, `${currentFile}.new`);
    await writeFile(made, name, { mode: 0o600 });
    await rename(made, join(folder, currentFile));
    return name;
  } catch (error) {
    await deleteReplicaFile(path);
    if ((error as Error).name === "AbortError") throw error;
    throw new FillError((error as Error).message, { cause: error });
  }
}

export type FollowerOptions = {
  /** The folder of the replica; no other follower works in it. */
  readonly folder: string;
  readonly openSession: () => Promise<Session>;
  readonly clock: () => Date;
  /** The system's monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
  /** The free bytes of the folder's file system. */
  readonly readFreeBytes: () => number;
  readonly fill: Fill;
};

export type Follower = {
  /** Applies everything committed before the call. Rejects if the database fails. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/** Deletes all other files. Undefined if the folder has no usable file. */
async function openCurrent(folder: string): Promise<OpenFile | undefined> {
  const name = await deleteLeftovers(folder);
  if (name === undefined) return undefined;
  const path = join(folder, name);
  const file = openReplicaWriter(path, readBootId());
  if (file === undefined) return undefined;
  try {
    const proof = openReplicaProof(path, "write");
    const [writer, boundLog] = [createReplicaWriter(file), createLogBound(file)];
    return { file, name, writer, proof, boundLog, watch: watchReplicaFile(folder, name) };
  } catch (error) {
    file.close();
    const isLost = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isLost && !saysDamaged(error)) throw error;
    return undefined;
  }
}

/** Throws MustFill if changes alone cannot bring a file to a state of the database. */
function assertFollowed(file: ReplicaState, database: CatalogState): void {
  if (file.place < database.expired) throw new MustFill("changes have expired");
  if (!isOfHistory(file, database)) throw new MustFill("the database has another history");
}

/** Brings an open file from its place to the newest one. Throws MustFill if that cannot be done. */
async function follow(
  session: Session,
  open: OpenFile & { readonly known: ReplicaState },
  { clock, monotonicMs, readFreeBytes }: FollowerOptions,
): Promise<void> {
  const { file, proof, writer, known } = open;
  const confirmedMs = monotonicMs();
  const day = utcDay(clock());
  const newest = await selectCatalogState(session, known.place);
  assertFollowed(known, newest);
  if (newest.place === known.place && known.day === day) return proof.confirm(confirmedMs);
  const fileBytes = statSync(file.location() ?? "").size;
  const checkWords = (changes: number): void =>
    assertSpace(readFreeBytes(), needOfWords(changes, fileBytes));
  file.exec("begin immediate");
  try {
    await readSnapshot(session, async () => {
      const state = await selectCatalogState(session, known.place);
      assertFollowed(known, state);
      const changes = await readPlaces(session, known.place);
      if (await haveExpired(session, changes.runIds)) throw new MustFill("changes have expired");
      const conditionRanks = await selectConditionRanks(session);
      if (!haveSameRanks(readConditionRanks(file), conditionRanks)) {
        throw new MustFill("the order of the conditions has changed");
      }
      const basis = { day, conditionRanks };
      if (known.day !== day) writer.renewRanks(known.day, basis, checkWords);
      await applyChanges(session, open, changes, basis, () => assertSpace(readFreeBytes()));
      writer.writeWords(checkWords);
      if (changes.hasCodes) writeReplicatedTerms(file, await selectOwnTerms(session));
      writeReplicaState(file, { ...state, day, confirmedMs });
    });
    assertSpace(readFreeBytes());
    file.exec("commit");
    await open.boundLog();
  } catch (error) {
    writer.discard();
    // After some errors SQLite has rolled back itself.
    if (file.isTransaction) file.exec("rollback");
    throw error;
  } finally {
    open.watch.accept();
  }
}

function reportFill(reason: string, { report }: FollowerOptions): void {
  report(`Rebuilding the replica of the catalog: ${reason}.`);
}

type KeptSession = {
  /** Runs `work` on a session, which the next work uses too unless this one fails. */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

function keepSession(openSession: () => Promise<Session>): KeptSession {
  let session: Session | undefined;
  return {
    async use(work) {
      session ??= limitQueries(await openSession());
      try {
        return await work(session);
      } catch (error) {
        // It may be lost, and a partly read query would block it.
        session.destroy();
        session = undefined;
        throw error;
      }
    },
    async close() {
      await session?.close();
    },
  };
}

/** Runs one at a time: one in progress may have read already, so the next serves every caller. */
function queueRuns(run: () => Promise<void>) {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const end = (): Promise<void> => running.catch(() => undefined);
  return {
    next(): Promise<void> {
      next ??= end().then(() => {
        running = run();
        next = undefined;
        return running;
      });
      return next;
    },
    /** Waits for the run in progress. */
    end,
  };
}

/** Opens the folder's file if it is usable; otherwise `catchUp` fills a new one. */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { folder } = options;
  let open = await openCurrent(folder);
  const session = keepSession(options.openSession);
  const requests = createRetries(options);

  function close(): void {
    open?.file.close();
    open?.proof.close();
    open = undefined;
  }

  /** What keeping contact for the readers of the open file needs. */
  const followed = (file: OpenFile) => ({ ...file, known: readReplicaState(file.file) });

  async function replaceFile(): Promise<void> {
    const fill = () => session.use((used) => fillNext(used, options));
    await (open ? keepContact(followed(open), options, fill) : fill());
    close();
    // Deletes the old file, which its readers notice.
    open = await openCurrent(folder);
    await endFillRequest(folder);
  }

  /**
   * Reports why the open file must be replaced, and deletes a damaged one, so that nothing begins to
   * read it. Throws an error after which it need not be replaced.
   */
  async function leaveFile(error: unknown): Promise<void> {
    const damaged = saysDamaged(error) ? open : undefined;
    if (damaged === undefined && !(error instanceof MustFill)) throw error;
    const { message } = error as Error;
    reportFill(damaged ? `it is damaged: ${message}` : message, options);
    if (damaged === undefined) return;
    close();
    await deleteCurrent(folder, damaged.name);
  }

  async function run(): Promise<void> {
    assertSpace(options.readFreeBytes());
    try {
      open?.watch.assertIntact();
      const requested = readFillRequest(folder);
      if (requested !== undefined && requests.isDue()) {
        reportFill(requested, options);
        if (open !== undefined) await requests.run(replaceFile);
      }
      if (open !== undefined) {
        const current = followed(open);
        const work = () => session.use((used) => follow(used, current, options));
        return await keepContact(current, options, work);
      }
    } catch (error) {
      await leaveFile(error);
    }
    await replaceFile();
  }

  const runs = queueRuns(run);
  return {
    catchUp: runs.next,
    async close() {
      await runs.end();
      await session.close();
      close();
    },
  };
}
