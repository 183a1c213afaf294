// The page after a write waits until the replica of the catalog shows it.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;
/** What the follower does while a page waits. */
let follower: "catches up" | "is stuck" = "catches up";
/** How often a page waited. */
let waits = 0;

before(async () => {
  const database = await openTestDatabase();
  const { replica } = database;
  await replica.catchUp();
  const heldBack = {
    ...replica,
    catchUp: async () => undefined,
    async reach(place: number) {
      waits += 1;
      if (follower === "catches up") await replica.catchUp();
      return replica.reach(place, 0);
    },
  };
  app = await openTestApp(
    { publicUrl: "https://parts.example", importFileBytes: 4_000_000 },
    { ...database, replica: heldBack },
  );
  admin = await openOperator(app);
});

beforeEach(() => {
  follower = "catches up";
  waits = 0;
});

after(() => app.close());

const notShown = /do not show this change yet/;

async function readPage(path: string): Promise<string> {
  const page = await expectAnswer(admin.get(path), 200);
  return page.body;
}

/** Sends a new title; returns the page that the response redirects to. */
async function retitle(offerId: OfferId, title: string): Promise<string> {
  const path = `/console/catalog/offers/${offerId}`;
  const form = readForm((await admin.get(path)).body, path);
  return locationOf(await admin.post(path, { ...form, title }));
}

/** An offer that the replica shows. */
async function insertShown(partNumber: string): Promise<OfferId> {
  const offerId = await insertOffer(app.database.db, { partNumber, partName: "Seal" });
  await readPage(`/console/catalog/offers/${offerId}?done=unchanged`);
  return offerId;
}

test("the page after an edit waits until the replica shows the change", async () => {
  const offerId = await insertShown("SHOWN-1");
  const part = "/console/catalog/parts/SHOWN-1";
  const edited = await retitle(offerId, "Renamed");
  assert.doesNotMatch(await readPage(part), /Renamed/, "the follower is held back");
  assert.doesNotMatch(await readPage(edited), notShown);
  assert.match(await readPage(part), /Renamed/);
});

test("the page says if the replica does not show a change in time", async () => {
  const offerId = await insertShown("SHOWN-2");
  follower = "is stuck";
  const edited = await retitle(offerId, "Renamed");
  assert.match(await readPage(edited), notShown);
  waits = 0;
  assert.doesNotMatch(await readPage(`/console/catalog/offers/${offerId}`), notShown);
  assert.equal(waits, 0, "a page that follows no write does not wait");
});

test("the page of a committed import or revert waits until the replica shows it", async () => {
  const file = `${catalogHeader}\nSHOWN-3,SEAL,NE,EA,10,1.00,USD,Shown Vendor\n`;
  const checked = await checkSent(app, admin, await sendImport(app, admin, file));
  const search = "/console/catalog?q=SHOWN-";
  await readPage(`/console/imports/${checked.runId}`);
  assert.equal(waits, 0, "a check changes nothing");
  const started = await admin.post(`/console/imports/${checked.runId}/commit`, { policy: "good" });
  const { runId } = await endOfRun(app, started);
  assert.doesNotMatch(await readPage(search), /Shown Vendor<\/td>/);
  assert.doesNotMatch(await readPage(locationOf(started)), notShown);
  assert.match(await readPage(search), /Shown Vendor<\/td>/);
  const typed = { typed_name: `run ${runId}` };
  const reverted = await admin.post(`/console/imports/${runId}/revert`, typed);
  await endOfRun(app, reverted);
  assert.match(await readPage(search), /Shown Vendor<\/td>/);
  follower = "is stuck";
  assert.match(await readPage(locationOf(reverted)), notShown);
  follower = "catches up";
  assert.doesNotMatch(await readPage(locationOf(reverted)), notShown);
  assert.doesNotMatch(await readPage(search), /Shown Vendor<\/td>/);
});
