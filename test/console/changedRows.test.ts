// The rows that an import would change: shown and as a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxListedRows } from "../../src/imports/offers/changedRowQueries.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import { expireByAge } from "../../src/jobs/startJobs.ts";
import {
  admin,
  app,
  checkFile,
  commitRun,
  count,
  openConsole,
  readPages,
  textOf,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { catalogHeader } from "../support/sendImport.ts";

openConsole({ importFileBytes: 4_000_000 });

const fileOf = (rows: readonly string[]) => `${[catalogHeader, ...rows].join("\n")}\n`;

async function check(
  rows: readonly string[],
  fields: Readonly<Record<string, string>> = {},
): Promise<ImportRun> {
  app.clock.now = new Date();
  return checkFile(fileOf(rows), fields);
}

async function commit(checked: ImportRun): Promise<ImportRun> {
  app.clock.now = new Date();
  const run = await commitRun(checked, { reason: "As agreed" });
  assert.equal(run.state, "committed", JSON.stringify(run.report?.stops));
  return run;
}

/** The texts of the rows of a page of changed rows. */
function readRows(page: string): string[] {
  const table = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(page)?.[1] ?? "";
  return Array.from(table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs), ([, row = ""]) => textOf(row).trim());
}

async function rowsOf({ runId }: ImportRun, query = ""): Promise<string[]> {
  const page = await expectAnswer(admin.get(`/console/imports/${runId}/rows${query}`), 200);
  return readRows(page.body);
}

const partsOf = async (run: ImportRun, query: string) =>
  (await rowsOf(run, query)).map((row) => row.split(" ")[0]);

let price = 0;

/** A catalog of a new vendor with four offers, and a file that changes it in every way. */
async function checkChanges(vendor: string): Promise<ImportRun> {
  price += 1;
  await commit(
    await check([
      `${vendor}-1,BOLT,NE,EA,10,50.00,USD,${vendor}`,
      `${vendor}-2,NUT,NE,EA,10,10.00,USD,${vendor}`,
      `${vendor}-3,PIN,NE,EA,10,10.00,USD,${vendor}`,
      `${vendor}-4,KEY,NE,EA,10,${price}.00,USD,${vendor}`,
    ]),
  );
  return check(
    [
      `${vendor}-1,BOLT,NE,EA,10,54.00,USD,${vendor}`,
      `${vendor}-2,=NUT(1),NE,EA,7,4.00,USD,${vendor}`,
      `${vendor}-4,KEY,NE,EA,10,${price}.00,USD,${vendor}`,
      `${vendor}-5,RING,OH,DZ,3,12345.60,USD,${vendor}`,
    ],
    { mode: "replace" },
  );
}

test("a check shows what it would create, change and discontinue, and writes none", async () => {
  const checked = await checkChanges("RA");
  const page = await admin.get(`/console/imports/${checked.runId}`);
  assert.match(textOf(page.body), /Rows that would change.*Sort and download/);
  assert.deepEqual(await rowsOf(checked), [
    "RA-1 BOLT Updated NE, EA, RA +8.0% list price: USD 50.00 → USD 54.00",
    "RA-2 =NUT(1) Updated NE, EA, RA −60.0% " +
      "part name: NUT → =NUT(1) title: NUT → =NUT(1) list price: USD 10.00 → USD 4.00 " +
      "on hand: 10 → 7",
    "RA-5 RING Created OH, DZ, RA list price: USD 12,345.60 on hand: 3",
    "RA-3 PIN Discontinued NE, EA, RA status: ACTIVE → DISCONTINUED",
  ]);
  assert.equal(await count("offer_changes where run_id = $1", [checked.runId]), 0);
  assert.equal(await count("offers where part_number = 'RA-5'"), 0);
});

test("the rows are filtered by kind, and ordered by the price change", async () => {
  const checked = await checkChanges("RB");
  for (const [filter, parts] of [
    ["?kind=deactivated", ["RB-3"]],
    ["?kind=created", ["RB-5"]],
    ["?sort=price", ["RB-2", "RB-1"]],
    ["?sort=price&kind=created", []],
  ] as const) {
    assert.deepEqual(await partsOf(checked, filter), parts, filter);
  }
});

