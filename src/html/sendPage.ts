// Sends pages and their assets. Invariant: a page loads only our stylesheet and script, is in no
// frame, and submits forms only to us.
import "@fastify/swagger";
import type { FastifyInstance, FastifyReply } from "fastify";
import { siteScript, stylesheet } from "./assets/assets.ts";
import type { Html } from "./html.ts";

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
} as const;

/**
 * `no-cache`: browsers check for a new version each time, because the address of the stylesheet may
 * have changed. `no-store`: for pages that only the signed-in person may see.
 */
export type Caching = "no-cache" | "no-store";

export function sendPage(reply: FastifyReply, page: Html, caching: Caching): FastifyReply {
  return reply.headers(pageHeaders).header("cache-control", caching).send(page.toString());
}

/** Serves the stylesheet and the script; browsers cache them for a year. */
export function registerAssets(server: FastifyInstance): void {
  const assets = [
    { ...stylesheet, type: "text/css; charset=utf-8" },
    { ...siteScript, type: "text/javascript; charset=utf-8" },
  ];
  for (const { path, text, type } of assets) {
    server.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("content-type", type)
        .header("cache-control", "public, max-age=31536000, immutable")
        .send(text),
    );
  }
}
