// What cells mean, as an operator declares it for an import.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { describeMapping, noMapping, readMapping } from "../../src/imports/feedColumns.ts";
import { importText } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;

before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

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

test("a cell is read as its declared value, in any case; a price can mean on request", async () => {
  const mapping = { ...noMapping, values };
  const run = await importText(database.db, text, { vendor: "Values", mapping, dryRun: true });
  assert.deepEqual([run.created, run.refused], [2, 0]);
  assert.equal(run.counts["on_request"], 1);
  const part = { ...noMapping, values: new Map([["condition", new Map([["N", "NE"]])]]) };
  const other = await importText(database.db, text, {
    vendor: "Values",
    mapping: part,
    dryRun: true,
  });
  assert.equal(other.refused, 2, "only a whole cell is translated");
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
