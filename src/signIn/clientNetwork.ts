// What counts as one client where tries are counted: an IPv4 address, or the /64 that one customer
// of a provider has of IPv6, since whoever has it has all its addresses.
import { isIPv6 } from "node:net";

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfAddress = 8;
const groupsOfNetwork = 4;

function readGroups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The network of a client's address; whatever is no IPv6 address stands for itself. */
export function clientNetwork(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const inIPv4 = mapped.exec(plain)?.[1];
  if (inIPv4 !== undefined) return inIPv4;
  if (!isIPv6(plain)) return address;
  const [head = "", tail] = plain.split("::");
  const first = readGroups(head);
  const last = readGroups(tail ?? "");
  const filled = Array.from({ length: groupsOfAddress - first.length - last.length }, () => "0");
  const groups = tail === undefined ? first : [...first, ...filled, ...last];
  return `${groups.slice(0, groupsOfNetwork).join(":")}::/64`;
}
