// An attribute of a page as a browser reads it.

/** The text that a browser has of an attribute's value as it is written. */
export function readAttribute(written: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return written.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code?: string, name = "") =>
    code === undefined ? (named[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}
