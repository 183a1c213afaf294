// The rows that an import would change: created, changed with before and after, discontinued, as
// pages with filters and as a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxListedRows } from "../../src/catalog/changedRows/changedRowQueries.ts";
import type { ImportRun } from "../../src/imports/importRun.ts";
import { expireByAge } from "../../src/jobs/expireByAge.ts";
import { openImportSite } from "../support/importSite.ts";
import { readAttribute } from "../support/readAttribute.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";

const site = openImportSite();

async function check(
  rows: readonly string[],
  fields: Readonly<Record<string, string>> = {},
): Promise<ImportRun> {
  site.app.clock.now = new Date();
  const sent = await sendImport(
    site.app,
    site.admin,
    `${[catalogHeader, ...rows].join("\n")}\n`,
    fields,
  );
  return checkSent(site.app, site.admin, sent);
}

async function commit(checked: ImportRun): Promise<ImportRun> {
  site.app.clock.now = new Date();
  const form = { reason: "As agreed" };
  const run = await endOfRun(
    site.app,
    await site.admin.post(`/console/imports/${checked.runId}/commit`, form),
  );
  assert.equal(run.state, "committed", JSON.stringify(run.report?.stops));
  return run;
}

function toText(page: string): string {
  const main = page.slice(page.indexOf("<main"));
  return main
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

/** The texts of the rows of a page of changed rows. */
function readRows(page: string): string[] {
  const table = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(page)?.[1] ?? "";
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    readAttribute(row.replace(/<[^>]+>/g, " "))
      .replace(/\s+/g, " ")
      .trim(),
  );
}

async function rowsOf({ runId }: ImportRun, query = ""): Promise<string[]> {
  const page = await site.admin.get(`/console/imports/${runId}/rows${query}`);
  assert.equal(page.statusCode, 200);
  return readRows(page.body);
}

const partsOf = async (run: ImportRun, query: string) =>
  (await rowsOf(run, query)).map((row) => row.split(" ")[0]);

async function count(text: string, values: readonly unknown[] = []): Promise<number> {
  const rows = await site.app.database.db.query<{ count: number }>({ name: "", text, values });
  return rows[0]?.count ?? -1;
}

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
  const page = await site.admin.get(`/console/imports/${checked.runId}`);
  assert.match(toText(page.body), /Rows that would change.*Filter and download/);
  assert.deepEqual(await rowsOf(checked), [
    "RA-1 BOLT Updated NE, EA, RA +8.0% list price: USD 50.00 → USD 54.00",
    "RA-2 =NUT(1) Updated NE, EA, RA −60.0% " +
      "part name: NUT → =NUT(1) title: NUT → =NUT(1) list price: USD 10.00 → USD 4.00 " +
      "on hand: 10 → 7",
    "RA-5 RING Created OH, DZ, RA list price: USD 12,345.60 on hand: 3",
    "RA-3 PIN Discontinued NE, EA, RA status: ACTIVE → DISCONTINUED",
  ]);
  const changes = "select count(*)::integer as count from offer_changes where run_id = $1";
  assert.equal(await count(changes, [checked.runId]), 0);
  const created = "select count(*)::integer as count from offers where part_number = 'RA-5'";
  assert.equal(await count(created), 0);
});

test("a price that stays has no percentage, and a tiny change is not shown as none", async () => {
  const row = (number: string, stock: number, price: string) =>
    `${number},BOLT,NE,EA,${stock},${price},USD,RT`;
  await commit(
    await check([row("RT-1", 5, "2.00"), row("RT-2", 5, "1000.00"), row("RT-3", 5, "1000.00")]),
  );
  const changed = [row("RT-1", 6, "2.00"), row("RT-2", 5, "1000.01"), row("RT-3", 5, "999.99")];
  const rows = await rowsOf(await check(changed));
  assert.deepEqual(rows, [
    "RT-1 BOLT Updated NE, EA, RT on hand: 5 → 6",
    "RT-2 BOLT Updated NE, EA, RT less than +0.1% list price: USD 1,000.00 → USD 1,000.01",
    "RT-3 BOLT Updated NE, EA, RT less than −0.1% list price: USD 1,000.00 → USD 999.99",
  ]);
});

