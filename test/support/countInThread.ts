// A thread that counts keys in shared memory and sends the count of each.
import { parentPort, workerData } from "node:worker_threads";
import { openWindowCounts } from "../../src/server/http/windowCounts.ts";

type Order = { readonly memory: SharedArrayBuffer; readonly turns: number };

const { memory, turns } = workerData as Order;
const counts = openWindowCounts(memory);
const counted: number[] = [];
for (let turn = 0; turn < turns; turn += 1) {
  for (const key of ["one", "other"]) counted.push(counts.add(Math.floor(turn / 1_000), key));
}
parentPort?.postMessage(counted);
