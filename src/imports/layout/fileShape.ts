import { hash } from "node:crypto";
import { headerWordsKey } from "../../reading/header.ts";

/**
 * The shape of a file by its headers: equal for files with the same headers in any order and
 * spelling. A mapping is stored for a vendor and a shape.
 */
export function describeFileShape(header: readonly string[]): string {
  const keys = header.map(headerWordsKey).filter((key) => key !== "");
  return keys.sort().join(" ");
}

/** The SHA-256 of the shape of a file; empty without any header. */
export function fileShapeKey(header: readonly string[]): string {
  const shape = describeFileShape(header);
  return shape === "" ? "" : hash("sha256", shape, "hex");
}
