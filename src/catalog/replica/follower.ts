// Keeps a replica file equal to the database. A file is at one place of one history and follows its
// changes, or it is replaced as a whole. Readers use the old file until the new one is complete; a
// file that is damaged, or that another program has changed, is deleted first.
import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { utcDay } from "../../kit/day.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import { applyChanges, haveSameRanks, MustFill, readPlaces } from "./applyChanges.ts";
import { readBootId } from "./bootId.ts";
import { type FillOptions, fillReplica } from "./fillReplica.ts";
import { assertSpace } from "./freeSpace.ts";
import { limitQueries } from "./limitQueries.ts";
import { readSnapshot } from "./readSnapshot.ts";
import {
  confirmReplica,
  createLogBound,
  deleteReplicaFile,
  openReplicaWriter,
  type ReplicaState,
  readReplicaState,
  recordContact,
  saysDamaged,
  writeReplicaState,
} from "./replicaFile.ts";
import {
  currentFile,
  deleteCurrent,
  deleteLeftovers,
  endFillRequest,
  type FileWatch,
  readFillRequest,
  watchReplicaFile,
} from "./replicaFolder.ts";
import {
  type CatalogState,
  haveExpired,
  selectCatalogState,
  selectConditionRanks,
} from "./replicaQueries.ts";
import { writeReplicatedTerms } from "./replicatedTerms.ts";
import { createReplicaWriter, type ReplicaWriter, readConditionRanks } from "./replicaWriter.ts";

/** A new file could not be filled. */
export class FillError extends Error {}

export type FollowerOptions = FillOptions & {
  /** The folder of the replica; no other follower works in it. */
  readonly folder: string;
  readonly openSession: () => Promise<Session>;
  readonly report: (line: string) => void;
};

export type Follower = {
  /** Applies everything committed before the call. Rejects if the database fails. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

type OpenFile = {
  readonly file: DatabaseSync;
  /** Its name in its folder. */
  readonly name: string;
  readonly watch: FileWatch;
  readonly writer: ReplicaWriter;
  /** Empties a long log of changes. */
  readonly boundLog: () => Promise<void>;
};

/** Deletes all other files. Undefined if the folder has no usable file. */
async function openCurrent(folder: string): Promise<OpenFile | undefined> {
  const name = await deleteLeftovers(folder);
  if (name === undefined) return undefined;
  const file = openReplicaWriter(join(folder, name), readBootId());
  if (file === undefined) return undefined;
  try {
    const [writer, boundLog] = [createReplicaWriter(file), createLogBound(file)];
    return { file, name, writer, boundLog, watch: watchReplicaFile(folder, name) };
  } catch (error) {
    file.close();
    if (!saysDamaged(error)) throw error;
    return undefined;
  }
}

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

/** Throws MustFill if changes alone cannot bring a file to a state of the database. */
function assertFollowed(file: ReplicaState, database: CatalogState): void {
  if (file.place < database.expired) throw new MustFill("changes have expired");
  if (!isOfHistory(file, database)) throw new MustFill("the database has another history");
}

/** Within a snapshot and a transaction, brings a file from its place to the newest one. */
async function applyNewest(
  session: Session,
  open: OpenFile,
  known: ReplicaState,
  { day, confirmedMs }: Pick<ReplicaState, "day" | "confirmedMs">,
  check: () => void,
): Promise<void> {
  const { file, writer } = open;
  const state = await selectCatalogState(session, known.place);
  assertFollowed(known, state);
  const changes = await readPlaces(session, known.place);
  if (await haveExpired(session, changes.runIds)) throw new MustFill("changes have expired");
  const conditionRanks = await selectConditionRanks(session);
  if (!haveSameRanks(readConditionRanks(file), conditionRanks)) {
    throw new MustFill("the order of the conditions has changed");
  }
  const basis = { day, conditionRanks };
  if (known.day !== day) writer.renewRanks(known.day, basis);
  await applyChanges(session, open, changes, basis, check);
  writer.writeWords();
  if (changes.hasCodes) writeReplicatedTerms(file, await selectOwnTerms(session));
  writeReplicaState(file, { ...state, day, confirmedMs });
}

/** Brings an open file from its place to the newest one. Throws MustFill if that cannot be done. */
async function follow(session: Session, open: OpenFile, options: FollowerOptions): Promise<void> {
  const { file, writer } = open;
  const check = (): void => assertSpace(options.readFreeBytes());
  const confirmedMs = options.monotonicMs();
  const day = utcDay(options.clock());
  const known = readReplicaState(file);
  const newest = await selectCatalogState(session, known.place);
  assertFollowed(known, newest);
  if (newest.place === known.place && known.day === day) return confirmReplica(file, confirmedMs);
  file.exec("begin immediate");
  try {
    const shown = { day, confirmedMs };
    await readSnapshot(session, () => applyNewest(session, open, known, shown, check));
    check();
    file.exec("commit");
    await open.boundLog();
  } catch (error) {
    writer.discard();
    // After some errors SQLite has rolled back itself.
    if (file.isTransaction) file.exec("rollback");
    throw error;
  }
}

