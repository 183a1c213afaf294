// The start page of the console: open key requests and what else needs attention.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addDays, utcDay } from "../../src/day.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { catalogHeader, checkSent, endOfRun, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  admin = await openOperator(app);
});

after(() => app.close());

/** The text of a row of the page without markup. */
async function rowOf(name: string): Promise<string> {
  const { body } = await admin.get("/console");
  const row = body.split(/<li\b/).find((one) => one.includes(`<strong>${name}`)) ?? "none";
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("the start page begins with the key requests by deadline, if there are any", async () => {
  assert.doesNotMatch((await admin.get("/console")).body, /Key requests<\/h2>/);
  const at = openKeyRequestFixture(app, admin);
  const first = await at.enter("Acme First");
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const second = await at.enter("Acme Second");
  const { body } = await admin.get("/console");
  const places = ["Key requests</h2>", first.id, second.id].map((text) =>
    body.replaceAll("&#61;", "=").indexOf(text),
  );
  assert.ok(places.every((place) => place > 0));
  assert.deepEqual(
    places.toSorted((one, other) => one - other),
    places,
  );
});

test("an import that a guard rail stopped needs attention until someone decides", async () => {
  const rows = (price: string) => `${catalogHeader}\nT-1,BOLT,NE,EA,4,${price},USD,Vendor T\n`;
  const check = async (price: string) =>
    checkSent(app, admin, await sendImport(app, admin, rows(price)));
  const name = "Stopped imports";
  const first = await check("5.00");
  await endOfRun(app, await admin.post(`/console/imports/${first.runId}/commit`));
  assert.equal(await rowOf(name), "none");
  const stopped = await check("50.00");
  assert.match(await rowOf(name), /imports Last 7 days 1 Review/);
  const fields = { reason: "The vendor's new list" };
  await endOfRun(app, await admin.post(`/console/imports/${stopped.runId}/commit`, fields));
  assert.equal(await rowOf(name), "none");
  const dismissed = await check("500.00");
  assert.match(await rowOf(name), /1 Review/);
  const address = `/console/imports/${dismissed.runId}`;
  assert.match((await admin.get(address)).body, />Dismiss</);
  assert.equal((await admin.post(`${address}/dismiss`)).statusCode, 303);
  assert.equal(await rowOf(name), "none");
  assert.doesNotMatch((await admin.get(address)).body, />Dismiss</);
});

test("the tiles lead to the seven days that they count", async () => {
  await confirmOne(app, "PO-TILES");
  const { body } = await admin.get("/console");
  const from = addDays(utcDay(app.clock.now), -6);
  const tiles = [...body.matchAll(/<div class="card tile">.*?href="([^"]*)"/gs)];
  const links = tiles.map(([, href = ""]) =>
    href.replaceAll("&#61;", "=").replaceAll("&#38;", "&"),
  );
  assert.deepEqual(links, [
    `/console/orders?status=all&date=confirmed&from=${from}`,
    `/console/requests?from=${from}`,
    `/console/requests?status=error&from=${from}`,
    "/console/charts",
  ]);
});
