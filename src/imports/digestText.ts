// SHA-256 of millions of texts, as texts of one character a byte: as buffers they would keep the
// collector of memory busier than all else of an import.
import { hash } from "node:crypto";

/** A digest of 32 characters, each of one byte. */
export function digestText(text: string): string {
  return hash("sha256", text, "binary");
}

/** The 32 bits of a digest at a place, which counts words of 4 bytes. */
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