const contactEveryMs = 1_000;
/** A file that has been behind for this time is no longer read. */
export const maxBehindMs = 15 * 60_000;

/** Reads the database in a session, until the file may not be read any longer. */
async function recordContacts(
  session: Session,
  { file }: OpenFile,
  { folder, monotonicMs }: FollowerOptions,
  over: AbortSignal,
): Promise<void> {
  const known = readReplicaState(file);
  while (!over.aborted) {
    const startedMs = monotonicMs();
    if (startedMs - known.confirmedMs > maxBehindMs) return;
    if (readFillRequest(folder) !== undefined) return;
    if (!isOfHistory(known, await selectCatalogState(session, known.place))) return;
    recordContact(file, startedMs);
    await sleep(contactEveryMs, undefined, { signal: over });
  }
}

/**
 * While a new file is filled, the existing one is read as long as a primary is, unless it may be
 * wrong: it is of another history, or its rebuild is requested. Without contact, readers use it as
 * long as after the last one.
 */
async function keepContact(
  open: OpenFile,
  options: FollowerOptions,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    let session: Session | undefined;
    try {
      await sleep(contactEveryMs, undefined, { signal: over });
      session = limitQueries(await options.openSession());
      // The end of a fill does not wait for a query that has no response.
      over.addEventListener("abort", session.destroy);
      return await recordContacts(session, open, options, over);
    } catch (error) {
      if (!over.aborted) options.report(`${noContact}: ${messageOf(error)}`);
    } finally {
      session?.destroy();
    }
  }
}

const noContact = "No contact with the database while the replica is filled";

const messageOf = (error: unknown): string => (error as Error).message;

/** Throws if the history of the database has changed since the fill of a file began. */
async function assertStillOfHistory(
  session: Session,
  path: string,
  { monotonicMs }: FollowerOptions,
): Promise<void> {
  const file = openReplicaWriter(path, readBootId());
  if (file === undefined) throw new Error("The new file is not complete.");
  try {
    const made = readReplicaState(file);
    const startedMs = monotonicMs();
    if (!isOfHistory(made, await selectCatalogState(session, made.place))) {
      throw new Error("The history of the database has changed since the fill began.");
    }
    recordContact(file, startedMs);
  } finally {
    file.close();
  }
}

/**
 * Fills a new file and makes it the folder's current one. Otherwise no file is left, and it throws a
 * FillError, or the reason of the signal that ended it.
 */
async function fillNext(session: Session, options: FollowerOptions): Promise<void> {
  const { folder, signal } = options;
  const name = `catalog-${randomUUID()}.sqlite`;
  const path = join(folder, name);
  try {
    await fillReplica(session, path, options);
    await assertStillOfHistory(session, path, options);
    const made = join(folder, `${currentFile}.new`);
    await writeFile(made, name, { mode: 0o600 });
    await rename(made, join(folder, currentFile));
  } catch (error) {
    await deleteReplicaFile(path);
    signal.throwIfAborted();
    throw new FillError(messageOf(error), { cause: error });
  }
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

/** After a fill has failed, the next one waits: it may take a minute and fail for the same reason. */
export const fillAgainMs = 5_000;

/** Opens the folder's file if it is usable; otherwise `catchUp` fills a new one. */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { folder, monotonicMs, report } = options;
  let open = await openCurrent(folder);
  let failed: { readonly error: FillError; readonly untilMs: number } | undefined;
  const session = keepSession(options.openSession);

  function close(): void {
    open?.file.close();
    open = undefined;
  }

  async function fill(): Promise<void> {
    const over = new AbortController();
    const contact = open && keepContact(open, options, over.signal);
    try {
      await session.use((used) => fillNext(used, options));
    } catch (error) {
      if (error instanceof FillError) failed = { error, untilMs: monotonicMs() + fillAgainMs };
      throw error;
    } finally {
      over.abort();
      await contact;
      open?.watch.accept();
    }
    close();
    // Deletes the old file, which its readers notice.
    open = await openCurrent(folder);
    await endFillRequest(folder);
    failed = undefined;
  }

  /** Replaces the file. Throws the last failure if the next attempt is not due yet. */
  async function replaceFile(reason: string | undefined): Promise<void> {
    if (failed !== undefined && monotonicMs() < failed.untilMs) throw failed.error;
    if (reason !== undefined) report(`Rebuilding the replica of the catalog: ${reason}.`);
    await fill();
  }

  /** Brings the open file to the newest place; returns why that cannot be done. */
  async function followOpen(current: OpenFile): Promise<string | undefined> {
    try {
      current.watch.assertIntact();
      await session.use((used) => follow(used, current, options)).finally(current.watch.accept);
      return undefined;
    } catch (error) {
      if (error instanceof MustFill) return error.message;
      if (!saysDamaged(error)) throw error;
      // Nothing must begin to read it.
      close();
      await deleteCurrent(folder, current.name);
      return `it is damaged: ${messageOf(error)}`;
    }
  }

  async function run(): Promise<void> {
    assertSpace(options.readFreeBytes());
    const unfollowed = open && (await followOpen(open));
    const reason = unfollowed ?? readFillRequest(folder);
    if (open === undefined || reason !== undefined) await replaceFile(reason);
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
