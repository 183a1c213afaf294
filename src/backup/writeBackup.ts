// Backs up the embedded PostgreSQL while it runs: it copies the files between the start and the end
// of an online backup, and then the WAL of that time, from which a recovery makes them consistent.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { openEmbeddedPostgres } from "../db/embedded/embeddedPostgres.ts";
import { clusterFolder, demoFiles, secretFile, serverFolder } from "../db/embedded/fileNames.ts";
import {
  type BackupManifest,
  type Checksum,
  describeBackup,
  descriptionPath,
  manifestPath,
  recordChecksum,
  toEntry,
} from "./backupFormat.ts";
import { startBackup, stopBackup } from "./queries.ts";
import { type TarEntry, writeTar } from "./writeTar.ts";

// The files of a running PostgreSQL that a backup copies. PostgreSQL changes them meanwhile; the
// recovery from the WAL corrects that.

const pieceBytes = 1 << 18;

/** What belongs to the running server, as the manual and pg_basebackup have it. */
const emptiedFolders = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const omitted =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|.*\.tmp|pgsql_tmp.*)$/;

type ClusterFile = {
  /** Relative to the cluster. */
  readonly path: string;
  readonly isFolder: boolean;
  /** At the time of listing. */
  readonly size: number;
};

/** Lists folders before their content. Throws if the cluster has links to other places. */
async function listClusterFiles(cluster: string, folder = ""): Promise<ClusterFile[]> {
  const files: ClusterFile[] = [];
  for (const found of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const path = join(folder, found.name);
    if (omitted.test(found.name)) continue;
    if (found.isDirectory()) {
      files.push({ path, isFolder: true, size: 0 });
      if (emptiedFolders.has(path)) continue;
      files.push(...(await listClusterFiles(cluster, path)));
    } else if (found.isFile()) {
      const size = await sizeIfPresent(join(cluster, path));
      if (size !== undefined) files.push({ path, isFolder: false, size });
    } else {
      throw new Error(`${join(cluster, path)} is a link, and its target would not be backed up.`);
    }
  }
  return files;
}

async function ifPresent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function sizeIfPresent(path: string): Promise<number | undefined> {
  return (await ifPresent(stat(path)))?.size;
}

/** Reads `size` bytes, with zeros for those of a file that has become shorter. */
async function* readBytes(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    at += bytesRead === 0 ? piece.length : bytesRead;
    yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
  }
}

/** Yields one file as an entry; nothing if it was removed. The file is open until the next step. */
async function* readFileEntry(source: string, path: string): AsyncGenerator<TarEntry> {
  const file = await ifPresent(open(source));
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    yield { path, mode: 0o600, size, content: readBytes(file, size) };
  } finally {
    await file.close();
  }
}

/**
 * Reads the control file, which the server may be writing: twice the same bytes are not torn.
 */
async function readControlFile(path: string): Promise<Uint8Array> {
  for (let previous = Buffer.alloc(0); ; ) {
    await using file = await open(path);
    const bytes = await file.readFile();
    if (bytes.equals(previous)) return bytes;
    previous = bytes;
  }
}

/** Lists the WAL segments from `first` to `last`. Throws if an end is missing. */
async function listSegments(cluster: string, first: string, last: string): Promise<string[]> {
  const names = (await readdir(join(cluster, "pg_wal"))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`The server removed WAL between ${first} and ${last}. Try again.`);
  }
  return names.sort();
}

/** The processor limits a backup, not the disk; higher levels save little. */
const compressionLevel = 1;
const controlFile = "global/pg_control";
const root = `${serverFolder}/${clusterFolder}`;

export type BackupProgress = {
  readonly step: "copying" | "finishing";
  readonly bytes: number;
  readonly totalBytes: number;
};

type BackupOptions = {
  readonly dataDir: string;
  /** False if the service gets its secret from SECRET_KEY: then a backup lacks it. */
  readonly hasStoredSecret: boolean;
  readonly version: string;
  readonly now: Date;
  readonly log: (line: string) => void;
  readonly onProgress: (progress: BackupProgress) => void;
};

export type WrittenBackup = {
  readonly consistentAt: Date;
  /** Size of the database's files, and of the backup. */
  readonly databaseBytes: number;
  readonly bytes: number;
};

