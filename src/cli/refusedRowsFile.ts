// The file of refused rows: the rows as they were written, with a last column that says what is
// wrong. It can be mended and imported by itself, so its texts are not altered, formulas included:
// open it as text.
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { FileRecord } from "../files/fileRecord.ts";
import { encodeCsvLine } from "../files/writeCsv.ts";
import { errorColumn } from "../imports/feedColumns.ts";
import type { RefusedRows } from "../imports/feedRefusals.ts";
import type { CellFault } from "../imports/feedRow.ts";
import { CommandFailure } from "./shell.ts";

/** `discard` removes what was written, unless it came to its end. */
export type RefusedRowsFile = RefusedRows & { discard(): Promise<void> };

const bufferLength = 64 * 1024;

function describeFaults(faults: readonly CellFault[]): string {
  return faults
    .map(({ column, reason, suggestion }) => {
      const fault = `${column ?? "the row"} ${reason}`;
      return suggestion === null ? fault : `${fault} (${suggestion})`;
    })
    .join("; ");
}

async function openTarget(path: string, feedPath: string): Promise<[FileHandle, string]> {
  const [target, feed] = await Promise.all([
    stat(path).catch(() => undefined),
    feedPath === "-" ? undefined : stat(feedPath),
  ]);
  if (target !== undefined && target.ino === feed?.ino && target.dev === feed.dev) {
    throw new Error("it is the file that is imported");
  }
  // What is no regular file, such as a terminal, cannot be replaced by one.
  const isPlain = target === undefined || target.isFile();
  const writtenPath = isPlain ? `${path}.${process.pid}.part` : path;
  return [await open(writtenPath, "w"), writtenPath];
}

/**
 * Opens the file for writing; it gets its name when it is complete. Ends the command where it
 * cannot.
 */
export async function openRefusedRowsFile(
  path: string,
  feedPath: string,
): Promise<RefusedRowsFile> {
  const [file, writtenPath] = await openTarget(path, feedPath).catch((error: Error) => {
    throw new CommandFailure("usage", `--errors: ${path} cannot be written: ${error.message}.`);
  });
  let buffered = "";
  let width = 0;
  let errorPlace = -1;
  let isOpen = true;

  async function write(cells: readonly string[], last: string): Promise<void> {
    const kept = cells.filter((_, place) => place !== errorPlace);
    const padding = Array.from({ length: Math.max(0, width - kept.length) }, () => "");
    buffered += encodeCsvLine([...kept, ...padding, last]);
    if (buffered.length < bufferLength) return;
    const text = buffered;
    buffered = "";
    await file.writeFile(text);
  }

  return {
    begin: (header: FileRecord) => {
      errorPlace = header.cells.findIndex((cell) => cell.trim().toLowerCase() === errorColumn);
      width = header.cells.length - (errorPlace === -1 ? 0 : 1);
      return write(header.cells, errorColumn);
    },
    add: ({ cells }, faults) => write(cells, describeFaults(faults)),
    end: async () => {
      await file.writeFile(buffered);
      await file.close();
      isOpen = false;
      if (writtenPath !== path) await rename(writtenPath, path);
    },
    discard: async () => {
      if (!isOpen) return;
      await file.close();
      if (writtenPath !== path) await rm(writtenPath);
    },
  };
}
