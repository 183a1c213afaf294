// Parses the body of a request in a turn of the event loop (decision 278): a request that has
// waited for its body, its decompression or its key takes a turn again. Bodies may be compressed
// with gzip. Invariant: whatever is sent, a body takes at most twice its limit in memory.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { Failure } from "../../kit/errors.ts";
import { isGone, type RequestQueue } from "./connections/requestQueue.ts";
import { bodyFault, parseJson } from "./parseJson.ts";

type Done = (error: Error | null, body?: unknown) => void;

/** A parser as Fastify takes it. */
export type BodyParser = (
  request: Pick<FastifyRequest, "headers" | "raw">,
  body: Buffer,
  done: Done,
) => Promise<unknown> | undefined;

const interrupted = "The request was interrupted.";

async function parseAfter(
  turn: Promise<void> | undefined,
  raw: IncomingMessage,
  parse: () => unknown,
): Promise<unknown> {
  await turn;
  if (isGone(raw.socket)) throw new Failure("REQUEST_TIMEOUT", { message: interrupted });
  return parse();
}

/** Creates a parser that waits only if others have taken the turn. */
export function createBodyParser(
  requestQueue: RequestQueue,
  parse: (body: Buffer) => unknown,
): BodyParser {
  return ({ raw }, body, done) => {
    const turn = requestQueue.takeTurn(raw);
    if (turn !== undefined) return parseAfter(turn, raw, () => parse(body));
    done(null, parse(body));
    return undefined;
  };
}

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

/** Creates the parser of JSON bodies of at most `bodyLimit` bytes, which may be compressed. */
export function createJsonParser(requestQueue: RequestQueue, bodyLimit: number): BodyParser {
  const parsePlain = createBodyParser(requestQueue, parseJson);

  async function decodeAndParse(raw: IncomingMessage, encoding: string, body: Buffer) {
    const decoded = await decodeBody(encoding, body, bodyLimit);
    return parseAfter(requestQueue.takeTurn(raw), raw, () => parseJson(decoded));
  }

  return (request, body, done) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined) return parsePlain(request, body, done);
    return decodeAndParse(request.raw, encoding, body);
  };
}
