import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));

const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
  "status,superseded_by";
const rowOf = (number: string, successor: string, vendor = "Acme") => {
  const status = successor === "" ? "ACTIVE" : "SUPERSEDED";
  return `${number},PART,NE,EA,1,1.00,USD,${vendor},${status},${successor}`;
};

/** A file of links such as "A>B"; a single number is not superseded. */
const feed = (...links: string[]) => {
  const rows = links.map((link) => {
    const [number = "", successor = "", vendor] = link.split(/[>@]/);
    return rowOf(number, successor, vendor);
  });
  return `${[header, ...rows].join("\n")}\n`;
};

const none = { created: 0, updated: 0, unchanged: 0, deactivated: 0, refused: 0 };

async function listLinks(): Promise<string[]> {
  const rows = await runSql<{ link: string }>(
    database.db,
    `select part_number_key || coalesce('>' || superseded_by_key, '') as link from offers
      order by part_number_key, vendor`,
  );
  return rows.map((row) => row.link);
}

const refusalsOf = (imported: Awaited<ReturnType<typeof importText>>) =>
  imported.refusals.map(({ line, column, reason }) => [line, column, reason]);

test("a chain is stored with its keys, in any order of the file and of imports", async () => {
  const first = await importText(database.db, feed("b\u20132>c-3", "A-1>B-2"));
  assert.deepEqual(countsOf(first), { ...none, created: 2 });
  assert.deepEqual(countsOf(await importText(database.db, feed("C-3"))), { ...none, created: 1 });
  assert.deepEqual(await listLinks(), ["A-1>B-2", "B-2>C-3", "C-3"]);
});

test("every row of a loop is refused, rows that lead to it are not, and the counts are correct", async () => {
  const imported = await importText(database.db, feed("X>A", "A>B", "B>C", "C>A", "S>s", "Y"));
  assert.deepEqual(countsOf(imported), { ...none, created: 2, refused: 4 });
  assert.deepEqual(refusalsOf(imported), [
    [3, "superseded_by", "leads back to itself: A > B > C > A"],
    [4, "superseded_by", "leads back to itself: B > C > A > B"],
    [5, "superseded_by", "leads back to itself: C > A > B > C"],
    [6, "superseded_by", "leads back to itself: S > S"],
  ]);
  assert.deepEqual(
    imported.groups.map(({ reason, count }) => [reason, count]),
    [["leads back to itself", 4]],
  );
  assert.deepEqual(await listLinks(), ["X>A", "Y"]);
});

test("a loop with existing offers is refused, also with those of another vendor", async () => {
  await importText(database.db, feed("A>B", "B>C@Other", "C"));
  const imported = await importText(database.db, feed("C>A", "D>A"));
  assert.deepEqual(countsOf(imported), { ...none, created: 1, refused: 1 });
  assert.deepEqual(refusalsOf(imported), [
    [2, "superseded_by", "leads back to itself: C > A > B > C"],
  ]);
  assert.deepEqual(await listLinks(), ["A>B", "B>C", "C", "D>A"]);
});

test("a file that contains a whole chain may reverse it", async () => {
  await importText(database.db, feed("A>B", "B"));
  const imported = await importText(database.db, feed("A", "B>A"));
  assert.deepEqual(countsOf(imported), { ...none, updated: 2 });
  assert.deepEqual(await listLinks(), ["A", "B>A"]);
});

test("a refused row keeps its offer's old successor, and a loop with it is also refused", async () => {
  await importText(database.db, feed("A>C", "B", "C"));
  const imported = await importText(database.db, feed("A>B", "B>A", "C>A"));
  assert.deepEqual(countsOf(imported), { ...none, refused: 3 });
  assert.deepEqual(refusalsOf(imported).at(-1), [
    4,
    "superseded_by",
    "leads back to itself: C > A > C",
  ]);
  assert.deepEqual(await listLinks(), ["A>C", "B", "C"]);
});

test("repeated loop checks end, and no loop is left", async () => {
  const parts = Array.from({ length: 12 }, (_, at) => `R${at}`);
  const old = parts.slice(0, -1).map((part, at) => `${part}>${parts[at + 1]}`);
  await importText(database.db, feed(...old, "R11", "Z"));
  // Each row closes a loop with the old chain of the previous row, once that row is refused.
  const back = parts.slice(1).map((part, at) => `${part}>${parts[at]}`);
  const imported = await importText(database.db, feed("R0>Z", "Z>R0", ...back));
  const links = await listLinks();
  const leadsTo = new Map(links.map((link) => link.split(">") as [string, string]));
  for (const part of parts) {
    let at: string | undefined = part;
    for (let step = 0; step < 20 && at !== undefined; step += 1) at = leadsTo.get(at);
    assert.equal(at, undefined, `${part} ends: ${links}`);
  }
  assert.equal(imported.refused + imported.created + imported.updated + imported.unchanged, 13);
});

test("two concurrent imports cannot create a loop together", async () => {
  await importText(database.db, feed("A", "B"));
  const both = await Promise.all([
    importText(database.db, feed("A>B")),
    importText(database.db, feed("B>A")),
  ]);
  assert.equal(both[0].refused + both[1].refused, 1);
  assert.equal(both[0].updated + both[1].updated, 1);
});

test("with --replace, a row that is refused for a loop keeps its offer", async () => {
  await importText(database.db, feed("A", "B", "C"));
  const imported = await importText(database.db, feed("A>B", "B>A"), { replace: true });
  assert.deepEqual(countsOf(imported), { ...none, refused: 2 });
  const good = await importText(database.db, feed("A>B", "B>A", "D"), { replace: true });
  assert.deepEqual(countsOf(good), { ...none, created: 1, deactivated: 1, refused: 2 });
});

test("interchangeable parts are stored as written, certificates by their codes", async () => {
  const more = "Two-way alternates,Cert";
  const text = `${header},${more}\n${rowOf("A-1", "")},b\u20132;C,COC/FAA Form 8130-3 | DD 250\n`;
  const imported = await importText(database.db, text);
  assert.deepEqual(countsOf(imported), { ...none, created: 1 });
  assert.deepEqual(imported.warnings, [
    '1 unknown certificate kept as written; first: "DD 250" on line 2.',
  ]);
  const rows = await runSql(
    database.db,
    `select interchangeable, alternates, certificate from offers`,
  );
  assert.deepEqual(rows, [
    {
      interchangeable: ["b-2", "C"],
      alternates: [],
      certificate: "CoC; 8130-3; DD 250",
    },
  ]);
  assert.deepEqual(countsOf(await importText(database.db, text)), { ...none, unchanged: 1 });
});
