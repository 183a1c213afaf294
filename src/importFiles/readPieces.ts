import type { Database } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import type { ImportFile } from "./importFile.ts";
import { selectPiece } from "./queries.ts";

/** Yields the bytes of each place from 0 on, until there is none. */
export async function* readPieces(
  select: (place: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const bytes = await select(place);
    if (bytes === undefined) return;
    yield bytes;
  }
}

/**
 * Yields the bytes of a file. Throws `UnreadableFile` at the end if some are missing: a file that
 * is removed while it is read must not look like a shorter one.
 */
export async function* readFilePieces(
  db: Database,
  { fileId, fileBytes }: Pick<ImportFile, "fileId" | "fileBytes">,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const piece of readPieces((place) => selectPiece(db, fileId, place))) {
    count += piece.length;
    yield piece;
  }
  if (count !== fileBytes) {
    throw new UnreadableFile("The file was removed while it was being read. Upload it again.");
  }
}
