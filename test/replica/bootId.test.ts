// The id by which a replica file is known to be written since the machine started.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { platform } from "node:os";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { readBootId, readKernelValue } from "../../src/catalog/replica/bootId.ts";

const moduleUrl = new URL("../../src/catalog/replica/bootId.ts", import.meta.url).href;
const isLinux = platform() === "linux";

test("all threads read the same id", async () => {
  const source = `import(${JSON.stringify(moduleUrl)}).then(({ readBootId }) =>
    require("node:worker_threads").parentPort.postMessage(readBootId()))`;
  const thread = new Worker(source, { eval: true });
  const [ofThread] = (await once(thread, "message")) as [string];
  assert.match(ofThread, /^[0-9a-f-]{36}$/i);
  assert.equal(ofThread, readBootId());
});

test("the kernel's values are read with sysctl, as on macOS", {
  skip: isLinux && !existsSync("/usr/sbin/sysctl") && "needs sysctl",
}, () => {
  const name = isLinux ? "kernel.random.boot_id" : "kern.bootsessionuuid";
  const expected = isLinux
    ? readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    : readBootId();
  assert.equal(readKernelValue(name), expected);
});