test("the rows are filtered by kind, field, part number and size of the price change", async () => {
  const checked = await checkChanges("RB");
  assert.deepEqual(await partsOf(checked, "?kind=deactivated"), ["RB-3"]);
  assert.deepEqual(await partsOf(checked, "?kind=created"), ["RB-5"]);
  assert.deepEqual(await partsOf(checked, "?field=list_price"), ["RB-1", "RB-2"]);
  assert.deepEqual(await partsOf(checked, "?field=on_hand"), ["RB-2"]);
  assert.deepEqual(await partsOf(checked, "?part=b-2"), ["RB-2"]);
  assert.deepEqual(await partsOf(checked, "?part=%25"), []);
  assert.deepEqual(await partsOf(checked, "?change=8"), ["RB-1", "RB-2"]);
  assert.deepEqual(await partsOf(checked, "?change=8.1"), ["RB-2"]);
  assert.deepEqual(await partsOf(checked, "?sort=price"), ["RB-2", "RB-1"]);
  assert.deepEqual(await partsOf(checked, "?sort=price&kind=created"), []);
});

test("the file has all rows of the filter, with formulas escaped", async () => {
  const checked = await checkChanges("RC");
  const answer = await site.admin.get(`/console/imports/${checked.runId}/rows.csv?kind=updated`);
  assert.equal(answer.statusCode, 200);
  const [header = "", ...lines] = answer.body.trimEnd().split("\n");
  const names = header.split(",");
  const rows = lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(
      names.flatMap((name, place) => (cells[place] ? [[name, cells[place]]] : [])),
    );
  });
  const offer = { change: "updated", vendor: "RC", condition: "NE", unit_of_measure: "EA" };
  assert.deepEqual(rows, [
    {
      ...offer,
      part_number: "RC-1",
      price_change_percent: "8.00",
      list_price_before: "50.00",
      list_price_after: "54.00",
    },
    {
      ...offer,
      part_number: "RC-2",
      price_change_percent: "-60.00",
      on_hand_before: "10",
      on_hand_after: "7",
      part_name_before: "NUT",
      part_name_after: "'=NUT(1)",
      title_before: "NUT",
      title_after: "'=NUT(1)",
      list_price_before: "10.00",
      list_price_after: "4.00",
    },
  ]);
});

test("pages follow each other without gaps or repeats in both orders", async () => {
  const numbers = Array.from({ length: 120 }, (_, place) => `RD-${String(place).padStart(3, "0")}`);
  const listed = (factor: (place: number) => number) =>
    numbers.map((number, place) => `${number},BOLT,NE,EA,1,${100 * factor(place)}.00,USD,RD`);
  await commit(await check(listed(() => 1)));
  // Every third price has the same change.
  const checked = await check(listed((place) => (place % 3 === 0 ? 2 : 3 + place)));
  for (const query of ["?", "?sort=price"]) {
    let path: string | undefined = `/console/imports/${checked.runId}/rows${query}`;
    const seen: string[] = [];
    for (let pages = 0; path !== undefined; pages += 1) {
      assert.ok(pages < 3, path);
      const page = await site.admin.get(path);
      seen.push(...readRows(page.body).map((row) => row.split(" ")[0] ?? ""));
      const next = /rel="next" href="([^"]+)"/.exec(page.body)?.[1];
      path = next === undefined ? next : readAttribute(next);
    }
    assert.equal(seen.length, 120, query);
    assert.deepEqual(seen.toSorted(), numbers);
    if (query === "?") assert.deepEqual(seen, numbers);
    else assert.equal(seen[0], "RD-119");
  }
});

test("a check says so if the catalog of its vendor has changed since, and is repeated", async () => {
  const checked = await checkChanges("RE");
  const isOutdated = async () => {
    const page = await site.admin.get(`/console/imports/${checked.runId}`);
    return page.body.includes("The catalog has changed since this check.");
  };
  assert.equal(await isOutdated(), false);
  await commit(await check(["RF-1,BOLT,NE,EA,10,1.00,USD,RF"]));
  assert.equal(await isOutdated(), false);
  await commit(await check(["RE-9,BOLT,NE,EA,10,1.00,USD,RE"]));
  assert.equal(await isOutdated(), true);
  const page = `/console/imports/${checked.runId}`;
  assert.doesNotMatch((await site.admin.get(page)).body, /Import file/);
  const refused = await site.admin.post(`${page}/commit`, { policy: "good" });
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Check the file again before you import it/);
  const text =
    "select count(*)::integer as count from offers where vendor = 'RE' and list_price = 54";
  assert.equal(await count(text, []), 0);
});

