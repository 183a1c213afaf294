// The file of an import: a path, or standard input.
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { readCsv } from "../files/readCsv.ts";
import type { FeedFile } from "../imports/feedFile.ts";
import type { RunSource } from "../imports/importRun.ts";
import { CommandFailure } from "./shell.ts";

/** An opened file; `close` lets it go. */
export type OpenedFeedFile = {
  readonly file: FeedFile;
  readonly source: RunSource;
  readonly close: () => void;
};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new Error("it is a folder");
}

/** What a file is known by, read once; null where it can be read only once, as a pipe. */
async function identify(handle: FileHandle): Promise<Pick<RunSource, "bytes" | "sha256">> {
  const stats = await handle.stat();
  if (!stats.isFile()) return { bytes: null, sha256: null };
  const digest = createHash("sha256");
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) {
    digest.update(chunk as Buffer);
  }
  return { bytes: stats.size, sha256: digest.digest() };
}

function readFeed(bytes: Readable, bytesInAll: number | null): FeedFile {
  let read = 0;
  let last = lineFeed;
  async function* count(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
  }
  return {
    batches: readCsv(count()),
    portionRead: () => (bytesInAll === null || bytesInAll === 0 ? null : read / bytesInAll),
    endsWithLineBreak: () => last === lineFeed || last === carriageReturn,
  };
}

/** Opens a file, `-` being standard input; ends the command where it cannot be opened. */
export async function openFeedFile(path: string): Promise<OpenedFeedFile> {
  if (path === "-") {
    const source = { fileName: null, bytes: null, sha256: null };
    const close = () => process.stdin.destroy();
    return { file: readFeed(process.stdin, null), source, close };
  }
  const handle = await openFile(path).catch((error: Error) => {
    throw new CommandFailure("usage", `${path} cannot be read: ${error.message}.`);
  });
  const known = await identify(handle);
  const bytes =
    known.bytes === null ? handle.createReadStream() : handle.createReadStream({ start: 0 });
  return {
    file: readFeed(bytes, known.bytes),
    source: { fileName: basename(path), ...known },
    close: () => bytes.destroy(),
  };
}
