// The catalog pages: lists, editing an offer, two people who edit at a time, terms, and how the API
// returns a part.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { listPartHistory } from "../../src/catalog/partHistory.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import {
  actionsOn,
  app,
  eventsOn,
  manager,
  offer,
  openConsole,
  query,
  reader,
} from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import type { TestAccount } from "../support/testApp.ts";

openConsole();

type Form = Record<string, string>;

/** The fields of the form on the page of an offer. */
async function openForm(offerId: OfferId): Promise<Form> {
  const page = await manager.get(`/console/catalog/offers/${offerId}`);
  assert.equal(page.statusCode, 200);
  return readForm(page.body, `/console/catalog/offers/${offerId}`);
}

function send(offerId: OfferId, form: Form): Promise<LightMyRequestResponse> {
  return manager.post(`/console/catalog/offers/${offerId}`, form);
}

function runOf(answer: LightMyRequestResponse): string {
  const [, number] = /done=edited&run=(\d+)/.exec(String(answer.headers.location)) ?? [];
  return number ?? assert.fail(`${answer.statusCode} ${answer.headers.location}`);
}

async function textOfOffer(
  offerId: OfferId,
  column: "title" | "price" | "available_stock" | "status",
) {
  return (await selectOfferTexts(app.database.db, offerId))?.[column];
}

test("an edit stores what was typed and creates a run and an audit event", async () => {
  const offerId = await offer("EDIT-1");
  const form = await openForm(offerId);
  const typed = { title: "A better title", price: "1,234.50", confirmed: "USD 1,234.50" };
  const stored = await send(offerId, { ...form, ...typed });
  const runId = runOf(stored);
  assert.equal(await textOfOffer(offerId, "title"), "A better title");
  assert.equal(await textOfOffer(offerId, "price"), "1234.50");
  const [history] = await listPartHistory(app.database.db, "EDIT-1");
  const [entry] = history?.entries ?? [];
  const fields = entry?.fields.map(({ field }) => field);
  assert.deepEqual([entry?.mode, fields], ["edit", ["title", "list_price"]]);
  const [event] = await eventsOn(String(offerId));
  assert.equal(event?.action, "edited an offer");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { title: "PART", price: "10.00" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { title: "A better title", price: "1234.50" });
  assert.equal(event?.requestId, stored.headers["x-request-id"]);
  const shown = await reader.get("/console/catalog/parts/EDIT-1?view=history");
  expectTexts(shown.body, /USD 10\.00 → USD 1,234\.50/, new RegExp(`run ${runId}\\b`));
});

test("an edit cannot make a part its own successor", async () => {
  const first = await offer("LOOP-1");
  const form = { ...(await openForm(first)), status: "SUPERSEDED" };
  await expectAnswer(send(first, { ...form, superseded_by: "loop-1" }), 422);
  runOf(await send(first, { ...form, superseded_by: "LOOP-4" }));
});

test("stock sold while a form is open stays sold, and a typed stock is then a conflict", async () => {
  const offerId = await offer("SOLD-1", { stock: 100 });
  const sell = (received: number) =>
    query("update offers set received = $2 where offer_id = $1", [offerId, received]);
  const form = await openForm(offerId);
  await sell(93);
  const sold = await send(offerId, { ...form, title: "Still sold" });
  runOf(sold);
  assert.equal(await textOfOffer(offerId, "available_stock"), "93");
  const again = await openForm(offerId);
  await sell(90);
  await expectAnswer(send(offerId, { ...again, on_hand: "200" }), 409);
  const renamed = await openForm(offerId);
  await sell(80);
  await query("update offers set title = 'Other' where offer_id = $1", [offerId]);
  const onHand = /name="on_hand" type="text" value="80"/;
  await expectAnswer(send(offerId, { ...renamed, title: "Mine" }), 409, onHand);
});

