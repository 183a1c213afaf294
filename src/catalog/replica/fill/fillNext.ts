// Replaces the current file of a folder by a new one.
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Session } from "../../../db/database.ts";
import { deleteReplicaFile, type ReplicaState, readReplicaState } from "../replicaFile.ts";
import { currentFile, readCurrentName } from "../replicaFolder.ts";
import { openReplicaProof } from "../replicaProof.ts";
import { selectCatalogState, selectOffersSize } from "../replicaQueries.ts";
import type { Fill, FillOptions } from "./fillReplica.ts";
import { isOfHistory } from "./keepContact.ts";
import { FillError } from "./retries.ts";

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
