import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { UnreadableFile } from "../files/fileRecord.ts";
import { openRecords } from "../files/openRecords.ts";
import type { ChooseSheet } from "../files/readXlsx.ts";
import { type FeedFile, toFeedFile } from "../imports/feed.ts";
import type { RunSource } from "../imports/importRun.ts";
import { CommandFailure } from "./shell.ts";

type OpenedFeedFile = {
  readonly file: FeedFile;
  readonly source: RunSource;
  readonly close: () => Promise<void>;
};

/** Reads size and hash; null for a pipe, which can be read only once. */
async function identify(path: string): Promise<Pick<RunSource, "bytes" | "sha256">> {
  const stats = await stat(path);
  if (!stats.isFile()) return { bytes: null, sha256: null };
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return { bytes: stats.size, sha256: digest.digest() };
}

async function openPath(path: string, chooseSheet: ChooseSheet): Promise<OpenedFeedFile> {
  const identity = await identify(path);
  const opened = await openRecords(path, { chooseSheet });
  const source = { fileName: basename(path), ...identity };
  return { file: toFeedFile(opened), source, close: opened.close };
}

/**
 * Opens a file of any format, of a workbook one sheet; `-` is standard input. Throws
 * `UnreadableFile`. Ends the command if the file cannot be opened.
 */
export async function openFeedFile(
  path: string,
  chooseSheet: ChooseSheet,
): Promise<OpenedFeedFile> {
  if (path === "-") {
    const opened = await openRecords(process.stdin, { chooseSheet });
    const source = { fileName: null, bytes: null, sha256: null };
    return { file: toFeedFile(opened), source, close: opened.close };
  }
  return openPath(path, chooseSheet).catch((error: Error) => {
    if (error instanceof UnreadableFile) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing ? "file not found" : `cannot be read: ${error.message}`;
    throw new CommandFailure("usage", `${path}: ${reason}.`);
  });
}
