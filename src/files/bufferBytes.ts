// Bytes into a private file that nobody else can open and that is gone when it is closed.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnreadableFile } from "./fileRecord.ts";

const maxBytes = 1024 ** 3;

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-"));
  try {
    // The file lives on without its name, until it is closed or the machine ends the command.
    return await open(join(folder, "buffer"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A file with the bytes of a stream, for formats that are not read from front to back. Throws
 * `UnreadableFile` where there are more than a gibibyte.
 */
export async function bufferBytes(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const file = await openNameless();
  try {
    let count = 0;
    for await (const piece of bytes) {
      count += piece.length;
      if (count > maxBytes)
        throw new UnreadableFile(`A workbook may have at most ${maxBytes} bytes.`);
      await file.appendFile(piece);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
