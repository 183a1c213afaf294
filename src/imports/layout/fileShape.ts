import { headerWordsKey } from "./headerWords.ts";

/**
 * The shape of a file by its headers: equal for files with the same headers in any order and
 * spelling. A mapping can be stored for a vendor and a shape.
 */
export function describeFileShape(header: readonly string[]): string {
  const keys = header.map(headerWordsKey).filter((key) => key !== "");
  return keys.sort().join(" ");
}
