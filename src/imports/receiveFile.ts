// Invariant: an uploaded file is stored whole or not at all, and at most two pieces of it are in
// memory.
import { createHash } from "node:crypto";
import type { StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import type { FileId, FileSubject, ImportFile } from "./file.ts";
import {
  deleteFile,
  deleteSomePieces,
  insertFile,
  insertPiece,
  lockFile,
  selectOldFiles,
  selectPiece,
  updateHead,
} from "./fileQueries.ts";
import type { ImportRunner } from "./runner.ts";

const pieceBytes = 1 << 20;
const maxNameLength = 200;
const diskFull = "53100";

type IncomingFile = {
  readonly subject: FileSubject;
  /** As the sender gives it: hostile, and only displayed. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Whether the bytes, read to their end, are not the whole file: then nothing is stored. */
  readonly isTruncated: () => boolean;
  readonly sentBy: string;
  readonly now: Date;
};

/** `no room`: the database's disk is full. */
export type ReceivedFile =
  | { readonly outcome: "received"; readonly fileId: FileId }
  | { readonly outcome: "empty" }
  | { readonly outcome: "truncated" }
  | { readonly outcome: "no room" };

/** The last part of a name, without control and direction characters. */
function toPlainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  const short = [...plain.trim()].slice(0, maxNameLength).join("");
  return short === "" ? "file" : short;
}

/** Bytes in pieces of the same size, the last one shorter. */
async function* cut(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    const joined = Buffer.concat(pending);
    let start = 0;
    for (; length - start >= pieceBytes; start += pieceBytes) {
      yield joined.subarray(start, start + pieceBytes);
    }
    pending = [joined.subarray(start)];
    length -= start;
  }
  if (length > 0) yield Buffer.concat(pending);
}

async function storePieces(db: Database, fileId: FileId, bytes: AsyncIterable<Buffer>) {
  const digest = createHash("sha256");
  let place = 0;
  let fileBytes = 0;
  for await (const piece of cut(bytes)) {
    digest.update(piece);
    fileBytes += piece.length;
    await insertPiece(db, fileId, place, piece);
    place += 1;
  }
  return { fileBytes, sha256: digest.digest() };
}

/**
 * Stores a file. Throws what `bytes` throws. Then, as without disk space, nothing of the file
 * remains.
 */
export async function receiveImportFile(db: Database, file: IncomingFile): Promise<ReceivedFile> {
  const { subject, name, bytes, sentBy, now } = file;
  const fileId = newId() as FileId;
  try {
    const stored = await storePieces(db, fileId, bytes);
    if (stored.fileBytes === 0) return { outcome: "empty" };
    if (file.isTruncated()) {
      await removePieces(db, fileId);
      return { outcome: "truncated" };
    }
    const known = { ...subject, ...stored, fileId, fileName: toPlainName(name), mapping: "" };
    await insertFile(db, { ...known, sentBy, sentAt: now });
    return { outcome: "received", fileId };
  } catch (error) {
    // What cannot be removed now is removed by a job.
    await removePieces(db, fileId).catch(() => undefined);
    if ((error as { readonly code?: unknown }).code === diskFull) return { outcome: "no room" };
    throw error;
  }
}

/** Inspects a stored file; one that takes too much time or memory is unreadable. */
export async function inspectUpload(
  db: Database,
  runner: ImportRunner,
  fileId: FileId,
): Promise<"inspected" | "failed" | "busy"> {
  const inspected = await runner.inspect(fileId);
  if (inspected.outcome !== "refused") return inspected.outcome;
  await updateHead(db, fileId, { head: null, unreadable: inspected.message });
  return "inspected";
}

// Pieces are deleted a few at a time: deleting a large file takes longer than the statement
// timeout.

async function removePieces(db: Database, fileId: FileId): Promise<void> {
  while (await deleteSomePieces(db, fileId));
}

export async function removeFile(db: Database, fileId: FileId): Promise<void> {
  await deleteFile(db, fileId);
  await removePieces(db, fileId);
}

/** Removes a file for an operator and records it. Returns false if there is no such file. */
export async function discardFile(
  db: Database,
  fileId: FileId,
  actor: StaffActor,
  now: Date,
): Promise<boolean> {
  const isDiscarded = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return false;
    await deleteFile(tx, fileId);
    const { kind, vendor, accountId, fileName } = file;
    recordAuditEvent(tx, {
      actor,
      action: "discarded an import file",
      subjectKind: "import file",
      subjectId: fileId,
      accountId,
      before: { kind, vendor, file_name: fileName },
      now,
    });
    return true;
  });
  if (isDiscarded) await removePieces(db, fileId);
  return isDiscarded;
}

/** Removes the files uploaded before `before`; returns how many. */
export async function removeOldFiles(db: Database, before: Date): Promise<number> {
  const old = await selectOldFiles(db, before);
  for (const fileId of old) await removeFile(db, fileId);
  return old.length;
}

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
