// The examples of README, docs/start.md, docs/api.md and docs/erp.md, run against one demo.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../../src/kit/contract/limits.ts";
import { failedAuthenticationsPerMinute } from "../../src/server/api/admission.ts";
import { readConfig } from "../../src/server/config.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { lacksProgram } from "../support/lacksProgram.ts";
import {
  basicEnv,
  createFolder,
  namesOf,
  readBlocks,
  readTable,
  root,
  runExamples,
  runsTests,
  type Terminal,
} from "./examples.ts";

const maxStartMs = 120_000;

let demo: Terminal;
let demoProcess: ChildProcess;
let demoOutput = "";

before(async () => {
  const folder = await createFolder();
  const METRICS_PORT = String(await findFreePort());
  demoProcess = spawn(join(root, "bin/partsdesk"), ["demo"], {
    cwd: folder,
    env: { ...basicEnv, PORT: "0", METRICS_PORT, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = Promise.withResolvers<void>();
  let errors = "";
  const timer = setTimeout(() => demoProcess.kill("SIGKILL"), maxStartMs);
  demoProcess.stdout?.on("data", (bytes) => {
    demoOutput += bytes;
    if (demoOutput.includes("Press Ctrl-C to stop.")) started.resolve();
  });
  demoProcess.stderr?.on("data", (bytes) => {
    errors += bytes;
  });
  demoProcess.on("exit", (code) => started.reject(new Error(`demo ended with ${code}: ${errors}`)));
  await started.promise;
  clearTimeout(timer);
  const printed = demoOutput.split("\n").filter((line) => !line.startsWith("{"));
  await writeFile(join(folder, "started.txt"), printed.join("\n"));
  const BASE_URL = /API +(http:\/\/[^/]+)/.exec(demoOutput)?.[1] ?? "";
  const PARTSDESK_KEY = (await readFile(join(folder, "data/demo.key"), "utf8")).trim();
  demo = { folder, env: { BASE_URL, PARTSDESK_KEY } };
});

after(async () => {
  const timer = setTimeout(() => demoProcess.kill("SIGKILL"), 20_000);
  if (demoProcess.exitCode === null && demoProcess.kill("SIGTERM")) await once(demoProcess, "exit");
  clearTimeout(timer);
  await rm(demo.folder, { recursive: true, force: true });
});

for (const path of ["README.md", "docs/start.md", "docs/api.md"]) {
  test(`the examples of ${path} run as written and return what is shown`, () =>
    runExamples(path, demo));
  for (const { place, code } of readBlocks(path).filter((block) => runsTests.test(block.code))) {
    test(`${place} ${code.trim()}`, { skip: "it would run this test again" });
  }
}

test(
  "the examples of docs/erp.md run as written and return what is shown",
  {
    skip: lacksProgram("python3", "python3"),
  },
  () => runExamples("docs/erp.md", demo),
);

test("the commands that the demo prints look up a part and order two of it", () => {
  const text = demoOutput.replace(/^\{.*\n/gm, "");
  const commands = /^post\(\)[\s\S]*?(?=\n\nPress)/m.exec(text)?.[0] ?? "";
  const { stdout } = spawnSync("sh", ["-c", commands], { encoding: "utf8" });
  const [lookup, order] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lookup.found_parts.length, 1);
  assert.equal(order.order.line_items[0].quantity, 2);
});

test("docs/operating.md lists exactly the fields of a request's log line", {
  timeout: 20_000,
}, async () => {
  const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
  await fetch(`${demo.env["BASE_URL"]}/livez`, { headers: { traceparent } });
  while (!demoOutput.includes('"trace_id"')) await delay(10);
  const lines = demoOutput.split("\n").filter((line) => line.endsWith('"msg":"request"}'));
  const real = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
  const shown = readTable("docs/operating.md", "Log").flatMap(([names]) => namesOf(names));
  assert.deepEqual([...real].sort(), shown.sort());
});

test("docs/api.md lists the limits of the contract", () => {
  const { rateLimitCatalog, rateLimitOrders, partIdTtlS } = readConfig({}, {});
  const format = (count: number) => count.toLocaleString("en-US");
  const { poNumberLength, shipToLength, notesLength } = limits;
  const { remarkLength, idempotencyKeyLength } = limits;
  assert.deepEqual(
    readTable("docs/api.md", "Limits").map(([, value]) => value),
    [
      `${format(rateLimitCatalog)} per minute`,
      `${format(rateLimitOrders)} per minute`,
      `${failedAuthenticationsPerMinute} per minute`,
      `${limits.entries}; ${limits.entryLength}`,
      "25",
      `${limits.orderLines}; ${format(limits.quantity)}`,
      [poNumberLength, shipToLength, notesLength, remarkLength, idempotencyKeyLength]
        .map(format)
        .join(", "),
      String(limits.pageSize),
      `${format(limits.bodyBytes)} bytes`,
      `${partIdTtlS / 60} minutes`,
      "5 seconds",
    ],
  );
});
