// Two nodes in one process, one with and one without the request log, so that they share compiled
// code and memory layout, which differ between processes by more than the cost of the log. The
// argument is the data folder; the message to the parent has the addresses.
import { readConfig } from "../src/server/config.ts";
import { startNode } from "../src/server/node.ts";

/** Addresses as http://host:port. */
export type NodePair = { readonly on: string; readonly off: string };

async function main(dataDir: string): Promise<void> {
  const start = (log: "on" | "off") => {
    const limits = { RATE_LIMIT_CATALOG: "0", RATE_LIMIT_ORDERS: "0" };
    const settings = { DATA_DIR: dataDir, PORT: "0", REQUEST_LOG: log, ...limits };
    return startNode(readConfig(settings, {}));
  };
  const on = await start("on");
  const off = await start("off");
  const stop = () =>
    void Promise.all([on.stop("now"), off.stop("now")]).finally(() => process.exit());
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  const pair: NodePair = { on: on.address, off: off.address };
  process.send?.(pair);
}

await main(process.argv[2] ?? "");
