// Request bodies may be compressed with gzip. Invariant: whatever is sent, a body takes at most
// twice the limit of a body in memory.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Failure } from "../errors.ts";
import { bodyFault } from "./parseJson.ts";

const unpack = promisify(gunzip);

/**
 * Returns what `body` is without its Content-Encoding, at most `maxBytes` long. Throws
 * PAYLOAD_TOO_LARGE if it is longer, UNSUPPORTED_ENCODING for other encodings than gzip, and
 * VALIDATION_FAILED if it is not complete and valid gzip.
 */
export async function decodeBody(
  encoding: string,
  body: Buffer,
  maxBytes: number,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  if (name !== "gzip" && name !== "x-gzip") throw new Failure("UNSUPPORTED_ENCODING");
  try {
    return await unpack(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") {
      const message = `The decompressed request body is larger than ${maxBytes} bytes.`;
      throw new Failure("PAYLOAD_TOO_LARGE", { message, cause: error });
    }
    throw bodyFault(
      "bad_gzip",
      "The body is not complete and valid gzip, although Content-Encoding says so.",
    );
  }
}
