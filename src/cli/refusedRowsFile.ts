// The file of refused rows. Invariant: a file with the requested name is complete.
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { RefusedRows } from "../imports/feedRefusals.ts";
import { createRefusedRowsText } from "../imports/refusedRowsText.ts";
import { CommandFailure } from "./shell.ts";

/** `discard` removes an incomplete file. */
type RefusedRowsFile = RefusedRows & { discard(): Promise<void> };

async function openTarget(path: string, feedPath: string): Promise<[FileHandle, string]> {
  const [target, feed] = await Promise.all([
    stat(path).catch(() => undefined),
    feedPath === "-" ? undefined : stat(feedPath),
  ]);
  if (target !== undefined && target.ino === feed?.ino && target.dev === feed.dev) {
    throw new Error("it is the imported file");
  }
  // A terminal or a pipe cannot be replaced by a file.
  const isPlain = target === undefined || target.isFile();
  const writtenPath = isPlain ? `${path}.${process.pid}.part` : path;
  return [await open(writtenPath, "w"), writtenPath];
}

/** Opens the file for writing. Ends the command if that is not possible. */
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
