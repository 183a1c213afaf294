// Digests are strings with one character per byte, because buffers would cost the garbage collector
// too much (decision 138).
import { hash } from "node:crypto";

/** The SHA-256 of a text: 32 characters of one byte each. */
export function digestText(text: string): string {
  return hash("sha256", text, "binary");
}

/** The 32 bits at the place of a digest, counted in words of 4 bytes. */
export function readDigestWord(digest: string, place: number): number {
  const at = place * 4;
  return (
    (digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24)) >>>
    0
  );
}
