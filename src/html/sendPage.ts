// How pages and their stylesheet leave the service: with headers that let a page load its own
// stylesheet and nothing else, from nowhere else, in no frame.
import "@fastify/swagger";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Html } from "./html.ts";
import { stylesheet } from "./stylesheet.ts";

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
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
 * Answers with a page. It is asked for anew each time, since its stylesheet's address may change.
 */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.headers(pageHeaders).header("cache-control", "no-cache").send(page.toString());
}

/** Serves the stylesheet at its address; a browser may keep it for a year. */
export function registerStylesheet(server: FastifyInstance): void {
  server.get(stylesheet.path, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header("content-type", "text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(stylesheet.text),
  );
}
