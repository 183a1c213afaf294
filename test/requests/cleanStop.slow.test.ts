import assert from "node:assert/strict";
import { test } from "node:test";
import { selectRequest } from "../../src/requests/queries.ts";
import { toLoggedRequestId } from "../../src/requests/requestId.ts";
import { addJob, runJobs } from "../support/runJobs.ts";
import { runSql } from "../support/runSql.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);

test("every request that was answered before SIGTERM is in the log", async () => {
  const own = await app.openAccount();
  const node = await startServed(app.database);
  const headers = { authorization: `Bearer ${own.key}`, "content-type": "application/json" };
  const body = '{"part_numbers":["A-1"]}';
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const answer = await fetch(`${node.url}/api/b2b/catalog`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      return { status: answer.status, requestId: answer.headers.get("x-request-id") ?? "" };
    }),
  );
  assert.equal(await node.end("SIGTERM"), 0);
  for (const { status, requestId } of answers) {
    const call = await selectRequest(
      app.database.db,
      own.accountId,
      toLoggedRequestId(requestId) ?? "",
    );
    // A node that has just started may refuse some of so many: it has not read their parts.
    assert.equal(call?.status, status, requestId);
    assert.deepEqual(call.partNumbers, status === 503 ? [] : ["A-1"], requestId);
  }
});

test("the runner creates the partitions of the coming days", async (t) => {
  const jobs = runJobs(t, app.database, { clock: () => new Date("2040-02-27T12:00:00Z") });
  await addJob(app.database, "maintain_request_partitions");
  assert.equal(await jobs.endOf("maintain_request_partitions"), "done");
  const text = "select to_regclass('api_requests_20400305') is not null as exists";
  assert.deepEqual(await runSql(app.database.db, text), [{ exists: true }]);
});
