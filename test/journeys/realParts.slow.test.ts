// Real part numbers and names from public records, imported with the CLI and used through the API.
// Prices, stock, conditions and vendors are made up with a fixed seed; they are nobody's offer.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runCommand } from "../support/runCommand.ts";
import { openTestApp } from "../support/testApp.ts";
import type { TestDatabase } from "../support/testDatabase.ts";

const source = fileURLToPath(new URL("../../../shared/data/faa-parts.csv", import.meta.url));
const skip = existsSync(source) ? false : "../shared/data/faa-parts.csv is not here";

type RealPart = { readonly partNumber: string; readonly partName: string };

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function readRealParts(): Promise<RealPart[]> {
  const [, ...lines] = (await readFile(source, "utf8")).trim().split(/\r?\n/);
  return lines.map((line) => {
    const [partNumber = "", partName = ""] = line.split(",");
    return { partNumber, partName };
  });
}

/** A catalog file of the real numbers and names, one offer per number, vendor and condition. */
function writeCatalog(parts: readonly RealPart[]): string {
  const next = createSequence(737);
  const pick = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(next() * values.length)] ?? values[0];
  const rows = new Map<string, string>();
  for (const { partNumber, partName } of parts) {
    const vendor = pick(["Made-up Vendor One", "Made-up Vendor Two"]);
    const condition = pick(["NE", "OH", "SV", "AR"]);
    const stock = Math.floor(next() * 20);
    const price = (10 + next() * 9_000).toFixed(2);
    const identity = `${partNumber} ${vendor} ${condition}`;
    if (rows.has(identity)) continue;
    rows.set(identity, `${partNumber},${partName},${condition},EA,${stock},${price},USD,${vendor}`);
  }
  const head =
    "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";
  return `${head}\n${[...rows.values()].join("\n")}\n`;
}

test("real part numbers and names are imported, found by number and by name, and ordered", {
  skip,
}, async (t) => {
  const parts = await readRealParts();
  assert.ok(parts.length > 1_000);
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-real-"));
  const app = await openTestApp({ rateLimitCatalog: 0 });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, "catalog.csv");
  const catalog = writeCatalog(parts);
  await writeFile(file, catalog);
  const imported = await runCommand(app.database, ["catalog", "import", file, "--json"]);
  assert.equal(imported.exitCode, 0, imported.stderr);
  assert.equal(imported.json().created, catalog.trim().split("\n").length - 1);
  assert.equal(imported.json().refused, 0);

  const buyer = await app.openAccount({ discount: 750 });
  const distinct = [...new Set(parts.map((part) => part.partNumber))];
  for (let at = 0; at < distinct.length; at += 50) {
    const part_numbers = distinct.slice(at, at + 50);
    const answer = (await buyer.post("catalog", { part_numbers })).json();
    assert.deepEqual(answer.not_found, []);
  }
  const namesOfRows = catalog
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(",")[1] ?? "");
  const names = [...new Set(namesOfRows)].filter((name) => /\w/.test(name));
  for (let at = 0; at < names.length; at += 50) {
    const part_names = names.slice(at, at + 50);
    const answer = (await buyer.post("catalog", { part_names })).json();
    assert.deepEqual(answer.not_found, []);
  }
  const pitot = { part_numbers: ["0851ht1"], part_names: ["tube pitot"], in_stock: true };
  const { found_parts } = (await buyer.post("catalog", pitot)).json();
  assert.ok(found_parts.length > 0);
  const items = found_parts.slice(0, 3).map((part: { part_id: string }) => ({
    part_id: part.part_id,
    quantity: 1,
  }));
  const ordered = await buyer.post("orders", { items, po_number: "REAL-1" });
  assert.equal(ordered.statusCode, 201, ordered.body);
  const line = ordered.json().order.line_items[0];
  const list = Number(found_parts[0].price.amount);
  assert.ok(Math.abs(Number(line.unit_price.amount) - list * 0.925) <= 0.005001);
});

const folderOfRealData = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

async function importReal(
  database: TestDatabase,
  name: string,
  ...args: readonly string[]
): Promise<Awaited<ReturnType<typeof runCommand>>> {
  const path = join(folderOfRealData, name);
  return runCommand(database, ["catalog", "import", path, "--json", ...args]);
}

test("files of public records are imported unchanged, with constants for missing columns", {
  skip,
}, async (t) => {
  const app = await openTestApp({ rateLimitCatalog: 0 });
  t.after(() => app.close());
  const set = (...pairs: string[]) => pairs.flatMap((pair) => ["--set", pair]);
  const fictional = set("condition=NE", "unit_of_measure=EA", "available_stock=0", "currency=USD");
  const vendor = ["--vendor", "Made-up Vendor"];
  const faa = await importReal(
    app.database,
    "faa-parts.csv",
    ...vendor,
    ...fictional,
    ...set("price=0"),
    "--column",
    "manufacturer=part_make",
  );
  const repeated = faa.json().refusals as readonly { readonly reason: string }[];
  assert.ok(faa.json().created > 900, faa.stdout);
  assert.ok(
    repeated.every(({ reason }) => /^(repeats line|has a part number that several)/.test(reason)),
    "a number under a second name is the same offer again, or one of several manufacturers'",
  );
  const columns = ["part_number=nsn", "part_name=item_name", "price=unit_value_usd_median"];
  const dla = await importReal(
    app.database,
    "dla-aviation-items.csv",
    ...vendor,
    ...fictional,
    ...columns.flatMap((column) => ["--column", column]),
  );
  assert.deepEqual([dla.exitCode, dla.json().refused], [0, 0], dla.stdout.slice(0, 2_000));
  const classes = await importReal(app.database, "fsc-classes.csv", ...vendor, ...fictional);
  assert.equal(classes.exitCode, 1);
  assert.match(classes.stderr, /Missing columns: part_number/);

  const buyer = await app.openAccount({ discount: 0 });
  for (const entry of ["1510-00-701-2233", "NSN 1510007012233", "airplane utility"]) {
    const answer = await buyer.post("catalog", { part_names: [entry] });
    assert.equal(answer.json().summary.found, 1, entry);
  }
});
