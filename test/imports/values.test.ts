// What cells mean, as an operator declares it for an import.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeMapping, noMapping, readMapping } from "../../src/imports/rows/columns.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const header = "P/N,Name,Cond,UM,Qty,Price,Ccy";
const text = `${header}\nVL-1,PIN,New,EACH,2,Call,US$\nVL-2,NUT,NEW,each,3,1.50,US$\n`;
const values = new Map([
  ["condition", new Map([["NEW", "NE"]])],
  ["unit_of_measure", new Map([["EACH", "EA"]])],
  ["price", new Map([["CALL", ""]])],
  ["currency", new Map([["US$", "USD"]])],
]);

test("a mapping with values is described and read back unchanged", () => {
  const mapping = { ...noMapping, values };
  assert.deepEqual(readMapping(describeMapping(mapping)).values, values);
  const all = { ...mapping, headerLine: 3, sheet: "Stock" };
  assert.deepEqual(readMapping(describeMapping(all)), all);
  assert.equal(describeMapping({ ...noMapping, values: new Map() }), describeMapping(noMapping));
});

test("the command accepts values, and refuses what is no column or occurs twice", async () => {
  const args = ["catalog", "import", "-", "--vendor", "Values"];
  const all = [
    ...["--value", "condition:NEW=NE", "--value", "unit_of_measure:each=EA"],
    ...["--value", "price:call=", "--value", "currency:US$=USD"],
  ];
  const answer = await runCommand(database, [...args, ...all], {}, text);
  assert.equal(answer.exitCode, 0, answer.stderr);
  assert.match(answer.stdout, /^2 created/);
  for (const wrong of ["condition=NE", "condition:=NE"]) {
    const refused = await runCommand(database, [...args, "--value", wrong], {}, text);
    assert.equal(refused.exitCode, 2, wrong);
  }
  const twice = ["--value", "condition:NEW=NE", "--value", "condition:new=OH"];
  assert.equal((await runCommand(database, [...args, ...twice], {}, text)).exitCode, 2);
  const unknown = await runCommand(database, [...args, "--value", "colour:red=R"], {}, text);
  assert.match(unknown.stderr, /"colour" is not a column/);
});

const conditions = `${header}\nVL-8,PIN,N,EA,2,1.00,USD\nVL-9,NUT,AR,EA,3,1.50,USD\n`;

test("values are remembered for a vendor and header, until an import does without them", async () => {
  const vendor = ["--vendor", "Remembered"];
  const importing = ["catalog", "import", "-", ...vendor, "--json"];
  const declared = [...importing, "--value", "condition:n=NE"];
  const first = await runCommand(database, declared, {}, conditions);
  assert.equal(first.exitCode, 0, first.stderr);
  const later = await runCommand(database, importing, {}, conditions.replaceAll("VL-", "VM-"));
  assert.equal(later.exitCode, 0, later.stderr);
  const translated = [{ column: "condition", written: "N", meaning: "NE", rows: 1 }];
  assert.deepEqual(JSON.parse(later.stdout).translated, translated);
  const refused = await runCommand(
    database,
    [...importing, "--fresh"],
    {},
    conditions.replaceAll("VL-", "VN-"),
  );
  assert.deepEqual(JSON.parse(refused.stdout).refused_values, [
    { column: "condition", written: "N", rows: 1 },
  ]);
});

test("a valid value is never translated", async () => {
  const importing = ["catalog", "import", "-", "--vendor", "Valid"];
  const declared = [...importing, "--value", "condition:AR=NE", "--value", "condition:N=NE"];
  const run = await runCommand(database, declared, {}, conditions);
  assert.equal(run.exitCode, 0, run.stderr);
  assert.match(run.stderr, /condition "AR" is a valid value, so it was not read as "NE"/);
  assert.match(run.stdout, /How values were read:\n {2}condition "N" as "NE": 1 row/);
  const text = "select condition, part_number from offers where vendor = 'Valid' order by 2";
  const offers = await runSql<{ condition: string }>(database.db, text);
  assert.deepEqual(
    offers.map(({ condition }) => condition),
    ["NE", "AR"],
  );
});

test("a remembered sign means the currency that is chosen for a later file, if it can", async () => {
  const importing = ["catalog", "import", "-", "--vendor", "Chosen currency", "--json"];
  const file = (number: string) => `P/N,Name,Cond,UM,Qty,Price\n${number},PIN,NE,EA,2,$12.50\n`;
  const signs = ["--value", "price:$=USD", "--value", "price:NT$=TWD"];
  const usd = ["--set", "currency=USD"];
  const first = await runCommand(database, [...importing, ...signs, ...usd], {}, file("VL-55"));
  assert.equal(first.exitCode, 0, first.stderr);
  const chosen = [...importing, "--set", "currency=CAD"];
  const later = await runCommand(database, chosen, {}, file("VL-56"));
  assert.equal(later.exitCode, 0, later.stderr);
  const cad = { column: "price", written: "$", meaning: "CAD", rows: 1 };
  assert.deepEqual(JSON.parse(later.stdout).translated, [cad]);
  const other = await runCommand(database, chosen, {}, file("VL-57").replace("$", "NT$"));
  const reason = "has the sign NT$, which means TWD, but the currency of its row is CAD";
  assert.equal(JSON.parse(other.stdout).refusals[0].reason, reason);
});

test("what an unclear mark means is asked once, with a proposal from the other prices", async () => {
  const rows = ["VL-17,NUT,NE,EA,3,0.375,USD", "VL-18,NUT,NE,EA,3,1.250,USD"];
  const args = ["catalog", "import", "-", "--vendor", "Marks", "--json"];
  const text = `${[header, ...rows].join("\n")}\n`;
  const first = JSON.parse((await runCommand(database, args, {}, text)).stdout);
  assert.deepEqual(first.refused_values, [
    { column: "price", written: "#.###", rows: 1, examples: ["1.250"], proposed: "#.###" },
  ]);
  const declared = [...args, "--value", "price:#.###=#.###"];
  const run = JSON.parse((await runCommand(database, declared, {}, text)).stdout);
  assert.deepEqual([run.created, run.refused], [1, 0]);
  const sql = "select list_price as price from offers where part_number = 'VL-18'";
  const [offer] = await runSql<{ price: string }>(database.db, sql);
  assert.equal(offer?.price, "125");
});
