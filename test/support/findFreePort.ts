import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that the system gives to outgoing connections, which could take a free one. */
const firstPort = 20_000;
/** Test files run side by side, each as a process of its own, which has a block of ports. */
const blocks = 40;
const portsPerBlock = 300;

const ownFirst = firstPort + (process.pid % blocks) * portsPerBlock;
/** Found before, and perhaps not listened on yet. */
const found = new Set<number>();

/** Finds a port of loopback on which nothing listens, another one each time. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownFirst, ownFirst + portsPerBlock);
    if (found.has(port)) continue;
    const probe = createServer().listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch {
      continue;
    }
    found.add(port);
    probe.close();
    await once(probe, "close");
    return port;
  }
}
