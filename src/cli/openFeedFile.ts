// The file of an import: a path, or standard input.
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CommandFailure } from "./shell.ts";

async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new Error("it is a folder");
}

/**
 * The bytes of a file, `-` being standard input; ends the command where the file cannot be opened.
 */
export async function openFeedFile(path: string): Promise<Readable> {
  if (path === "-") return process.stdin;
  const file = await openFile(path).catch((error: Error) => {
    throw new CommandFailure("usage", `${path} cannot be read: ${error.message}.`);
  });
  return file.createReadStream();
}
