// Serves what pages load. Invariant: the content of an address never changes.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { type Asset, fonts, siteScript, stylesheet } from "../../kit/html/assets/assets.ts";
import type { Brand } from "../../kit/html/brand/brand.ts";
import { chooseEncoding } from "./compressAnswers.ts";

const [packWithBrotli, packWithGzip] = [promisify(brotliCompress), promisify(gzip)];

/** The best compression, because the result is sent very often. */
const encoders = {
  br: (content: Buffer) =>
    packWithBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gzip: (content: Buffer) => packWithGzip(content, { level: constants.Z_BEST_COMPRESSION }),
} as const;

/** Compresses an asset on first use, once for each encoding. */
function createPacked({ content }: Asset) {
  const packed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {};
  return (encoding: keyof typeof encoders): Promise<Buffer> => {
    packed[encoding] ??= encoders[encoding](content);
    return packed[encoding];
  };
}

function registerAsset(server: FastifyInstance, asset: Asset): void {
  const { path, type, content } = asset;
  const isText = type.startsWith("text/");
  const pack = createPacked(asset);
  server.get(path, { schema: { hide: true } }, async ({ headers }, reply) => {
    reply
      .header("content-type", type)
      .header("cache-control", "public, max-age=31536000, immutable");
    if (!isText) return reply.send(content);
    reply.header("vary", "Accept-Encoding");
    const encoding = chooseEncoding(String(headers["accept-encoding"] ?? ""));
    if (encoding === undefined) return reply.send(content);
    return reply.header("content-encoding", encoding).send(await pack(encoding));
  });
}

/** An SVG that is opened by itself runs no script and loads nothing. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `isStale`: the page may come from a thread that knows a newer brand. */
function registerBrand(
  server: FastifyInstance,
  readBrand: (now: { readonly isStale: boolean }) => Promise<Brand>,
): void {
  server.get("/assets/brand/:file", { schema: { hide: true } }, async ({ url }, reply) => {
    const find = async (isStale: boolean) => {
      const { logo, styles } = await readBrand({ isStale });
      return [logo, styles].find((asset) => asset?.path === url.split("?", 1)[0]) ?? undefined;
    };
    const asset = (await find(false)) ?? (await find(true));
    if (asset === undefined) return reply.code(404).send();
    return reply
      .header("content-type", asset.type)
      .header("content-security-policy", logoPolicy)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(asset.content);
  });
}

/** Serves stylesheet, script, fonts and the brand; browsers cache them for a year. */
export function registerAssets(
  server: FastifyInstance,
  readBrand: (now: { readonly isStale: boolean }) => Promise<Brand>,
): void {
  for (const asset of [stylesheet, siteScript, ...fonts]) registerAsset(server, asset);
  registerBrand(server, readBrand);
}
