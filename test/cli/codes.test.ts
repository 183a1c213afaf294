import assert from "node:assert/strict";
import { test } from "node:test";
import { addCode } from "../../src/catalog/changeCodes.ts";
import { selectTradeCodes } from "../../src/catalog/codeQueries.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { countsOf, importText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(4));

const runCode = (...args: string[]) => runCommand(database, ["code", ...args]);
const conditionsNow = async () =>
  (await selectTradeCodes(database.db)).conditions.map((condition) => condition.code);

test("a condition is added before or after another, and lookups sort by it", async () => {
  const added = await runCode("add", "condition", "fn", "--name", "factory new", "--before", "ne");
  assert.deepEqual([added.exitCode, added.stderr], [0, ""]);
  assert.equal(added.stdout, "Added the condition FN, factory new.\n");
  const args = ["add", "condition", "IN", "--name", "inspected", "--after", "OH", "--json"];
  const second = await runCode(...args);
  assert.deepEqual(second.json(), { kind: "condition", code: "IN", name: "inspected" });
  const last = await runCode("add", "condition", "BER", "--name", "scrap", "--after", "ST");
  assert.equal(last.exitCode, 0, last.stderr);
  const order = "FN NE NS NU OH IN SV RP AR US CR EX ST BER".split(" ");
  assert.deepEqual(await conditionsNow(), order);

  const ids = new Map<number, string>();
  for (const condition of order.toReversed()) {
    ids.set(await insertOffer(database.db, { partNumber: "C-1", condition }), condition);
  }
  const lookup = { partNumbers: ["C-1"], partNames: [], inStock: false, withSuggestions: false };
  await database.replica.catchUp();
  const { offers } = database.replica.read((view) => lookUpParts(view, lookup, new Date()));
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
  const [offer] = await runSql<{ certificate: string }>(
    database.db,
    "select certificate from offers",
  );
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

test("codes that are added concurrently all get their own position, and each is added once", async () => {
  const place = { side: "after", neighbour: "NE" } as const;
  const codes = ["Q1", "Q2", "Q3", "Q4", "Q1", "Q1"];
  const added = await Promise.all(
    codes.map((code) => addCode(database.db, { kind: "condition", code, name: "x", place })),
  );
  assert.equal(added.filter(({ outcome }) => outcome === "added").length, 4);
  const order = await conditionsNow();
  assert.deepEqual([order[0], order.slice(1, 5).toSorted()], ["NE", ["Q1", "Q2", "Q3", "Q4"]]);
  assert.deepEqual(order.slice(5, 10), ["NS", "NU", "OH", "SV", "RP"]);
});

const feedOf = (...conditions: readonly string[]) =>
  [
    "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor",
    ...conditions.map((condition, place) => `W-${place},BOLT,${condition},EA,5,1.50,USD,Acme`),
    "",
  ].join("\n");

async function conditionsOfOffers(): Promise<string[]> {
  const rows = await runSql<{ condition: string }>(
    database.db,
    "select condition from offers order by part_number",
  );
  return rows.map(({ condition }) => condition);
}

test("files may use the codes of the trade and their known synonyms; the run counts synonyms", async () => {
  const written = ["NU", "us", "CR", "EX", "ST", "New", "REPAIRABLE", "OVHL", "as-removed", "FN"];
  const imported = await importText(database.db, feedOf(...written));
  assert.deepEqual([imported.created, imported.refusals], [10, []]);
  assert.equal(imported.cleaned?.synonyms, 5);
  assert.deepEqual(await conditionsOfOffers(), [
    ...["NU", "US", "CR", "EX", "ST"],
    ...["NE", "RP", "OH", "AR", "NE"],
  ]);
});

test("a word that is not known is refused, however similar, until it is mapped", async () => {
  const text = feedOf("SC", "TE", "RD", "RC", "NEE", "OHH");
  const imported = await importText(database.db, text);
  assert.equal(imported.refused, 6);
  const reason = "is not one of NE, NS, NU, OH, SV, RP, AR, US, CR, EX, ST";
  assert.deepEqual(new Set(imported.refusals.map((refusal) => refusal.reason)), new Set([reason]));
  assert.match(
    imported.refusals[0]?.suggestion ?? "",
    /^to accept it: partsdesk code map "SC" CODE,/,
  );

  const mapped = await runCode("map", "rc", "ar", "--json");
  assert.deepEqual(mapped.json(), { synonym: "RC", condition: "AR" });
  assert.equal((await runCode("map", "TE", "SV")).stdout, '"TE" in files means SV.\n');
  assert.equal((await runCode("map", "te", "AR")).exitCode, 0);
  const again = await importText(database.db, text);
  assert.deepEqual([again.created, await conditionsOfOffers()], [2, ["AR", "AR"]]);

  const unmapped = await runCode("unmap", "Te");
  assert.equal(unmapped.stdout, 'Files with the condition "TE" are refused again.\n');
  assert.equal((await importText(database.db, text)).refused, 5);
  const events = await runSql<{ event: string }>(
    database.db,
    `select concat_ws(
        ' ', action, subject_id, before->>'condition', after->>'synonym'
      ) as event
      from audit_events where subject_kind = 'condition' order by event_id`,
  );
  assert.deepEqual(
    events.map(({ event }) => event),
    [
      "mapped a word to a condition AR RC",
      "mapped a word to a condition SV TE",
      "mapped a word to a condition AR SV TE",
      "unmapped a word for a condition AR AR TE",
    ],
  );
});

test("a code is never mapped, and a word that becomes a code no longer means another", async () => {
  for (const [args, exitCode, message] of [
    [["map", "us", "SV"], 6, "US is itself a condition.\n"],
    [["map", "RC", "ZZ"], 5, "There is no condition ZZ.\n"],
    [["map", "--", "NE"], 2, ""],
    [["unmap", "ZZ"], 5, '"ZZ" is not mapped to a condition.\n'],
  ] as const) {
    const answer = await runCode(...args);
    assert.equal(answer.exitCode, exitCode, args.join(" "));
    if (message !== "") assert.equal(answer.stderr, message);
  }
  await runCode("add", "condition", "FN", "--name", "factory new", "--before", "NE");
  await importText(database.db, feedOf("FN"));
  assert.deepEqual(await conditionsOfOffers(), ["FN"]);
  const { conditions } = await selectTradeCodes(database.db);
  assert.deepEqual(conditions[1]?.synonyms, ["FACTORY NEW", "NEW"]);
});
