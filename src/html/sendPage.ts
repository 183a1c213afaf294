// How pages, their stylesheet and their script leave the service: with headers that let a page
// load these two and nothing else, from nowhere else, in no frame, and send forms only here.
import "@fastify/swagger";
import type { FastifyInstance, FastifyReply } from "fastify";
import { siteScript } from "./assets/siteScript.ts";
import { stylesheet } from "./assets/stylesheet.ts";
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

/** The headers of every page. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
} as const;

/**
 * How long a page is kept: `no-cache` is asked for anew each time, since its stylesheet's address
 * may change; `no-store` is for what only whoever is signed in may see.
 */
export type Caching = "no-cache" | "no-store";

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html, caching: Caching): FastifyReply {
  return reply.headers(pageHeaders).header("cache-control", caching).send(page.toString());
}

/** Serves the stylesheet and the script at their addresses; a browser may keep them for a year. */
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
