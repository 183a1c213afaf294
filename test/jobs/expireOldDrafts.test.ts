// Expiry of unconfirmed drafts, as a function and by the runner.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Logger, quickAddJob } from "graphile-worker";
import { Pool } from "pg";
import { pino } from "pino";
import { expireOldDrafts, startJobs } from "../../src/jobs/startJobs.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { readConfig } from "../../src/server/config.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1" });
});

async function placeDraft(): Promise<string> {
  const lookup = await buyer.post("catalog", { part_numbers: ["P1"] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity: 1 }];
  return (await buyer.post("orders", { items })).json().order.order_id;
}

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
  const { db, address } = app.database;
  const orderId = await placeDraft();
  const later = new Date(app.clock.now.getTime() + 31 * 86_400_000);
  const ended = Promise.withResolvers<[string, string]>();
  const jobs = startJobs({
    retention: readConfig({}, {}).retention,
    address,
    db,
    replica: app.database.replica,
    clock: () => later,
    log: pino({ level: "silent" }),
    mailEncryption: createMailEncryption(Buffer.alloc(32)),
    mailServer: null,
    site: { publicUrl: "https://parts.example", supportEmail: "a@parts.example" },
    onJobEnd: (...job) => {
      // The new key of the account has its own job, which notifies the admins.
      if (job[0] !== "send_key_change_mail") ended.resolve(job);
    },
  });
  const pgPool = new Pool(address);
  t.after(async () => {
    await jobs.stop();
    await pgPool.end();
  });
  pgPool.on("error", () => undefined);
  const logger = new Logger(() => () => undefined);
  await quickAddJob({ pgPool, logger }, "expire_old_drafts", {});
  assert.deepEqual(await ended.promise, ["expire_old_drafts", "done"]);
  assert.equal(await statusOf(orderId), "expired");
  assert.equal((await jobs.count()).failed, 0);
});
