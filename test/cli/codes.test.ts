import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { addCode } from "../../src/catalog/addCode.ts";
import { selectTradeCodes } from "../../src/catalog/codeQueries.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { countsOf, importText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;

beforeEach(async () => {
  await database?.close();
  database = await openTestDatabase(4);
});
after(() => database.close());

const runCode = (...args: string[]) => runCommand(database, ["code", ...args]);
const conditionsNow = async () =>
  (await selectTradeCodes(database.db)).conditions.map((condition) => condition.code);

test("all codes are listed as a table and as JSON, conditions from best to worst", async () => {
  const answer = await runCode("list", "--json");
  assert.equal(answer.exitCode, 0, answer.stderr);
  const { conditions, units_of_measure: units, certificates } = answer.json();
  assert.deepEqual(conditions[0], { code: "NE", name: "new" });
  assert.deepEqual(
    conditions.map((condition: { code: string }) => condition.code),
    ["NE", "NS", "OH", "SV", "RP", "AR"],
  );
  assert.ok(units.some((unit: { code: string }) => unit.code === "EA"));
  assert.deepEqual(
    certificates.map((certificate: { code: string }) => certificate.code),
    ["8130-3", "CoC", "EASA Form 1"],
  );
  const table = (await runCode("list")).stdout;
  assert.match(table, /^kind +code +name +also called\ncondition +NE +new +-\n/);
  assert.match(table, /\ncertificate +CoC +certificate of conformance +C of C; /);
});

test("a condition is added before or after another, and lookups sort by it", async () => {
  const added = await runCode("add", "condition", "fn", "--name", "factory new", "--before", "ne");
  assert.deepEqual([added.exitCode, added.stderr], [0, ""]);
  assert.equal(added.stdout, "Added the condition FN, factory new.\n");
  const args = ["add", "condition", "IN", "--name", "inspected", "--after", "OH", "--json"];
  const second = await runCode(...args);
  assert.deepEqual(second.json(), { kind: "condition", code: "IN", name: "inspected" });
  const last = await runCode("add", "condition", "BER", "--name", "scrap", "--after", "AR");
  assert.equal(last.exitCode, 0, last.stderr);
  const order = ["FN", "NE", "NS", "OH", "IN", "SV", "RP", "AR", "BER"];
  assert.deepEqual(await conditionsNow(), order);

  const ids = new Map<number, string>();
  for (const condition of order.toReversed()) {
    ids.set(await insertOffer(database.db, { partNumber: "C-1", condition }), condition);
  }
  const lookup = { partNumbers: ["C-1"], partNames: [], inStock: false, withSuggestions: false };
  const { offers } = await lookUpParts(database.catalog, lookup, new Date());
  assert.deepEqual(
    offers.map((offer) => ids.get(offer.offerId)),
    order,
  );
});

test("imports accept a code as soon as it is added", async () => {
  const header =
    "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
    "certificate";
  const text = `${header}\nA-1,BOLT,IN,QQ,5,1.50,USD,Acme,caa-form 1/8130\n`;
  assert.equal(countsOf(await importText(database.db, text)).refused, 1);
  await runCode("add", "condition", "IN", "--name", "inspected", "--after", "OH");
  await runCode("add", "unit", "qq", "--name", "quire");
  const certificate = ["CAA F1", "--name", "UK release", "--synonym", "CAA Form 1"];
  const added = await runCode("add", "certificate", ...certificate, "--synonym", "UK Form 1");
  assert.equal(added.exitCode, 0, added.stderr);
  const imported = await importText(database.db, text);
  assert.deepEqual([imported.created, imported.refused, imported.warnings], [1, 0, []]);
  const [offer] = await database.db.query<{ certificate: string }>({
    name: "test_certificate",
    text: "select certificate from offers",
    values: [],
  });
  assert.equal(offer?.certificate, "CAA F1; 8130-3");
});

