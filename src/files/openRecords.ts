// The one way from a file in any format to its records. What the file is, is told by its bytes and
// never by its name.
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { TextEncoding } from "./decodeText.ts";
import { type FileRecord, type RecordBatches, UnreadableFile } from "./fileRecord.ts";
import type { Delimiter } from "./findDelimiter.ts";
import { gunzipBytes, type UnpackLimits, unpackLimits } from "./gunzipBytes.ts";
import { peekBytes } from "./peekBytes.ts";
import { countRawBytes, type RawBytes } from "./rawBytes.ts";
import { readCsv } from "./readCsv.ts";

/** What a file turned out to be; what its format does not have is null. */
export type FileTraits = {
  readonly format: "csv";
  readonly gzip: boolean;
  /** Certain once the records are read. */
  readonly encoding: TextEncoding | null;
  readonly delimiter: Delimiter | null;
  /** Whether the last line is a whole one, or is perhaps cut off; known at the end. */
  readonly endsWithLineBreak: boolean | null;
};

/** How much of a file is read, in bytes as they are stored; `total` is null where not known. */
export type ReadingProgress = { readonly read: number; readonly total: number | null };

/** A file whose records can be read once. */
export type OpenedRecords = {
  readonly batches: RecordBatches;
  readonly traits: () => FileTraits;
  readonly progress: () => ReadingProgress;
  /** SHA-256 of the file as it is stored, in hexadecimal; undefined until the records are read. */
  readonly sha256: () => string | undefined;
  /** Lets go of the file, read to its end or not. */
  readonly close: () => Promise<void>;
};

/** A format's own part of an opened file. */
type Reading = {
  readonly batches: AsyncGenerator<readonly FileRecord[]>;
  readonly traits: () => Omit<FileTraits, "gzip">;
};

const gzipMark = [0x1f, 0x8b];
const headLength = 512;

function beginsWith(head: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, place) => head[place] === byte);
}

async function openPath(path: string): Promise<FileHandle> {
  const file = await open(path);
  const stat = await file.stat();
  if (!stat.isDirectory()) return file;
  await file.close();
  throw new Error("it is a folder");
}

function openText(bytes: AsyncGenerator<Uint8Array>): Reading {
  const batches = readCsv(bytes);
  return { batches, traits: () => ({ format: "csv", ...batches.traits() }) };
}

/** The records from the first on, which is read at once so that the file's traits are known. */
async function begin({ batches }: Reading): Promise<RecordBatches> {
  const first = await batches.next();
  async function* all(): AsyncGenerator<readonly FileRecord[]> {
    if (first.done !== true) yield first.value;
    yield* batches;
  }
  return all();
}

async function openPlain(raw: RawBytes, limits: UnpackLimits): Promise<[Reading, boolean]> {
  const stored = await peekBytes(raw.bytes, headLength);
  if (!beginsWith(stored.head, gzipMark)) return [openText(stored.bytes), false];
  const inner = await peekBytes(gunzipBytes(stored.bytes, limits), headLength);
  if (beginsWith(inner.head, gzipMark)) {
    throw new UnreadableFile("The file is packed with gzip twice. Unpack it once.");
  }
  return [openText(inner.bytes), true];
}

/**
 * Opens a file by its path, or a stream of bytes, and begins to read it. Throws `UnreadableFile`
 * where it is nothing that can be read, also later from `batches`, and what the system says where
 * it cannot be opened.
 */
export async function openRecords(
  source: string | AsyncIterable<Uint8Array>,
  limits: UnpackLimits = unpackLimits,
): Promise<OpenedRecords> {
  const file = typeof source === "string" ? await openPath(source) : undefined;
  const stream = file?.createReadStream({ autoClose: false, highWaterMark: 1 << 18 });
  const size = (await file?.stat())?.size ?? null;
  const raw = countRawBytes(stream ?? (source as AsyncIterable<Uint8Array>));
  const close = async () => {
    stream?.destroy();
    if (source instanceof Readable) source.destroy();
    await file?.close();
  };
  try {
    const [reading, gzip] = await openPlain(raw, limits);
    return {
      batches: await begin(reading),
      traits: () => ({ ...reading.traits(), gzip }),
      progress: () => ({ read: raw.count(), total: size }),
      sha256: raw.sha256,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
