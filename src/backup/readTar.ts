import { sumBytes, type TarEntry, tarBlockBytes } from "./writeTar.ts";

/** A file that is not an archive of this program, or is damaged. */
export class UnreadableBackup extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "UnreadableBackup";
  }
}

export const damage = "It is damaged, or not a backup of partsdesk.";

type ByteReader = {
  /** Returns 1 to `max` bytes. Throws at the end of the source. */
  take(max: number): Promise<Buffer>;
  takeExactly(size: number): Promise<Buffer>;
  /** Reads the source to its end. */
  drain(): Promise<void>;
};

function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function take(max: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await pieces.next();
      if (next.done === true) throw new UnreadableBackup("It is cut off.");
      rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
    }
    const taken = rest.subarray(0, max);
    rest = rest.subarray(taken.length);
    return taken;
  }
  return {
    take,
    async takeExactly(size) {
      const taken: Buffer[] = [];
      for (let left = size; left > 0; left -= taken.at(-1)?.length ?? 0) {
        taken.push(await take(left));
      }
      return Buffer.concat(taken);
    },
    async drain() {
      while ((await pieces.next()).done !== true);
    },
  };
}

function readText(header: Buffer, from: number, to: number): string {
  const field = header.subarray(from, to);
  const end = field.indexOf(0);
  return field.toString("latin1", 0, end < 0 ? field.length : end).trim();
}

function readOctal(header: Buffer, from: number, to: number): number {
  const text = readText(header, from, to);
  if (!/^[0-7]+$/.test(text)) throw new UnreadableBackup(damage);
  return Number.parseInt(text, 8);
}

type Header = Pick<TarEntry, "path" | "mode" | "size"> & { readonly isFolder: boolean };

/** Reads a header block; undefined for the block of zeros that ends an archive. */
function readHeader(header: Buffer): Header | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const blanked = Buffer.from(header).fill(" ", 148, 156);
  const type = header.toString("latin1", 156, 157);
  const isKnown = readText(header, 257, 262) === "ustar" && (type === "0" || type === "5");
  if (!isKnown || readText(header, 345, 500) !== "") {
    throw new UnreadableBackup(damage);
  }
  if (readOctal(header, 148, 156) !== sumBytes(blanked)) {
    throw new UnreadableBackup(damage);
  }
  return {
    path: readText(header, 0, 100).replace(/\/$/, ""),
    mode: readOctal(header, 100, 108),
    size: readOctal(header, 124, 136),
    isFolder: type === "5",
  };
}

/**
 * Reads the entries that `writeTar` writes; the content of each must be read before the next.
 * Throws `UnreadableBackup` for any other archive, and if it is cut off.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = createByteReader(source);
  async function* readContent(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const piece = await bytes.take(left);
      left -= piece.length;
      yield piece;
    }
    const rest = size % tarBlockBytes;
    if (rest > 0) await bytes.takeExactly(tarBlockBytes - rest);
  }
  for (;;) {
    const header = readHeader(await bytes.takeExactly(tarBlockBytes));
    if (header === undefined) break;
    const { isFolder, ...entry } = header;
    yield { ...entry, content: isFolder ? null : readContent(entry.size) };
  }
  await bytes.drain();
}
