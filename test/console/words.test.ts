// The pages of terms and of conditions in the console: what catalogs and files may write, and when
// searches use it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { actionsOn, app, manager, offer, openConsole, query, reader } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import type { TestAccount } from "../support/testApp.ts";

const page = "/console/catalog/terms";
const conditionsPage = "/console/catalog/conditions";
let buyer: TestAccount;

openConsole();

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
  const added = manager.post(page, { written: " Whatsit ", meanings: "Valve, butterfly\n" });
  await expectAnswer(added, `${page}?done=stored`);
  assert.deepEqual(await suggest("whatsits"), ["OT-1"]);
  await expectAnswer(manager.get(`${page}?q=butterfl&state=own`), 200, /Whatsit/, /Custom/);
  await manager.post(page, { written: "whatsit", meanings: "clip hairpin / pin hairpin" });
  assert.deepEqual(await suggest("whatsits"), ["OT-3"]);
  const removed = manager.post(`${page}/remove`, { written: "whatsit" });
  await expectAnswer(removed, `${page}?done=removed`);
  assert.deepEqual(await suggest("whatsits"), []);
  assert.deepEqual(await actionsOn("Whatsit"), ["added a term"]);
  assert.deepEqual(await actionsOn("whatsit"), ["changed a term", "removed a term"]);
});

test("a standard term is shown, replaced, switched off and restored", async () => {
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Standard/);
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  await manager.post(page, { written: "circlips", meanings: "clip hairpin" });
  assert.deepEqual(await suggest("circlip"), ["OT-3"]);
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Replaced/);
  await manager.post(`${page}/remove`, { written: "circlips" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
  await expectAnswer(manager.post(`${page}/off`, { written: "circlip" }), `${page}?done=off`);
  assert.deepEqual(await suggest("circlip"), []);
  assert.match((await manager.get(`${page}?q=circlip`)).body, /Off/);
  await manager.post(`${page}/remove`, { written: "circlip" });
  assert.deepEqual(await suggest("circlip"), ["OT-2"]);
});

test("an invalid term is refused, and what was typed stays", async () => {
  const eleven = Array.from({ length: 11 }, (_, place) => `name ${place}`).join("\n");
  for (const [written, meanings, fault] of [
    ["--", "valve", "Enter a term of 1 to 6 words."],
    ["a b c d e f g", "valve", "Enter a term of 1 to 6 words."],
    ["gizmo", "", "Enter 1 to 10 names"],
    ["gizmo", "Gizmos", "Enter 1 to 10 names"],
    ["gizmo", eleven, "Enter 1 to 10 names"],
  ] as const) {
    await expectAnswer(manager.post(page, { written, meanings }), 422, fault, `value="${written}"`);
  }
  for (const verb of ["off", "remove"]) {
    await expectAnswer(manager.post(`${page}/${verb}`, { written: "unknown" }), 404);
  }
});

test("other operators see the terms and conditions and cannot change them", async () => {
  const all = /Showing the first 100 of/;
  const terms = await expectAnswer(reader.get(`${page}?state=standard`), 200, all);
  assert.doesNotMatch((await reader.get(page)).body, />Standard<\/span>/, "those are searched");
  assert.doesNotMatch(terms.body, /Save term|Switch off/);
  await expectAnswer(reader.post(page, { written: "gizmo", meanings: "valve" }), 403);
  const conditions = await expectAnswer(reader.get(conditionsPage), 200, /FACTORY NEW/);
  assert.doesNotMatch(conditions.body, /Map word/);
});

test("beyond the limit a term is neither added nor switched off, and the page says why", async () => {
  const { body } = await manager.get(`${page}?state=standard`);
  const [, standard = ""] = /name="written" value="([^"]+)"/.exec(body) ?? [];
  await query(
    `insert into own_terms (term_key, written, meanings, updated_at)
      select 'full ' || n, 'full ' || n, '{valve}', now() from generate_series(1, 2000) n`,
  );
  const full = /You have the maximum of 2,000 custom terms/;
  await expectAnswer(manager.post(page, { written: "gizmo", meanings: "valve" }), 422, full);
  await expectAnswer(manager.post(`${page}/off`, { written: standard }), 422, full);
  await query("delete from own_terms where term_key like 'full %'");
});
