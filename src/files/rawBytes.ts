// The bytes of a file as they are stored: how many of them are read, and their fingerprint.
import { createHash } from "node:crypto";

/** Bytes on their way; the fingerprint is that of all of them once they are read. */
export type RawBytes = {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** In bytes, so far. */
  readonly count: () => number;
  /** All there are, null until the end is reached. */
  readonly total: () => number | null;
  /** SHA-256 in hexadecimal, undefined until the end is reached. */
  readonly sha256: () => string | undefined;
};

/** Counts bytes and takes their fingerprint while they pass. */
export function countRawBytes(source: AsyncIterable<Uint8Array>): RawBytes {
  const hash = createHash("sha256");
  let count = 0;
  let sha256: string | undefined;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      hash.update(piece);
      count += piece.length;
      yield piece;
    }
    sha256 = hash.digest("hex");
  }
  const total = () => (sha256 === undefined ? null : count);
  return { bytes: pass(), count: () => count, total, sha256: () => sha256 };
}
