// Writes the ustar format, which every tar can list and unpack.

export type TarEntry = {
  /** Relative, at most 100 bytes of ASCII. */
  readonly path: string;
  readonly mode: number;
  /** `content` yields exactly `size` bytes; null for a folder. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | null;
};

export const tarBlockBytes = 512;
const maxPathBytes = 100;
/** Octal digits of a size: less than 8 GiB. PostgreSQL splits its files at 1 GiB. */
const sizeDigits = 11;
const checksumAt = 148;

function octal(value: number, digits: number): string {
  const text = value.toString(8);
  if (text.length > digits) throw new RangeError(`${value} is too large for a tar archive.`);
  return `${text.padStart(digits, "0")}\0`;
}

function composeHeader(entry: TarEntry, modified: Date): Buffer {
  const path = entry.content === null ? `${entry.path}/` : entry.path;
  if (Buffer.byteLength(path) > maxPathBytes) throw new RangeError(`${path} is too long for tar.`);
  const header = Buffer.alloc(tarBlockBytes);
  header.write(path, 0);
  // Mode, owner and group (0: of the person who unpacks), size, time.
  const seconds = Math.floor(modified.getTime() / 1000);
  const numbers = [octal(entry.mode, 7), octal(0, 7), octal(0, 7), octal(entry.size, sizeDigits)];
  header.write(`${numbers.join("")}${octal(seconds, 11)}`, 100);
  // The checksum is computed with spaces in its own place.
  header.write(" ".repeat(8), checksumAt);
  header.write(entry.content === null ? "5" : "0", 156);
  header.write("ustar\x0000", 257);
  header.write(`${octal(sumBytes(header), 6)} `, checksumAt);
  return header;
}

export function sumBytes(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + byte, 0);
}

/** Yields the bytes of an archive. Throws if an entry has more or fewer bytes than its `size`. */
export async function* writeTar(
  entries: AsyncIterable<TarEntry>,
  modified: Date,
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield composeHeader(entry, modified);
    let written = 0;
    for await (const piece of entry.content ?? []) {
      written += piece.length;
      yield piece;
    }
    if (written !== entry.size) {
      throw new Error(`${entry.path} has ${written} bytes instead of ${entry.size}.`);
    }
    const rest = written % tarBlockBytes;
    if (rest > 0) yield Buffer.alloc(tarBlockBytes - rest);
  }
  yield Buffer.alloc(2 * tarBlockBytes);
}
