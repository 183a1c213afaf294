// The bulk actions of a list say how many rows they change, and those that change none are gone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, pick, readRows } from "../support/portalLists.ts";
import { offer, readField } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  for (const number of ["1", "2"]) {
    await insertOffer(db, { partNumber: `TWO-${number}`, vendor: "Able", price: 300 });
    await insertOffer(db, { partNumber: `TWO-${number}`, vendor: "Best", price: 200 });
    await insertOffer(db, { partNumber: `MIX-${number}`, vendor: "Able", condition: "NE" });
    await insertOffer(db, { partNumber: `MIX-${number}`, vendor: "Best", condition: "OH" });
    await insertOffer(db, { partNumber: `FEW-${number}`, stock: 3 });
  }
  await offer("NONE-1", { stock: 0 });
  await offer("NEXT-1");
  await offer("ELSE-1");
  const ended = { status: "SUPERSEDED", supersededBy: "NEXT-1", stock: 0 };
  await offer("OLD-1", { ...ended, alternates: ["ELSE-1"] });
  await offer("OLD-2", { ...ended });
  await offer("GONE-1", { status: "DISCONTINUED", alternates: ["ELSE-1"] });
});

async function send(rows: readonly string[]) {
  const address = await paste(rows.join("\n"));
  const open = async () => (await buyer.get(`${address}?show=all`)).body;
  const read = () => readRows(address);
  const act = (form: Readonly<Record<string, string>>) =>
    buyer.post(`${address}/rows`, { show: "all", ...form });
  const add = async () => {
    const version = readField(await open(), "version");
    return buyer.post(`${address}/add`, { version, draft: "" });
  };
  return { open, read, act, add };
}

function listTools(body: string): string[] {
  const [, tools = ""] = /id="list-tools"[^>]*>(.*?)<\/div>/s.exec(body) ?? [];
  return [...tools.matchAll(/>([^<]+)<\/button>/g)].map(([, text = ""]) => text);
}

// Both rows of FEW-1 order one offer, so that one of them is reduced for both.
const rows = [
  ...["TWO-1\t2", "TWO-1\t3", "TWO-2\t1", "MIX-1\t1", "MIX-2\t1"],
  ...["FEW-1\t2", "FEW-1\t9", "FEW-2\t9", "NONE-1\t1", "OLD-1\t1", "OLD-2\t1"],
  ...["NEVER-1\t4", "NEVER-2\t4", "NEVER-3\t4", "NEVER-4\t4"],
];

test("each bulk action names how many rows it changes, and changes as many", async () => {
  const { open, act } = await send(rows);
  assert.deepEqual(listTools(await open()), [
    "Use suggested part numbers (2)",
    "Prefer NE (2)",
    "Choose cheapest in stock (3)",
    "Reduce to available stock (2)",
    "Remove not found (4)",
  ]);
  const changed = { use_suggestions: 2, prefer_ne: 2, cheapest: 3, reduce: 2, remove_not_found: 4 };
  for (const [bulk, count] of Object.entries(changed)) {
    const { headers } = await act({ bulk });
    assert.match(String(headers.location), new RegExp(`&bulk=${count}(&|$)`), bulk);
  }
  assert.deepEqual(listTools(await open()), ["Undo last change"]);
});

test("a superseded part is replaced by its only replacement, no other part by an alternate", async () => {
  const { open, read, act } = await send(["OLD-1\t2", "GONE-1\t1", "ELSE-2\t1"]);
  assert.deepEqual(listTools(await open()), ["Use suggested part numbers (1)"]);
  await act({ bulk: "use_suggestions" });
  assert.deepEqual(pick(await read(), "partNumber", "state"), [
    "NEXT-1 ready",
    "GONE-1 not_orderable",
    "ELSE-2 not_found",
  ]);
});

test("an action can no longer be undone after all rows are in drafts", async () => {
  const { open, act, add } = await send(["TWO-1\t1"]);
  await act({ bulk: "cheapest" });
  assert.deepEqual(listTools(await open()), ["Undo last change"]);
  assert.equal((await add()).statusCode, 303);
  assert.deepEqual(listTools(await open()), []);
});

test("a list of many rows offers its bulk actions without a number", async () => {
  const { open } = await send(Array.from({ length: 101 }, () => "TWO-1\t1"));
  assert.ok(listTools(await open()).includes("Choose cheapest in stock"));
});
