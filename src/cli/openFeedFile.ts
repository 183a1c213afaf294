// The file of an import: a path, or standard input.
import { UnreadableFile } from "../files/fileRecord.ts";
import { type OpenedRecords, openRecords } from "../files/openRecords.ts";
import { makeVisible } from "./importReport.ts";
import { CommandFailure } from "./shell.ts";

/** The failure of a command whose file cannot be read; another failure is left as it is. */
export function explainUnreadable(path: string, error: unknown): unknown {
  if (!(error instanceof UnreadableFile)) return error;
  return new CommandFailure(
    "failed",
    `${path}: ${makeVisible(error.message)} Nothing is imported.`,
  );
}

/**
 * The records of a file in any format, `-` being standard input; ends the command where the file
 * cannot be opened or read.
 */
export function openFeedFile(path: string): Promise<OpenedRecords> {
  return openRecords(path === "-" ? process.stdin : path).catch((error: Error) => {
    const explained = explainUnreadable(path, error);
    if (explained !== error) throw explained;
    throw new CommandFailure("usage", `${path} cannot be read: ${error.message}.`);
  });
}