test("pages follow each other without gaps or repeats in both orders", async () => {
  const numbers = Array.from({ length: 120 }, (_, place) => `RD-${String(place).padStart(3, "0")}`);
  const listed = (factor: (place: number) => number) =>
    numbers.map((number, place) => `${number},BOLT,NE,EA,1,${100 * factor(place)}.00,USD,RD`);
  await commit(await check(listed(() => 1)));
  // Every third price has the same change.
  const checked = await check(listed((place) => (place % 3 === 0 ? 2 : 3 + place)));
  for (const query of ["", "?sort=price"]) {
    const pages = await readPages(`/console/imports/${checked.runId}/rows${query}`);
    const seen = pages.flatMap(readRows).map((row) => row.split(" ")[0]);
    assert.deepEqual(seen.toSorted(), numbers);
    if (query === "") assert.deepEqual(seen, numbers);
    else assert.equal(seen[0], "RD-119");
  }
});

test("a check says so if the catalog of its vendor has changed since, and is repeated", async () => {
  const checked = await checkChanges("RE");
  const isOutdated = async () => {
    const page = await admin.get(`/console/imports/${checked.runId}`);
    return page.body.includes("The catalog has changed since this check.");
  };
  assert.equal(await isOutdated(), false);
  await commit(await check(["RF-1,BOLT,NE,EA,10,1.00,USD,RF"]));
  assert.equal(await isOutdated(), false);
  await commit(await check(["RE-9,BOLT,NE,EA,10,1.00,USD,RE"]));
  assert.equal(await isOutdated(), true);
  const page = `/console/imports/${checked.runId}`;
  assert.doesNotMatch((await admin.get(page)).body, /Import file/);
  const refused = admin.post(`${page}/commit`, { policy: "good" });
  await expectAnswer(refused, 409, /Check the file again before you import it/);
  assert.equal(await count("offers where vendor = 'RE' and list_price = 54"), 0);
});

test("a committed run shows the rows that its check has shown, until they expire", async () => {
  const checked = await checkChanges("RG");
  const shown = await rowsOf(checked);
  const committed = await commit(checked);
  assert.deepEqual(await rowsOf(committed), shown);
  const days = { offerChangesDays: 0, sentMailDays: 0, quickOrderDays: 0, importFileDays: 1 };
  for (const [age, kept] of [
    [6, 4],
    [8, 0],
  ] as const) {
    const at = new Date(committed.startedAt.getTime() + age * 86_400_000);
    const retention = { ...days, refusedRowsDays: 7 };
    await expireByAge(app.database.db, "expire_refused_rows", retention, at);
    assert.equal(await count("import_changed_rows where run_id = $1", [committed.runId]), kept);
  }
  const page = admin.get(`/console/imports/${committed.runId}/rows`);
  await expectAnswer(page, 200, /No matching rows/);
});

test("a price in another currency has no percentage and comes first; one that stays has none; a tiny change is not none", async () => {
  const row = (number: string, stock: number, price: string) =>
    `${number},BOLT,NE,EA,${stock},${price},USD,RT`;
  await commit(
    await check([
      row("RT-1", 5, "2.00"),
      row("RT-2", 5, "1000.00"),
      row("RT-3", 5, "1000.00"),
      row("RT-4", 5, "10.00"),
    ]),
  );
  const changed = [row("RT-1", 6, "2.00"), row("RT-2", 5, "1000.01"), row("RT-3", 5, "999.99")];
  const checked = await check([...changed, row("RT-4", 5, "10.00").replace("USD", "EUR")]);
  const expected = [
    "RT-1 BOLT Updated NE, EA, RT on hand: 5 → 6",
    "RT-2 BOLT Updated NE, EA, RT less than +0.1% list price: USD 1,000.00 → USD 1,000.01",
    "RT-3 BOLT Updated NE, EA, RT less than −0.1% list price: USD 1,000.00 → USD 999.99",
    "RT-4 BOLT Updated NE, EA, RT no percentage currency: USD → EUR",
  ];
  assert.deepEqual(await rowsOf(checked), expected);
  assert.equal((await rowsOf(checked, "?sort=price"))[0], expected[3]);
});

test("a run that commits many rows shows those of its last check", async () => {
  const rows = Array.from(
    { length: maxListedRows + 1 },
    (_, place) => `RK-${place},BOLT,NE,EA,1,10.00,USD,RK`,
  );
  const checked = await check(rows);
  const committed = await commit(checked);
  const stored = "import_changed_rows where run_id = $1";
  assert.equal(await count(stored, [checked.runId]), maxListedRows + 1);
  assert.equal(await count(stored, [committed.runId]), 0);
  assert.deepEqual(await rowsOf(committed), await rowsOf(checked));
});