test("a committed run shows the rows that its check has shown, until they expire", async () => {
  const checked = await checkChanges("RG");
  const shown = await rowsOf(checked);
  const committed = await commit(checked);
  assert.deepEqual(await rowsOf(committed), shown);
  const stored = "select count(*)::integer as count from import_changed_rows where run_id = $1";
  assert.equal(await count(stored, [committed.runId]), 4);
  const days = { offerChangesDays: 0, sentMailDays: 0, quickOrderDays: 0, importFileDays: 1 };
  const retention = { ...days, refusedRowsDays: 7 };
  const { db } = site.app.database;
  const later = (count: number) => new Date(committed.startedAt.getTime() + count * 86_400_000);
  await expireByAge(db, "expire_refused_rows", retention, later(6));
  assert.equal(await count(stored, [committed.runId]), 4);
  await expireByAge(db, "expire_refused_rows", retention, later(8));
  assert.equal(await count(stored, [committed.runId]), 0);
  const page = await site.admin.get(`/console/imports/${committed.runId}/rows`);
  assert.match(page.body, /No matching rows/);
});

test("a stock file shows the stock before and after", async () => {
  await commit(await check(["RH-1,BOLT,NE,EA,10,1.00,USD,RH", "RH-2,NUT,NE,EA,2000,1.00,USD,RH"]));
  const text = "part_number,condition,vendor,available_stock\nRH-1,NE,RH,1234\n";
  const sent = await sendImport(site.app, site.admin, text, { kind: "stock", mode: "replace" });
  const checked = await checkSent(site.app, site.admin, sent);
  assert.deepEqual(await rowsOf(checked), [
    "RH-1 BOLT Updated NE, EA, RH on hand: 10 → 1,234",
    "RH-2 NUT Set out of stock NE, EA, RH on hand: 2,000 → 0",
  ]);
  assert.deepEqual(await partsOf(checked, "?kind=emptied"), ["RH-2"]);
});

test("a price in another currency or on request has no percentage, and comes first", async () => {
  await commit(await check(["RI-1,BOLT,NE,EA,1,10.00,USD,RI", "RI-2,BOLT,NE,EA,1,10.00,USD,RI"]));
  const checked = await check(["RI-1,BOLT,NE,EA,1,11.00,USD,RI", "RI-2,BOLT,NE,EA,1,10.00,EUR,RI"]);
  assert.deepEqual(await rowsOf(checked, "?sort=price"), [
    "RI-2 BOLT Updated NE, EA, RI no percentage currency: USD → EUR",
    "RI-1 BOLT Updated NE, EA, RI +10.0% list price: USD 10.00 → USD 11.00",
  ]);
});

test("a run without rows to change shows none", async () => {
  const rows = ["RJ-1,BOLT,NE,EA,1,10.00,USD,RJ"];
  await commit(await check(rows));
  const same = await check([...rows, "RJ-1,BOLT,NE,EA,x,10.00,USD,RJ"]);
  const page = await site.admin.get(`/console/imports/${same.runId}`);
  assert.equal(page.body.includes("Rows that would change"), false);
  assert.equal(
    locationOf(await sendImport(site.app, site.admin, "a,b\n1,2\n")).includes("/files/"),
    true,
  );
});

test("a run that commits many rows shows those of its last check", async () => {
  const rows = Array.from(
    { length: maxListedRows + 1 },
    (_, place) => `RK-${place},BOLT,NE,EA,1,10.00,USD,RK`,
  );
  const checked = await check(rows);
  const committed = await commit(checked);
  const stored = "select count(*)::integer as count from import_changed_rows where run_id = $1";
  assert.equal(await count(stored, [checked.runId]), maxListedRows + 1);
  assert.equal(await count(stored, [committed.runId]), 0);
  assert.deepEqual(await rowsOf(committed), await rowsOf(checked));
});
