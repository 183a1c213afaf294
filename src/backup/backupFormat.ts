// The format of a backup, a tar.gz: its description, the files of DATA_DIR, their checksums.
import { createHash } from "node:crypto";
import { damage, UnreadableBackup } from "./readTar.ts";
import type { TarEntry } from "./writeTar.ts";

const format = "partsdesk backup 1";
export const descriptionPath = "partsdesk-backup.json";
export const manifestPath = "manifest.json";

/** The first entry. */
export type BackupDescription = {
  readonly format: typeof format;
  /** The version of this program. */
  readonly version: string;
  readonly postgres_major: string;
  /** PostgreSQL's files can be used only on the platform that wrote them. */
  readonly platform: string;
  readonly started_at: string;
  /** False if the service gets its secret from SECRET_KEY. */
  readonly has_secret_key: boolean;
};

/** SHA-256 in hex of the content of a file. */
export type Checksum = { readonly path: string; readonly sha256: string };

/** The last entry. */
export type BackupManifest = {
  /** The database has every transaction committed before this time. */
  readonly consistent_at: string;
  readonly files: readonly Checksum[];
};

const platform = `${process.platform}-${process.arch}`;

export function describeBackup(
  facts: Pick<BackupDescription, "version" | "postgres_major" | "has_secret_key">,
  now: Date,
): BackupDescription {
  return { format, platform, started_at: now.toISOString(), ...facts };
}

export function toEntry(path: string, bytes: Uint8Array): TarEntry {
  async function* yieldBytes(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return { path, mode: 0o600, size: bytes.length, content: yieldBytes() };
}

/** Adds the checksum of a file's content to `files` when it was read to its end. */
export function recordChecksum(entry: TarEntry, files: Checksum[]): TarEntry {
  const { path, content } = entry;
  if (content === null) return entry;
  async function* hashContent(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    files.push({ path, sha256: hash.digest("hex") });
  }
  return { ...entry, content: hashContent(content) };
}

async function readJson(entry: TarEntry, path: string): Promise<unknown> {
  if (entry.path !== path || entry.content === null) {
    throw new UnreadableBackup(damage);
  }
  const pieces = await Array.fromAsync(entry.content);
  return JSON.parse(Buffer.concat(pieces).toString());
}

/** Reads the first entry. Throws `UnreadableBackup` if this program cannot restore the backup. */
export async function readDescription(
  entry: TarEntry,
  postgresMajor: string,
): Promise<BackupDescription> {
  const description = (await readJson(entry, descriptionPath)) as BackupDescription;
  if (description.format !== format) {
    throw new UnreadableBackup(
      `It has the format "${description.format}". This version restores "${format}".`,
    );
  }
  if (description.postgres_major !== postgresMajor) {
    throw new UnreadableBackup(
      `It is a backup of PostgreSQL ${description.postgres_major}, but this version has ` +
        `PostgreSQL ${postgresMajor}. Restore it with partsdesk ${description.version}.`,
    );
  }
  if (description.platform !== platform) {
    throw new UnreadableBackup(
      `It was made on ${description.platform} and can be restored only there, not on ${platform}.`,
    );
  }
  return description;
}

/** Reads the last entry and compares it with the checksums of the files that were read. */
export async function readManifest(
  entry: TarEntry,
  found: readonly Checksum[],
): Promise<BackupManifest> {
  const manifest = (await readJson(entry, manifestPath)) as BackupManifest;
  const expected = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  const damaged = found.find(({ path, sha256 }) => expected.get(path) !== sha256);
  if (damaged !== undefined || found.length !== expected.size) {
    throw new UnreadableBackup(
      `It is damaged: ${damaged?.path ?? "a file"} differs from the manifest.`,
    );
  }
  return manifest;
}
