// From where a key is used, as its holder is told of it: wider than an address, since machines of
// one site or one cloud call from many.
import { clientNetwork } from "../signIn/clientNetwork.ts";

const inIPv4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/** The network of a client's address: 256 addresses of IPv4, a /64 of IPv6. */
export function keyNetwork(address: string): string {
  const client = clientNetwork(address);
  const found = inIPv4.exec(client)?.[1];
  return found === undefined ? client : `${found}.0/24`;
}
