// The files of a running PostgreSQL that a backup copies. PostgreSQL changes them meanwhile; the
// recovery from the WAL corrects that.
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TarEntry } from "./writeTar.ts";

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

export type ClusterFile = {
  /** Relative to the cluster. */
  readonly path: string;
  readonly isFolder: boolean;
  /** At the time of listing. */
  readonly size: number;
};

/** Lists folders before their content. Throws if the cluster has links to other places. */
export async function listClusterFiles(cluster: string, folder = ""): Promise<ClusterFile[]> {
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
export async function* readFileEntry(source: string, path: string): AsyncGenerator<TarEntry> {
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
export async function readControlFile(path: string): Promise<Uint8Array> {
  for (let previous = Buffer.alloc(0); ; ) {
    await using file = await open(path);
    const bytes = await file.readFile();
    if (bytes.equals(previous)) return bytes;
    previous = bytes;
  }
}

/** Lists the WAL segments from `first` to `last`. Throws if an end is missing. */
export async function listSegments(
  cluster: string,
  first: string,
  last: string,
): Promise<string[]> {
  const names = (await readdir(join(cluster, "pg_wal"))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`The server removed WAL between ${first} and ${last}. Try again.`);
  }
  return names.sort();
}
