import type { FastifyRequest } from "fastify";
import { readLocalAddress } from "../http/localAddress.ts";

/**
 * The address to continue at after signing in: the requested one, or the page of a form. Undefined
 * if it is no address of the site.
 */
export function nextAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return readLocalAddress(request.url);
  const referer = request.headers.referer ?? "";
  return referer.startsWith(`${publicUrl}/`)
    ? readLocalAddress(referer.slice(publicUrl.length))
    : undefined;
}
