// Restores a backup into an empty DATA_DIR. Invariant: DATA_DIR gets all of it, after the recovery
// has succeeded, or stays empty.
import { createReadStream } from "node:fs";
import {
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { type Account, findServerAccount } from "../db/embedded/cluster.ts";
import { openEmbeddedPostgres } from "../db/embedded/embeddedPostgres.ts";
import { clusterFolder, demoFiles, secretFile, serverFolder } from "../db/embedded/fileNames.ts";
import { readEmbeddedMajor } from "../db/embedded/libraries.ts";
import { type DatabaseFacts, readDatabaseFacts } from "../db/migrateSchema.ts";
import {
  type BackupDescription,
  type BackupManifest,
  type Checksum,
  manifestPath,
  readDescription,
  readManifest,
  recordChecksum,
} from "./backupFormat.ts";
import { damage, readTar, UnreadableBackup } from "./readTar.ts";
import type { TarEntry } from "./writeTar.ts";

const root = `${serverFolder}/${clusterFolder}`;
const singleFiles: readonly string[] = [secretFile, demoFiles.key, demoFiles.password];

export type RestoreProgress = {
  readonly step: "unpacking" | "recovering";
  readonly bytes: number;
  readonly totalBytes: number;
};

type RestoreOptions = {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly onProgress: (progress: RestoreProgress) => void;
};

export type RestoredBackup = BackupDescription &
  Pick<BackupManifest, "consistent_at"> &
  Pick<DatabaseFacts, "missingMigrations">;

/** True if `dataDir` has nothing or does not exist. */
export async function isEmptyFolder(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(dataDir)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}

/** Only what a backup has: no path leads out of the folder, and there are no links. */
function checkPath(path: string): void {
  const isInCluster = path === root || path.startsWith(`${root}/`);
  const isSafe = path.split("/").every((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));
  if (!isSafe || !(isInCluster || singleFiles.includes(path))) {
    throw new UnreadableBackup(`It contains ${path}, which no backup of partsdesk has.`);
  }
}

/** Root gives each file to the account that uses it. */
async function unpackEntry(entry: TarEntry, staging: string, owner: Account): Promise<void> {
  checkPath(entry.path);
  const path = join(staging, entry.path);
  if (entry.content === null) {
    await mkdir(path, { mode: entry.mode });
  } else {
    await using file = await open(path, "wx", entry.mode);
    await file.writeFile(entry.content);
    if (singleFiles.includes(entry.path)) await file.sync();
  }
  const account = entry.path.startsWith(root) ? findServerAccount(owner) : owner;
  if (process.geteuid?.() === 0) await chown(path, account.uid, account.gid);
}

/** True for what gunzip and JSON.parse throw. */
function isDamage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || (code ?? "").startsWith("Z_");
}

async function unpack(
  file: string,
  staging: string,
  owner: Account,
  onProgress: RestoreOptions["onProgress"],
): Promise<{ description: BackupDescription; manifest: BackupManifest }> {
  const packed = createReadStream(file);
  const totalBytes = (await lstat(file)).size;
  const unpacked = packed.pipe(createGunzip());
  packed.on("error", (error) => unpacked.destroy(error));
  let description: BackupDescription | undefined;
  let manifest: BackupManifest | undefined;
  const files: Checksum[] = [];
  try {
    for await (const entry of readTar(unpacked)) {
      if (description === undefined) {
        description = await readDescription(entry, await readEmbeddedMajor());
      } else if (entry.path === manifestPath) {
        manifest = await readManifest(entry, files);
      } else {
        await unpackEntry(recordChecksum(entry, files), staging, owner);
        onProgress({ step: "unpacking", bytes: packed.bytesRead, totalBytes });
      }
    }
  } catch (error) {
    throw isDamage(error) ? new UnreadableBackup(damage, { cause: error }) : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  if (description === undefined || manifest === undefined) {
    throw new UnreadableBackup("It is not a complete backup of partsdesk.");
  }
  return { description, manifest };
}

/** Starts the server, which recovers from the WAL, and stops it. */
async function recover(directory: string, log: RestoreOptions["log"]): Promise<DatabaseFacts> {
  const embedded = await openEmbeddedPostgres({ directory, log });
  const { socketDirectory: host, port, user } = embedded;
  try {
    return await readDatabaseFacts({ host, port, user, database: "postgres", ssl: false });
  } finally {
    await embedded.close();
    // A path that is too long for a socket has a folder of its own for it.
    if (host !== (await realpath(directory))) await rm(host, { recursive: true });
  }
}

/** Neither step replaces a file of a service that was started meanwhile. */
async function moveIntoPlace(staging: string, dataDir: string): Promise<void> {
  // The secret first: without it a start would create another one, and the data would not fit it.
  for (const name of await readdir(staging)) {
    if (name === serverFolder) continue;
    await link(join(staging, name), join(dataDir, name));
  }
  await rename(join(staging, serverFolder), join(dataDir, serverFolder));
  for (const path of [join(dataDir, serverFolder), dataDir, dirname(dataDir)]) {
    await using folder = await open(path);
    await folder.sync();
  }
}

/**
 * Restores `file` into `dataDir`, which must be empty or absent. Throws `UnreadableBackup` if it is
 * damaged or not for this program, PostgreSQL and platform, and the server's own error if the
 * recovery fails; then `dataDir` is as before.
 */
export async function restoreBackup(
  file: string,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const { dataDir, log, onProgress } = options;
  const created = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const owner = await lstat(dataDir);
  const staging = await mkdtemp(join(dataDir, "restore-"));
  let isRestored = false;
  try {
    const directory = join(staging, serverFolder);
    for (const path of [staging, directory]) {
      if (path === directory) await mkdir(path, { mode: 0o700 });
      if (process.geteuid?.() === 0) await chown(path, owner.uid, owner.gid);
    }
    const { description, manifest } = await unpack(file, staging, owner, onProgress);
    onProgress({ step: "recovering", bytes: 1, totalBytes: 1 });
    const { missingMigrations } = await recover(directory, log);
    await moveIntoPlace(staging, dataDir);
    isRestored = true;
    return { ...description, consistent_at: manifest.consistent_at, missingMigrations };
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
    if (!isRestored && created !== undefined) await rmdir(dataDir);
  }
}
