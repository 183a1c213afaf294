// Expiry of unconfirmed drafts, as a function and by the runner.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { expireOldDrafts } from "../../src/jobs/startJobs.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft as placeLines } from "../support/placeDraft.ts";
import { addJob, runJobs } from "../support/runJobs.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1" });
});

const placeDraft = () => placeLines(buyer, { P1: 1 }, null);

const statusOf = async (orderId: string): Promise<string> =>
  (await buyer.get(`orders/${orderId}`)).json().order.status;

test("a draft older than 30 days expires, not at exactly 30 days", async () => {
  const orderId = await placeDraft();
  const lifeMs = 30 * 86_400_000;
  const createdMs = app.clock.now.getTime();
  const { db } = app.database;
  assert.equal(await expireOldDrafts(db, new Date(createdMs + lifeMs)), 0);
  assert.equal(await statusOf(orderId), "draft");
  assert.equal(await expireOldDrafts(db, new Date(createdMs + lifeMs + 1)), 1);
  assert.equal(await statusOf(orderId), "expired");
  const timeline = await selectTimeline(db, orderId as OrderId);
  assert.deepEqual(
    timeline.map(({ version, kind, actor }) => [version, kind, actor]),
    [
      [1, "placed", "key"],
      [2, "expired", "clock"],
    ],
  );
  assert.equal(await expireOldDrafts(db, new Date(createdMs + lifeMs + 1)), 0);
});

test("the runner executes a due task, reports it, and stops on request", async (t) => {
  const orderId = await placeDraft();
  const later = new Date(app.clock.now.getTime() + 31 * 86_400_000);
  const jobs = runJobs(t, app.database, { clock: () => later });
  await addJob(app.database, "expire_old_drafts");
  assert.equal(await jobs.endOf("expire_old_drafts"), "done");
  assert.equal(await statusOf(orderId), "expired");
  assert.equal((await jobs.count()).failed, 0);
});