test("an existing code or certificate synonym is a conflict (exit code 6) and changes nothing", async () => {
  const before = await selectTradeCodes(database.db);
  for (const [args, taken] of [
    [["condition", "oh", "--name", "x", "--after", "NE"], "condition OH"],
    [["unit", "EA", "--name", "x"], "unit EA"],
    [["certificate", "coc", "--name", "x"], "certificate CoC"],
    [["certificate", "X", "--name", "x", "--synonym", "faa-8130 3"], "certificate 8130-3"],
  ] as const) {
    const answer = await runCode("add", ...args);
    assert.equal(answer.exitCode, 6, args.join(" "));
    assert.equal(answer.stderr, `The ${taken} already exists.\n`);
  }
  assert.deepEqual(await selectTradeCodes(database.db), before);
});

test("a node that has cached the conditions sorts offers of a new one correctly", async () => {
  for (const condition of ["AR", "NE", "OH"]) {
    await insertOffer(database.db, { partNumber: "C-2", condition });
  }
  const lookup = { partNumbers: ["C-2"], partNames: [], inStock: false, withSuggestions: false };
  const conditionsFound = async () => {
    const { offers } = await lookUpParts(database.catalog, lookup, new Date());
    return offers.map(({ wire }) => JSON.parse(`{${wire}`).condition);
  };
  assert.deepEqual(await conditionsFound(), ["NE", "OH", "AR"]);
  const place = { side: "after", neighbour: "NE" } as const;
  await addCode(database.db, { kind: "condition", code: "FN", name: "factory new", place });
  await insertOffer(database.db, { partNumber: "C-2", condition: "FN" });
  assert.deepEqual(await conditionsFound(), ["NE", "FN", "OH", "AR"]);
});

test("an unknown neighbour condition is exit code 5, wrong usage 2", async () => {
  const absent = await runCode("add", "condition", "X", "--name", "x", "--after", "ZZ");
  assert.deepEqual([absent.exitCode, absent.stderr], [5, "There is no condition ZZ.\n"]);
  for (const args of [
    ["condition", "X", "--name", "x"],
    ["condition", "X", "--name", "x", "--after", "NE", "--before", "NS"],
    ["condition", "FIVES", "--name", "x", "--after", "NE"],
    ["condition", "X", "--after", "NE"],
    ["unit", "E.", "--name", "x"],
    ["unit", "X", "--name", " "],
    ["unit", "X", "--name", "x".repeat(101)],
    ["certificate", "A|B", "--name", "x"],
    ["certificate", "---", "--name", "x"],
    ["certificate", "x".repeat(41), "--name", "x"],
    ["certificate", "X", "--name", "x", "--synonym", "a;b"],
  ]) {
    const answer = await runCode("add", ...args);
    assert.equal(answer.exitCode, 2, args.join(" "));
    assert.notEqual(answer.stderr, "");
  }
  assert.equal((await conditionsNow()).length, 6);
});

test("codes that are added concurrently all get their own position, and each is added once", async () => {
  const place = { side: "after", neighbour: "NE" } as const;
  const codes = ["Q1", "Q2", "Q3", "Q4", "Q1", "Q1"];
  const added = await Promise.all(
    codes.map((code) => addCode(database.db, { kind: "condition", code, name: "x", place })),
  );
  assert.equal(added.filter(({ outcome }) => outcome === "added").length, 4);
  const order = await conditionsNow();
  assert.deepEqual(order.toSorted(), ["AR", "NE", "NS", "OH", "Q1", "Q2", "Q3", "Q4", "RP", "SV"]);
  assert.deepEqual([order[0], order.slice(5)], ["NE", ["NS", "OH", "SV", "RP", "AR"]]);
});

test("the service can neither rename nor remove a code", async () => {
  for (const text of [
    "update conditions set name = 'x'",
    "update conditions set code = 'X'",
    "delete from conditions",
    "update units_of_measure set name = 'x'",
    "update certificates set name = 'x'",
    "delete from certificates",
  ]) {
    await assert.rejects(
      database.db.query({ name: "", text, values: [] }),
      { code: "42501" },
      text,
    );
  }
});

test("the help shows neither the defaults of flags nor empty defaults", async () => {
  const { stdout } = await runCode("add", "certificate", "--help");
  assert.match(stdout, /--synonym <name> +another name that vendors use; can be repeated\n/);
  assert.doesNotMatch(stdout, /default/);
});
