// Two nodes in one program, the one with the log of calls and the other without it: so they share
// their compiled code and the places of their memory, by which programs that are alike differ more
// than by the log. Told where the data is by its arguments; its message is their addresses.
import { readConfig } from "../src/config.ts";
import { startNode } from "../src/node.ts";

/** The addresses of the nodes, as http://host:port. */
export type TwinNodes = { readonly on: string; readonly off: string };

async function main(dataDir: string): Promise<void> {
  const start = (log: "on" | "off") => {
    const limits = { RATE_LIMIT_CATALOG: "0", RATE_LIMIT_ORDERS: "0" };
    const settings = { DATA_DIR: dataDir, PORT: "0", REQUEST_LOG: log, ...limits };
    return startNode(readConfig(settings, {}));
  };
  const on = await start("on");
  const off = await start("off");
  const stop = () => void Promise.all([on.stop(), off.stop()]).finally(() => process.exit());
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  const twins: TwinNodes = { on: on.address, off: off.address };
  process.send?.(twins);
}

await main(process.argv[2] ?? "");
