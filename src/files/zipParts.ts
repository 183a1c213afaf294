// Reads the parts of a zip archive from an open file, one at a time. Invariant: an archive is not
// trusted: its entries are counted, and its unpacked size is bounded.
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { formatCount, UnreadableFile } from "./fileRecord.ts";
import { checkUnpackedSize, type UnpackLimits } from "./gunzipBytes.ts";

/** Of the directory of an archive: many entries, or few with long names and comments. */
const maxDirectoryBytes = 4_000_000;
/** Of an entry besides its name, comment and further fields. */
const entryBytes = 46;

export type ZipParts = {
  readonly has: (name: string) => boolean;
  /** In bytes, according to the archive; 0 for a missing part. */
  readonly sizeOf: (name: string) => number;
  /**
   * The bytes of a part, none for a missing part. Throws `UnreadableFile` if it is damaged,
   * encrypted or has more than `maxBytes`.
   */
  readonly read: (name: string, maxBytes: number) => AsyncGenerator<Uint8Array>;
};

/** Damage is the file's fault; errors of the system stay unchanged. */
function explain(error: unknown): unknown {
  if (error instanceof UnreadableFile || (error as { syscall?: string }).syscall !== undefined) {
    return error;
  }
  return new UnreadableFile(
    "The workbook is damaged or cut off. Download it again, or save it once more.",
    {
      cause: error,
    },
  );
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > maxDirectoryBytes) {
      throw new UnreadableFile("The archive has more entries than any workbook.");
    }
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

/**
 * Opens the archive in a file of `size` bytes, which stays open. Throws `UnreadableFile` if
 * damaged.
 */
export async function openZipParts(
  fd: number,
  size: number,
  limits: UnpackLimits,
): Promise<ZipParts> {
  let unpacked = 0;
  const zip = await fromFdPromise(fd, { autoClose: false }).catch((error: unknown) => {
    throw explain(error);
  });
  const entries = await listEntries(zip).catch((error: unknown) => {
    throw explain(error);
  });
  const find = (name: string) => entries.get(name.toLowerCase());

  async function* read(name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
    const entry = find(name);
    if (entry === undefined) return;
    if (entry.isEncrypted()) {
      throw new UnreadableFile("The archive has a password. Save the workbook without a password.");
    }
    if (entry.uncompressedSize > maxBytes) {
      throw new UnreadableFile(
        `${name} of the workbook has more than ${formatCount(maxBytes)} bytes.`,
      );
    }
    try {
      // The stream enforces the size of the part that the archive declares.
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        unpacked += (piece as Uint8Array).length;
        checkUnpackedSize(unpacked, size, limits);
        yield piece as Uint8Array;
      }
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
    read,
  };
}
