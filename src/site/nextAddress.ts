// Where a visitor goes on after signing in: where they were going.
import type { FastifyRequest } from "fastify";
import { readLocalAddress } from "../http/localAddress.ts";

/** Here, or for a form the page it stands on; undefined where that is no address of the site. */
export function nextAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return readLocalAddress(request.url);
  const referer = request.headers.referer ?? "";
  return referer.startsWith(`${publicUrl}/`)
    ? readLocalAddress(referer.slice(publicUrl.length))
    : undefined;
}
