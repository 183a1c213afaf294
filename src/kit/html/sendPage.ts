// Sends pages. Invariant: a page loads only our stylesheet, script, fonts and images, is in no
// frame, and submits forms only to us.
import type { FastifyReply } from "fastify";
import type { Html } from "./html.ts";

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
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
