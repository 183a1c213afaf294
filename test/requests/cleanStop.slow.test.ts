import assert from "node:assert/strict";
import { test } from "node:test";
import { Logger, quickAddJob } from "graphile-worker";
import { Pool } from "pg";
import { pino } from "pino";
import { startJobs } from "../../src/jobs/startJobs.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { selectRequest } from "../../src/requests/queries.ts";
import { toLoggedRequestId } from "../../src/requests/requestId.ts";
import { readConfig } from "../../src/server/config.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);

test("every request that was answered before SIGTERM is in the log", async () => {
  const own = await app.openAccount();
  const node = await startServed(app.database);
  const headers = { authorization: `Bearer ${own.key}`, "content-type": "application/json" };
  const body = '{"part_numbers":["A-1"]}';
  const requestIds = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const answer = await fetch(`${node.url}/api/b2b/catalog`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      return answer.headers.get("x-request-id") ?? "";
    }),
  );
  assert.equal(await node.end("SIGTERM"), 0);
  for (const requestId of requestIds) {
    const call = await selectRequest(
      app.database.db,
      own.accountId,
      toLoggedRequestId(requestId) ?? "",
    );
    assert.deepEqual(call?.partNumbers, ["A-1"], requestId);
  }
});

test("the runner creates the partitions of the coming days", async (t) => {
  const { db, address } = app.database;
  const ended = Promise.withResolvers<[string, string]>();
  const jobs = startJobs({
    retention: readConfig({}, {}).retention,
    address,
    db,
    replica: app.database.replica,
    clock: () => new Date("2040-02-27T12:00:00Z"),
    log: pino({ level: "silent" }),
    mailEncryption: createMailEncryption(Buffer.alloc(32)),
    mailServer: null,
    site: { publicUrl: "https://parts.example", supportEmail: "a@parts.example" },
    onJobEnd: (...job) => job[0] === "maintain_request_partitions" && ended.resolve(job),
  });
  const pgPool = new Pool(address);
  pgPool.on("error", () => undefined);
  t.after(async () => {
    await jobs.stop();
    await pgPool.end();
  });
  await quickAddJob(
    { pgPool, logger: new Logger(() => () => undefined) },
    "maintain_request_partitions",
    {},
  );
  assert.deepEqual(await ended.promise, ["maintain_request_partitions", "done"]);
  const found = await pgPool.query("select to_regclass($1) is not null as exists", [
    "api_requests_20400305",
  ]);
  assert.deepEqual(found.rows, [{ exists: true }]);
});
