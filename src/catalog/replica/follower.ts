// Keeps a replica file equal to the database. Invariants: the file shows the state of the database
// at one place in the order of changes; a file of another history, or one that has missed changes,
// is replaced as a whole; the old file serves until the new one is complete.
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { utcDay } from "../../day.ts";
import type { Session } from "../../db/database.ts";
import { applyChanges, haveSameRanks, MustFill, readPlaces } from "./applyChanges.ts";
import { fillReplica } from "./fillReplica.ts";
import { readSnapshot } from "./readSnapshot.ts";
import {
  confirmReplica,
  deleteReplicaFile,
  nameNextFile,
  openReplicaWriter,
  type ReplicaState,
  readReplicaState,
  writeReplicaState,
} from "./replicaFile.ts";
import {
  type CatalogState,
  haveExpired,
  selectCatalogState,
  selectConditionRanks,
} from "./replicaQueries.ts";
import { createReplicaWriter, type ReplicaWriter, readConditionRanks } from "./replicaWriter.ts";

export type FollowerOptions = {
  /** The folder of the replica; no other follower works in it. */
  readonly folder: string;
  readonly openSession: () => Promise<Session>;
  readonly clock: () => Date;
  /** The system's monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
};

export type Follower = {
  /** Reads all that is committed when it is called, or later. Fails as the database fails. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/** Contains the name of the file that readers open. */
export const currentFile = "current";

type OpenFile = {
  readonly path: string;
  readonly file: DatabaseSync;
  readonly writer: ReplicaWriter;
};

async function openCurrent(folder: string): Promise<OpenFile | undefined> {
  try {
    const path = join(folder, await readFile(join(folder, currentFile), "utf8"));
    const file = openReplicaWriter(path);
    return file && { path, file, writer: createReplicaWriter(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether a file shows a state of this database's history. */
function isOfHistory(file: ReplicaState, database: CatalogState): boolean {
  return (
    file.origin === database.origin &&
    file.place <= database.place &&
    (file.place === 0 || file.stamp === database.knownStamp)
  );
}

/** Brings an open file from its place to the newest one. Throws MustFill if that cannot be done. */
async function follow(
  session: Session,
  { file, writer }: OpenFile,
  known: ReplicaState,
  { clock, monotonicMs }: FollowerOptions,
): Promise<void> {
  const confirmedMs = monotonicMs();
  const day = utcDay(clock());
  const newest = await selectCatalogState(session, known.place);
  if (!isOfHistory(known, newest)) throw new MustFill("it shows another history");
  if (newest.place === known.place && known.day === day) return confirmReplica(file, confirmedMs);
  file.exec("begin immediate");
  try {
    await readSnapshot(session, async () => {
      const state = await selectCatalogState(session, known.place);
      if (!isOfHistory(known, state)) throw new MustFill("it shows another history");
      const changes = await readPlaces(session, known.place);
      if (await haveExpired(session, changes.runIds)) throw new MustFill("changes have expired");
      const conditionRanks = await selectConditionRanks(session);
      if (!haveSameRanks(readConditionRanks(file), conditionRanks)) {
        throw new MustFill("the conditions have another order");
      }
      const basis = { day, conditionRanks };
      if (known.day !== day) writer.renewRanks(basis);
      await applyChanges(session, file, writer, changes, basis);
      writer.writeWords();
      writeReplicaState(file, { ...state, day, confirmedMs });
    });
    file.exec("commit");
  } catch (error) {
    writer.discard();
    file.exec("rollback");
    throw error;
  }
}

/** Opens the folder's file, if it has a usable one; `catchUp` fills it otherwise. */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { folder, openSession, report } = options;
  let open = await openCurrent(folder);
  let session: Session | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Fills a new file, and then has the readers turn to it. */
  async function refill(reading: Session): Promise<void> {
    const name = `catalog-${randomUUID()}.sqlite`;
    const path = join(folder, name);
    try {
      await fillReplica(reading, path, options);
    } catch (error) {
      await deleteReplicaFile(path);
      throw error;
    }
    const old = open;
    const made = join(folder, `${currentFile}.new`);
    await writeFile(made, name, { mode: 0o600 });
    await rename(made, join(folder, currentFile));
    open = await openCurrent(folder);
    if (old === undefined) return;
    nameNextFile(old.file, name);
    old.file.close();
    await deleteReplicaFile(old.path);
  }

  async function run(): Promise<void> {
    session ??= await openSession();
    try {
      if (open === undefined) return await refill(session);
      await follow(session, open, readReplicaState(open.file), options);
    } catch (error) {
      if (error instanceof MustFill) {
        report(`The replica of the catalog is filled again: ${error.message}.`);
        // A query that was left half read blocks its connection.
        session.destroy();
        session = await openSession();
        return await refill(session);
      }
      session.destroy();
      session = undefined;
      throw error;
    }
  }

  return {
    catchUp() {
      // A run that has begun may have read already; one that has not serves every caller.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          running = run();
          next = undefined;
          return running;
        });
      return next;
    },
    async close() {
      await running.catch(() => undefined);
      await session?.close();
      open?.file.close();
    },
  };
}
