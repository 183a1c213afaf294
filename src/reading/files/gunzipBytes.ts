import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { formatCount, UnreadableFile } from "./fileRecord.ts";

/** Limits against a small file that unpacks to a huge one, or to millions of rows. */
export type UnpackLimits = {
  readonly totalBytes: number;
  readonly rows: number;
  /** Approximate memory of the shared texts of a workbook. */
  readonly textsBytes: number;
  /** Unpacked bytes per packed byte, checked from `ratioFromBytes` on. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
};

export const unpackLimits: UnpackLimits = {
  totalBytes: 4 * 1024 ** 3,
  rows: Number.POSITIVE_INFINITY,
  textsBytes: 150_000_000,
  ratio: 400,
  ratioFromBytes: 100_000_000,
};

/** Throws `UnreadableFile` if `packed` bytes have become more than the limits allow. */
export function checkUnpackedSize(unpacked: number, packed: number, limits: UnpackLimits): void {
  if (unpacked > limits.totalBytes) {
    throw new UnreadableFile(
      `The file unpacks to more than ${formatCount(limits.totalBytes)} bytes. ` +
        "Import it in several files.",
    );
  }
  if (unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio) {
    throw new UnreadableFile(
      `The file unpacks to more than ${limits.ratio} times its size. ` +
        "This is not a normal parts list.",
    );
  }
}

/**
 * Unpacks gzip. Throws `UnreadableFile` if it is damaged, cut off or above a limit; a failure of
 * the source is thrown unchanged.
 */
export async function* gunzipBytes(
  source: AsyncIterable<Uint8Array>,
  limits: UnpackLimits = unpackLimits,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let unpacked = 0;
  let failure: unknown;
  async function* count(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of source) {
        packed += piece.length;
        yield piece;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const input = Readable.from(count(), { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  input.on("error", (error) => gunzip.destroy(error));
  input.pipe(gunzip);
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      unpacked += piece.length;
      checkUnpackedSize(unpacked, packed, limits);
      yield piece;
    }
    // The source must be read to its end, including what follows the packed bytes.
    input.unpipe(gunzip);
    await finished(input.resume());
  } catch (error) {
    if (failure !== undefined || error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("The gzip file is damaged or cut off. Download it again.", {
      cause: error,
    });
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}
