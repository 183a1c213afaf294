// What a running node does about errors that no code handles. A module that is loaded before the
// program causes them on a signal.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

function startWith(onSignal: string): Promise<ServedNode> {
  const module = encodeURIComponent(`process.on("SIGUSR2", () => { ${onSignal} })`);
  return startServed(database, { NODE_OPTIONS: `--import=data:text/javascript,${module}` });
}

const reject = "Promise.reject(new Error('lost'))";

test("an unhandled rejection is logged and counted, and the node continues", async (t) => {
  const served = await startWith(reject);
  t.after(() => served.end());
  const readCount = async () =>
    /^unhandled_rejections_total (\d+)$/m.exec(await (await fetch(served.metricsUrl)).text())?.[1];
  assert.equal(await readCount(), "0");
  served.child.kill("SIGUSR2");
  while ((await readCount()) === "0");
  assert.equal(await readCount(), "1");
  const line = served
    .output()
    .split("\n")
    .find((text) => text.includes("unhandled rejection"));
  const { level, err } = JSON.parse(line ?? "{}");
  assert.deepEqual([level, err.message], [50, "lost"]);
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200);
});

test("an uncaught exception is logged and ends the node with 1", async () => {
  const served = await startWith("setImmediate(()=>{throw new Error('broken')})");
  const exited = once(served.child, "exit");
  served.child.kill("SIGUSR2");
  assert.deepEqual(await exited, [1, null]);
  const line = served
    .output()
    .split("\n")
    .find((text) => text.includes("uncaught exception"));
  const { level, err } = JSON.parse(line ?? "{}");
  assert.deepEqual([level, err.message], [60, "broken"]);
});
