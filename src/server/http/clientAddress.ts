import type { IncomingMessage } from "node:http";

/**
 * The address of a client: each of `proxyHops` trusted proxies has added one to X-Forwarded-For.
 * Empty if the client has reset its connection.
 */
export function clientAddress({ socket, headers }: IncomingMessage, proxyHops: number): string {
  const direct = socket.remoteAddress ?? "";
  const forwarded = proxyHops === 0 ? undefined : headers["x-forwarded-for"];
  if (forwarded === undefined) return direct;
  const sent = String(forwarded).split(",");
  const addresses = sent.map((address) => address.trim()).filter((address) => address !== "");
  return addresses[Math.max(0, addresses.length - proxyHops)] ?? direct;
}