test("the catalog is filtered by condition, vendor, status and stock, with and without a search text", async () => {
  const common = { vendor: "Narrow & Co", partName: "GRILLE,ODD" };
  await offer("NARROW-1", { ...common, condition: "AR" });
  await offer("NARROW-2", { ...common, status: "ON_HOLD" });
  await offer("NARROW-3", { ...common, stock: 0 });
  await offer("NARROW-4", { ...common, status: "ON_HOLD", stock: 0 });
  await offer("NARROW-5", { ...common, vendor: "Other" });
  const vendor = "vendor=Narrow+%26+Co";
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ["", [1, 2, 3, 4]],
    ["&condition=AR", [1]],
    ["&status=ON_HOLD", [2, 4]],
    ["&status=ACTIVE", [1, 3]],
    ["&stock=yes", [1, 2]],
    ["&status=ON_HOLD&stock=yes", [2]],
    ["&status=DISCONTINUED", []],
  ];
  for (const text of ["", "&q=NARROW", "&q=narrow-", "&q=grille+odd"]) {
    for (const [filter, found] of cases) {
      const { body } = await manager.get(`/console/catalog?${vendor}${filter}${text}`);
      const numbers = [...body.matchAll(/parts\/NARROW-(\d)"/g)].map(([, digit]) => Number(digit));
      assert.deepEqual([...new Set(numbers)].toSorted(), found, `${filter}${text}`);
    }
  }
  for (const nobodys of ["status=ON_HOLD&vendor=Nobody", "q=grille+odd&vendor=Nobody"]) {
    const none = await manager.get(`/console/catalog?${nobodys}`);
    assert.match(none.body, /No matching offers|No offers match/);
  }
});

const offerPath = (offerId: OfferId) => `/console/catalog/offers/${offerId}`;

async function openPage(path: string): Promise<Form> {
  return readForm((await manager.get(path)).body, path);
}

async function store(offerId: OfferId, form: Form): Promise<LightMyRequestResponse> {
  const answer = await send(offerId, form);
  assert.match(String(answer.headers.location), /done=edited/, String(answer.statusCode));
  return answer;
}

async function storedOffer(offerId: OfferId) {
  return (await selectOfferTexts(app.database.db, offerId)) ?? assert.fail();
}

/** What a page shows as both versions. */
function tableOf({ body }: LightMyRequestResponse): string {
  return /<table[\s\S]*<\/table>/.exec(body)?.[0] ?? assert.fail("no table");
}

test("the longest texts in any script fit into the form of an offer", async () => {
  const description = `${"航空".repeat(9)} `.repeat(210).trim();
  const offerId = await offer("MERGE-5", { description });
  const form = await openPage(offerPath(offerId));
  await store(offerId, { ...form, title: "Mine" });
  const { title, description: kept } = await storedOffer(offerId);
  assert.deepEqual([title, kept], ["Mine", description]);
});

test("of two people who edit one offer, the second sees both versions, also after a refusal, and can then save theirs", async () => {
  const offerId = await offer("MERGE-2");
  const form = await openPage(offerPath(offerId));
  await store(offerId, { ...form, title: "Theirs", price: "11.00" });
  const refused = await expectAnswer(send(offerId, { ...form, lead_time_days: "soon" }), 409);
  const mine = { ...form, title: "Mine", lead_time_days: "7" };
  const conflict = await expectAnswer(send(offerId, mine), 409, "Last changed by Olga Operator");
  assert.match(tableOf(conflict), /Title[\s\S]*Theirs[\s\S]*Mine/);
  assert.match(tableOf(conflict), /List price[\s\S]*11\.00/);
  assert.doesNotMatch(tableOf(conflict), /Description/);
  assert.equal((await storedOffer(offerId)).title, "Theirs");
  const unfit = { ...readForm(refused.body, offerPath(offerId)), lead_time_days: "late" };
  const again = readForm((await expectAnswer(send(offerId, unfit), 422)).body, offerPath(offerId));
  await store(offerId, { ...again, title: "Mine", lead_time_days: "7" });
  const { title, lead_time_days: days } = await storedOffer(offerId);
  assert.deepEqual([title, days], ["Mine", "7"]);
});

const termsPage = "/console/catalog/terms";
let buyer: TestAccount;

before(async () => {
  buyer = await app.openAccount();
  await offer("OT-1", { partName: "VALVE,BUTTERFLY" });
  await offer("OT-2", { partName: "RING,RETAINING" });
  await offer("OT-3", { partName: "CLIP,HAIRPIN" });
});

/** The parts that are suggested by a term. */
async function suggest(name: string): Promise<string[]> {
  await app.database.replica.catchUp();
  const body = { part_names: [name], include: ["suggestions"] };
  const { suggestions } = (await buyer.post("catalog", body)).json();
  type Suggested = { part_number: string; reason: string };
  const byTerm = suggestions.filter(({ reason }: Suggested) => reason === "term");
  return byTerm.map(({ part_number }: Suggested) => part_number);
}

test("a catalog manager adds a term, changes and removes it, and searches follow", async () => {
  assert.deepEqual(await suggest("whatsits"), []);
  const added = manager.post(termsPage, { written: " Whatsit ", meanings: "Valve, butterfly\n" });
  await expectAnswer(added, `${termsPage}?done=stored`);
  assert.deepEqual(await suggest("whatsits"), ["OT-1"]);
  await expectAnswer(manager.get(`${termsPage}?q=butterfl`), 200, /Whatsit/, /Custom/);
  await manager.post(termsPage, { written: "whatsit", meanings: "clip hairpin / pin hairpin" });
  assert.deepEqual(await suggest("whatsits"), ["OT-3"]);
  const removed = manager.post(`${termsPage}/remove`, { written: "whatsit" });
  await expectAnswer(removed, `${termsPage}?done=removed`);
  assert.deepEqual(await suggest("whatsits"), []);
  assert.deepEqual(await actionsOn("Whatsit"), ["added a term"]);
  assert.deepEqual(await actionsOn("whatsit"), ["changed a term", "removed a term"]);
});

test("a standard term is shown, replaced, switched off and restored", async () => {
  assert.match((await manager.get(`${termsPage}?q=circlip`)).body, /Standard/);
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  await manager.post(termsPage, { written: "circlips", meanings: "clip hairpin" });
  assert.deepEqual(await suggest("circlip"), ["OT-3"]);
  assert.match((await manager.get(`${termsPage}?q=circlip`)).body, /Replaced/);
  await manager.post(`${termsPage}/remove`, { written: "circlips" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  await expectAnswer(
    manager.post(`${termsPage}/off`, { written: "circlip" }),
    `${termsPage}?done=off`,
  );
  assert.deepEqual(await suggest("circlip"), []);
  assert.match((await manager.get(`${termsPage}?q=circlip`)).body, /Off/);
  await manager.post(`${termsPage}/remove`, { written: "circlip" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
});

test("beyond the limit a term is neither added nor switched off, and the page says why", async () => {
  const { body } = await manager.get(`${termsPage}?q=valve`);
  const [, standard = ""] = /name="written" value="([^"]+)"/.exec(body) ?? [];
  await query(
    `insert into own_terms (term_key, written, meanings, updated_at)
      select 'full ' || n, 'full ' || n, '{valve}', now() from generate_series(1, 2000) n`,
  );
  const full = /You have the maximum of 2,000 custom terms/;
  await expectAnswer(manager.post(termsPage, { written: "gizmo", meanings: "valve" }), 422, full);
  await expectAnswer(manager.post(`${termsPage}/off`, { written: standard }), 422, full);
  await query("delete from own_terms where term_key like 'full %'");
});
