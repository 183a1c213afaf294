// Compresses answers (decision 85). Invariant: the length of a page reveals nothing of it to
// another site that makes a browser request it.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOwnSite } from "./isOwnSite.ts";

type Encoding = "br" | "gzip";

/** Shorter answers are sent as they are: one packet either way. */
const minBytes = 1_024;

const [packWithBrotli, packWithGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Low levels, because almost every answer is made for one request; one buffer, not a stream. */
const encoders: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) =>
    packWithBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    }),
  gzip: (text) => packWithGzip(text, { level: 6 }),
};

const compressible = /^(?:text\/(?!event-stream)|application\/json\b|image\/svg\+xml\b)/;

/** The quality of an encoding by Accept-Encoding: 0 if it is not accepted. */
function qualityOf(encoding: Encoding, accepted: readonly string[]): number {
  const named = accepted.find((part) => part.split(";", 1)[0]?.trim() === encoding);
  const any = accepted.find((part) => part.split(";", 1)[0]?.trim() === "*");
  const part = named ?? any;
  if (part === undefined) return 0;
  return Number(/;\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(part)?.[1] ?? 1);
}

/** The accepted encoding of the highest quality, br if both have the same. */
export function chooseEncoding(acceptEncoding: string): Encoding | undefined {
  const accepted = acceptEncoding.toLowerCase().split(",");
  const [br, gz] = [qualityOf("br", accepted), qualityOf("gzip", accepted)];
  if (br === 0 && gz === 0) return undefined;
  return br >= gz ? "br" : "gzip";
}

/**
 * True for a personal page that another site may have requested: it could learn a secret of the
 * page from how long it is together with words that this site chose (BREACH).
 */
function mayLeak({ headers }: FastifyRequest, reply: FastifyReply, type: string): boolean {
  const isPersonal =
    type.startsWith("text/html") && reply.getHeader("cache-control") === "no-store";
  return isPersonal && !isOwnSite(headers["sec-fetch-site"]);
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === "string" || Buffer.isBuffer(payload);
}

/** No text has fewer bytes than characters, and those of a long one take long to count. */
function isShort(text: string | Buffer): boolean {
  return text.length <= minBytes && Buffer.byteLength(text) <= minBytes;
}

/** Compresses texts above 1 KB. Leaves downloads alone: many are compressed files. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, payload, done) => {
    const type = String(reply.getHeader("content-type") ?? "");
    const isFile = reply.hasHeader("content-disposition") || reply.hasHeader("content-encoding");
    if (isFile || !compressible.test(type) || !isText(payload)) return done(null, payload);
    if (isShort(payload)) return done(null, payload);
    const vary = reply.getHeader("vary");
    reply.header("vary", vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
    const encoding = chooseEncoding(String(request.headers["accept-encoding"] ?? ""));
    if (encoding === undefined || reply.raw.destroyed || mayLeak(request, reply, type)) {
      return done(null, payload);
    }
    encoders[encoding](payload).then(
      (packed) => {
        reply.header("content-encoding", encoding).removeHeader("content-length");
        done(null, packed);
      },
      (error: Error) => done(error),
    );
  });
}
