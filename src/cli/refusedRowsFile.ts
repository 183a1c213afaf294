// The file of refused rows of an import of the shell: it stands under its name when it is complete.
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { RefusedRows } from "../imports/feedRefusals.ts";
import { createRefusedRowsText } from "../imports/refusedRowsText.ts";
import { CommandFailure } from "./shell.ts";

/** `discard` removes what was written, unless it came to its end. */
export type RefusedRowsFile = RefusedRows & { discard(): Promise<void> };

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
  const rows = createRefusedRowsText((text) => file.writeFile(text));
  let isOpen = true;
  return {
    ...rows,
    end: async () => {
      await rows.end();
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
