// Writes bytes to a private file that nobody else can open and that is deleted when it is closed.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCount, UnreadableFile } from "./fileRecord.ts";

const maxBytes = 1024 ** 3;

async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-"));
  try {
    // Without its name the file exists until it is closed or the process ends.
    return await open(join(folder, "buffer"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Buffers a stream in a file, for formats that need random access. Throws `UnreadableFile` if it
 * has more than a gibibyte.
 */
export async function bufferBytes(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const file = await openUnnamed();
  try {
    let count = 0;
    for await (const piece of bytes) {
      count += piece.length;
      if (count > maxBytes)
        throw new UnreadableFile(`A workbook may have at most ${formatCount(maxBytes)} bytes.`);
      await file.appendFile(piece);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
