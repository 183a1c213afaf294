import type { IncomingMessage } from "node:http";

/** Counts a header, because parsers merge or drop repeated ones. `name` is in lower case. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const sent = rawHeaders[place];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
