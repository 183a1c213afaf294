// The page of terms in the console: adding, changing, switching off, and when searches use them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { readTermTable } from "../../src/catalog/terms/readTermTable.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openTestReplica } from "../support/testReplica.ts";

const page = "/console/catalog/terms";
let app: TestApp;
let manager: TestOperator;
let buyer: TestAccount;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
  buyer = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "OT-1", partName: "VALVE,BUTTERFLY" });
  await insertOffer(app.database.db, { partNumber: "OT-2", partName: "RING,RETAINING" });
  await insertOffer(app.database.db, { partNumber: "OT-3", partName: "CLIP,HAIRPIN" });
});

after(() => app.close());

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
  const stored = await manager.post(page, { written: " Whatsit ", meanings: "Valve, butterfly\n" });
  assert.deepEqual([stored.statusCode, stored.headers.location], [303, `${page}?done=stored`]);
  assert.deepEqual(await suggest("whatsits"), ["OT-1"]);
  const shown = await manager.get(`${page}?q=butterfl&state=own`);
  assert.match(shown.body, /Whatsit/);
  assert.match(shown.body, /Custom/);
  await manager.post(page, { written: "whatsit", meanings: "clip hairpin / pin hairpin" });
  assert.deepEqual(await suggest("whatsits"), ["OT-3"]);
  const removed = await manager.post(`${page}/remove`, { written: "whatsit" });
  assert.equal(removed.headers.location, `${page}?done=removed`);
  assert.deepEqual(await suggest("whatsits"), []);
  const any = { operatorId: null, action: null, subjectId: null, accountId: null, from: null };
  const filter = { ...any, until: null, subjectKind: "term" };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
  assert.deepEqual(
    events.map(({ action, subjectId }) => [action, subjectId]),
    [
      ["removed a term", "whatsit"],
      ["changed a term", "whatsit"],
      ["added a term", "Whatsit"],
    ],
  );
});

test("a standard term is shown, replaced, switched off and restored", async () => {
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Standard/);
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  await manager.post(page, { written: "circlips", meanings: "clip hairpin" });
  assert.deepEqual(await suggest("circlip"), ["OT-3"]);
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Replaced/);
  await manager.post(`${page}/remove`, { written: "circlips" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  const off = await manager.post(`${page}/off`, { written: "circlip" });
  assert.equal(off.headers.location, `${page}?done=off`);
  assert.deepEqual(await suggest("circlip"), []);
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Off/);
  await manager.post(`${page}/remove`, { written: "circlip" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
});

test("a replica that is filled later has the terms", async () => {
  await manager.post(page, { written: "thingamajig", meanings: "valve butterfly" });
  const replica = openTestReplica(app.database.db);
  await replica.catchUp();
  const table = replica.read(readTermTable);
  assert.deepEqual(table.meaningsOf.get("thingamajig"), ["valve butterfly"]);
  await replica.closeAll();
});

test("an invalid term is refused, and what was typed stays", async () => {
  const eleven = Array.from({ length: 11 }, (_, place) => `name ${place}`).join("\n");
  for (const [form, fault] of [
    [{ written: "--", meanings: "valve" }, "Enter a term of 1 to 6 words."],
    [{ written: "a b c d e f g", meanings: "valve" }, "Enter a term of 1 to 6 words."],
    [{ written: "gizmo", meanings: "" }, "Enter 1 to 10 names"],
    [{ written: "gizmo", meanings: "Gizmos" }, "Enter 1 to 10 names"],
    [{ written: "gizmo", meanings: eleven }, "Enter 1 to 10 names"],
  ] as const) {
    const refused = await manager.post(page, form);
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(fault), fault);
    assert.ok(refused.body.includes(`value="${form.written}"`), form.written);
  }
  assert.equal((await manager.post(`${page}/off`, { written: "unknown" })).statusCode, 404);
  assert.equal((await manager.post(`${page}/remove`, { written: "unknown" })).statusCode, 404);
});

test("other operators see the terms and cannot change them", async () => {
  const reader = await openOperator(app, { role: "read-only" });
  const { body } = await reader.get(page);
  assert.match(body, /Showing the first 100 of/);
  assert.doesNotMatch(body, /Save term|Switch off/);
  assert.equal((await reader.post(page, { written: "gizmo", meanings: "valve" })).statusCode, 403);
});

test("beyond the limit a term is neither added nor switched off, and the page says why", async () => {
  const { body } = await manager.get(`${page}?state=standard`);
  const [, standard = ""] = /name="written" value="([^"]+)"/.exec(body) ?? [];
  await app.database.db.query({
    name: "",
    text: `insert into own_terms (term_key, written, meanings, updated_at)
      select 'full ' || n, 'full ' || n, '{valve}', now() from generate_series(1, 2000) n`,
    values: [],
  });
  for (const [path, form] of [
    [page, { written: "gizmo", meanings: "valve" }],
    [`${page}/off`, { written: standard }],
  ] as const) {
    const refused = await manager.post(path, form);
    assert.deepEqual([path, refused.statusCode], [path, 422]);
    assert.match(refused.body, /You have the maximum of 2,000 custom terms/);
  }
});