/** True if `dataDir` has an embedded server. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, root, "PG_VERSION"));
}

async function* readSecrets({ dataDir, hasStoredSecret }: BackupOptions): AsyncGenerator<TarEntry> {
  const names = [demoFiles.key, demoFiles.password];
  for (const name of hasStoredSecret ? [secretFile, ...names] : names) {
    yield* readFileEntry(join(dataDir, name), name);
  }
}

type Copied = { consistentAt: Date; databaseBytes: number };

/** Copies the files of a started backup, ends it, and copies what the recovery needs. */
async function* readCluster(
  client: pg.Client,
  options: BackupOptions,
  copied: Copied,
): AsyncGenerator<TarEntry> {
  const cluster = join(options.dataDir, root);
  const files = await listClusterFiles(cluster);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  yield toFolder(root);
  for (const { path, isFolder, size } of files) {
    if (isFolder) yield toFolder(`${root}/${path}`);
    else if (path !== controlFile) yield* readFileEntry(join(cluster, path), `${root}/${path}`);
    copied.databaseBytes += size;
    options.onProgress({ step: "copying", bytes: copied.databaseBytes, totalBytes });
  }
  yield toEntry(`${root}/${controlFile}`, await readControlFile(join(cluster, controlFile)));
  const ended = await stopBackup(client);
  copied.consistentAt = ended.consistentAt;
  const [, first = ""] = /^START WAL LOCATION: \S+ \(file (\w+)\)/.exec(ended.label) ?? [];
  for (const name of await listSegments(cluster, first, ended.lastSegment)) {
    options.onProgress({ step: "finishing", bytes: totalBytes, totalBytes });
    yield* readFileEntry(join(cluster, "pg_wal", name), `${root}/pg_wal/${name}`);
  }
  yield toEntry(`${root}/backup_label`, Buffer.from(ended.label));
}

function toFolder(path: string): TarEntry {
  return { path, mode: 0o700, size: 0, content: null };
}

async function* readAll(
  client: pg.Client,
  options: BackupOptions,
  copied: Copied,
): AsyncGenerator<TarEntry> {
  const { dataDir, version, hasStoredSecret, now } = options;
  const postgresMajor = (await readFile(join(dataDir, root, "PG_VERSION"), "utf8")).trim();
  const description = describeBackup(
    { version, postgres_major: postgresMajor, has_secret_key: hasStoredSecret },
    now,
  );
  yield toEntry(descriptionPath, Buffer.from(`${JSON.stringify(description, null, 2)}\n`));
  const files: Checksum[] = [];
  for await (const entry of readSecrets(options)) yield recordChecksum(entry, files);
  for await (const entry of readCluster(client, options, copied)) {
    yield recordChecksum(entry, files);
  }
  const manifest: BackupManifest = { consistent_at: copied.consistentAt.toISOString(), files };
  yield toEntry(manifestPath, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
}

/** Runs `work` on a connection in which a backup was started. */
async function withBackup<T>(
  options: BackupOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const directory = join(options.dataDir, serverFolder);
  const embedded = await openEmbeddedPostgres({ directory, log: options.log });
  const { socketDirectory: host, port, user } = embedded;
  const client = new pg.Client({ host, port, user, database: "postgres", ssl: false });
  // The statement that ends the backup fails on a lost connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await startBackup(client, `partsdesk_backup_${randomBytes(4).toString("hex")}`);
    return await work(client);
  } finally {
    await client.end();
    await embedded.close();
  }
}

/**
 * Writes a backup of `dataDir` to `file`, which is replaced only by a complete backup. Other
 * processes may use the database meanwhile.
 */
export async function writeBackup(file: string, options: BackupOptions): Promise<WrittenBackup> {
  const part = `${file}.${process.pid}.part`;
  const copied: Copied = { consistentAt: options.now, databaseBytes: 0 };
  await using target = await open(part, "wx", 0o600);
  try {
    await withBackup(options, (client) =>
      pipeline(
        writeTar(readAll(client, options, copied), options.now),
        createGzip({ level: compressionLevel }),
        (packed: AsyncIterable<Uint8Array>) => target.writeFile(packed),
      ),
    );
    await target.sync();
    await rename(part, file);
    await using folder = await open(dirname(resolve(file)));
    await folder.sync();
    return { ...copied, bytes: (await target.stat()).size };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
