// Keeping a piece of a file without the file.

/** A copy: what is cut from a text keeps the whole of it in memory, here a piece of the file. */
export function detachText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
