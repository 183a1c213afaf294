import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { openRecords } from "../../src/reading/files/openRecords.ts";
import { catalogHeader as header, importText } from "../support/importText.ts";
import { insertAccount } from "../support/insertBuyer.ts";
import { openFolder } from "../support/openFolder.ts";
import { runCommand } from "../support/runCommand.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const offers = `${header},alternates,zero_price_is_free
00123,"BOLT, ""HEX""",NE,EA,5,1250.00,USD,Acme,A-1|A-2,
=1+1,@SUM,OH,EA,0,1250,JPY,Acme,,
3-12,-NUT,NE,EA,7,0.10,USD,"O'Neil, Söhne",,
4-1,WASHER,NE,EA,7,0.00,USD,"O'Neil, Söhne",,yes
4-2,WASHER,NE,EA,7,0.00,USD,"O'Neil, Söhne",,
4-3,WASHER,NE,EA,7,,,"O'Neil, Söhne",,
`;

const folder = renew(openFolder);

const run = (...args: string[]) => runCommand(database, args);

async function readAll(path: string): Promise<FileRecord[]> {
  const opened = await openRecords(createReadStream(path));
  try {
    return (await Array.fromAsync(opened.batches)).flat();
  } finally {
    await opened.close();
  }
}

const openBuyer = () => insertAccount(database.db, new Date(), { name: "Buyer" });

for (const format of ["csv", "xlsx"]) {
  test(`a catalog exported as ${format} can be imported again without changes`, async () => {
    await importText(database.db, offers);
    const path = join(folder.path, `catalog.${format}`);
    const exported = await run("catalog", "export", "--out", path);
    assert.equal(exported.exitCode, 0, exported.stderr);
    const again = await run("catalog", "import", path, "--json");
    assert.equal(again.exitCode, 0, again.stdout + again.stderr);
    const { created, updated, unchanged, on_request } = again.json() as Record<string, number>;
    assert.deepEqual([created, updated, unchanged, on_request], [0, 0, 6, 2]);
    const cells = (await readAll(path)).map(({ cells }) => cells);
    const [price = -1, free = -1] = ["price", "zero_price_is_free"].map((column) =>
      (cells[0] ?? []).indexOf(column),
    );
    assert.deepEqual(
      cells.slice(3, 6).map((row) => [Number(row[price] || -1), row[free]]),
      [
        [0, "yes"],
        [-1, ""],
        [-1, ""],
      ],
    );
  });
}

test("an agreement is exported and imported again without a change", async () => {
  await importText(database.db, offers);
  await openBuyer();
  const rules =
    "part_number,vendor,condition,min_quantity,unit_price,currency,discount_percent,valid_from," +
    "zero_price_is_free\n" +
    "00123,Acme,NE,1,1100.00,USD,,2026-01-01,\n00123,Acme,NE,10,0.00,USD,,2026-01-01,yes\n" +
    ",Acme,,1,,,7.5,2026-01-01,\n,,,1,,,2,2026-01-01,\n4-1,,,1,,,100,2026-01-01,yes\n";
  const args = ["price", "import", "-", "--account", "Buyer", "--json"];
  await runCommand(database, args, {}, rules);
  const path = join(folder.path, "agreement.xlsx");
  const exported = await run("price", "export", "--account", "Buyer", "--out", path);
  assert.equal(exported.exitCode, 0, exported.stderr);
  const again = await run("price", "import", path, "--account", "Buyer", "--json");
  const { created, updated, unchanged, refused } = again.json() as Record<string, number>;
  assert.deepEqual([created, updated, unchanged, refused], [0, 0, 5, 0], again.stdout);
});

test("an export that cannot be written is reported and leaves no file", async () => {
  const nowhere = await run("catalog", "export", "--out", join(folder.path, "none", "x.csv"));
  assert.equal(nowhere.exitCode, 2);
  assert.match(nowhere.stderr, /cannot be written \(ENOENT\)/);
  assert.deepEqual(await readdir(folder.path), []);
  const path = join(folder.path, "x.csv");
  await run("catalog", "export", "--out", path);
  assert.match(await readFile(path, "utf8"), /^part_number,/);
  assert.deepEqual(await readdir(folder.path), ["x.csv"]);
});
