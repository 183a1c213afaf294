// Keeps a replica file equal to the database. Invariants: the file shows the state of the database
// at one place in the order of changes; a file of another history, or one that has missed changes,
// is replaced as a whole; readers use the old file until the new one is complete.
import { statSync } from "node:fs";
import { join } from "node:path";
import { utcDay } from "../../day.ts";
import type { Session } from "../../db/database.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import {
  applyChanges,
  haveSameRanks,
  MustFill,
  type OpenFile,
  readPlaces,
} from "./applyChanges.ts";
import { readBootId } from "./bootId.ts";
import { fillNext } from "./fill/fillNext.ts";
import type { Fill } from "./fill/fillReplica.ts";
import { type FollowedFile, isOfHistory, keepContact } from "./fill/keepContact.ts";
import { createRetries } from "./fill/retries.ts";
import { assertSpace, needOfWords } from "./freeSpace.ts";
import { limitQueries } from "./limitQueries.ts";
import { readSnapshot } from "./readSnapshot.ts";
import {
  createLogBound,
  kindOfError,
  nameNextFile,
  openReplicaWriter,
  type ReplicaState,
  readReplicaState,
  saysDamaged,
  writeReplicaState,
} from "./replicaFile.ts";
import {
  deleteLeftovers,
  endFillRequest,
  readCurrentName,
  readFillRequest,
  requestFill,
} from "./replicaFolder.ts";
import { openReplicaProof } from "./replicaProof.ts";
import {
  type CatalogState,
  haveExpired,
  selectCatalogState,
  selectConditionRanks,
} from "./replicaQueries.ts";
import { writeReplicatedTerms } from "./replicatedTerms.ts";
import { createReplicaWriter, readConditionRanks } from "./replicaWriter.ts";

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
  await deleteLeftovers(folder);
  const name = await readCurrentName(folder);
  if (name === undefined) return undefined;
  const path = join(folder, name);
  const file = openReplicaWriter(path, readBootId());
  if (file === undefined) return undefined;
  try {
    const proof = openReplicaProof(path, "write");
    return { file, writer: createReplicaWriter(file), proof, boundLog: createLogBound(file) };
  } catch (error) {
    file.close();
    const isLost = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isLost && !saysDamaged(error)) throw error;
    return undefined;
  }
}

function closeFile({ file, proof }: OpenFile): void {
  file.close();
  proof.close();
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
  } catch (error) {
    writer.discard();
    // After some errors SQLite has rolled back itself.
    if (file.isTransaction) file.exec("rollback");
    throw error;
  }
  await open.boundLog();
}

/** The rows come from the database, so a violated constraint means a damaged file. */
const constraintKind = 19;

/** Why the file must be rebuilt after an error; undefined if it need not be. */
function findReasonToFill(error: unknown): string | undefined {
  if (error instanceof MustFill) return error.message;
  const isDamaged = saysDamaged(error) || kindOfError(error) === constraintKind;
  return isDamaged ? "it is damaged" : undefined;
}

function reportFill(reason: string, { report }: FollowerOptions): void {
  report(`Rebuilding the replica of the catalog: ${reason}.`);
}

/**
 * Reports why the file must be rebuilt after an error, and returns whether it is damaged. Throws an
 * error after which it need not be.
 */
function reportReason(error: unknown, options: FollowerOptions): boolean {
  const reason = findReasonToFill(error);
  if (reason === undefined) throw error;
  reportFill(reason, options);
  const isDamaged = !(error instanceof MustFill);
  // A request ends contacts, and after a restart the next follower rebuilds the file first.
  if (isDamaged) requestFill(options.folder, reason);
  return isDamaged;
}

/**
 * Announces the next file to the readers of a file. Readers of a damaged one search for it
 * themselves.
 */
function leaveFile(old: OpenFile, next: string): void {
  try {
    nameNextFile(old.file, next);
  } catch (error) {
    if (!saysDamaged(error)) throw error;
  } finally {
    closeFile(old);
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

/** Opens the folder's file if it is usable; otherwise `catchUp` fills a new one. */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { folder } = options;
  let open = await openCurrent(folder);
  /** Whether the open file is known to be damaged: it is not followed any more. */
  let isDamaged = false;
  const session = keepSession(options.openSession);
  const requests = createRetries(options);

  /** Keeps contact for the readers of a file that is replaced. */
  async function replaceFile(replaced?: FollowedFile): Promise<void> {
    const fill = () => session.use((used) => fillNext(used, options));
    const name = await (replaced ? keepContact(replaced, options, fill) : fill());
    const old = open;
    open = undefined;
    if (old !== undefined) leaveFile(old, name);
    open = await openCurrent(folder);
    isDamaged = false;
    await endFillRequest(folder);
  }

  async function run(): Promise<void> {
    assertSpace(options.readFreeBytes());
    if (isDamaged) return await replaceFile();
    let followed: FollowedFile | undefined;
    try {
      const requested = readFillRequest(folder);
      if (requested !== undefined && open !== undefined && requests.isDue()) {
        reportFill(requested, options);
        await requests.run(() => replaceFile());
      }
      if (open !== undefined) {
        const current = { ...open, known: readReplicaState(open.file) };
        followed = current;
        const work = () => session.use((used) => follow(used, current, options));
        return await keepContact(current, options, work);
      }
      if (requested !== undefined) reportFill(requested, options);
    } catch (error) {
      isDamaged = reportReason(error, options);
    }
    await replaceFile(followed);
  }

  const runs = queueRuns(run);
  return {
    catchUp: runs.next,
    async close() {
      await runs.end();
      await session.close();
      if (open !== undefined) closeFile(open);
    },
  };
}
