// Backs up the embedded PostgreSQL while it runs: it copies the files between the start and the end
// of an online backup, and then the WAL of that time, from which a recovery makes them consistent.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
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
import { listClusterFiles, listSegments, readControlFile, readFileEntry } from "./clusterFiles.ts";
import { startBackup, stopBackup } from "./queries.ts";
import { type TarEntry, writeTar } from "./writeTar.ts";

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
