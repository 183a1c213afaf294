import type { FastifyRequest } from "fastify";

/** Counts a header, because parsers merge or drop repeated ones. `name` is in lower case. */
export function countHeader(request: FastifyRequest, name: string): number {
  const { rawHeaders } = request.raw;
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const sent = rawHeaders[place];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
