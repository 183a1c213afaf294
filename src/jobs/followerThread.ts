// The thread that follows the catalog, so that applying a million rows does not block requests.
import { parentPort, workerData } from "node:worker_threads";
import { followCatalog } from "../catalog/replica/followCatalog.ts";
import type { FollowerOrder } from "./startFollower.ts";

const { folder, address } = workerData as FollowerOrder;
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
await followCatalog({
  folder,
  address,
  clock: () => new Date(),
  signal: stop.signal,
  report: (line) => parentPort?.postMessage(line),
});
parentPort?.close();
