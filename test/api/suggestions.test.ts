import assert from "node:assert/strict";
import { test } from "node:test";
import { utcDay } from "../../src/kit/day.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0 }));
const buyer = share(() => app.openAccount());

const insert = (partNumber: string, fields: Omit<OfferFields, "partNumber"> = {}) =>
  insertOffer(app.database.db, { partNumber, ...fields });
const supersede = (partNumber: string, supersededBy: string, stock = 0) =>
  insert(partNumber, { supersededBy, stock, status: "SUPERSEDED" });

async function lookUp(body: Record<string, unknown>) {
  const response = await buyer.post("catalog", { include: ["suggestions"], ...body });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** Lists suggestions for a number as "reason number". */
async function suggest(partNumber: string): Promise<string[]> {
  const { suggestions } = await lookUp({ part_numbers: [partNumber] });
  return suggestions.map((one: { entry: string; part_number: string; reason: string }) => {
    assert.equal(one.entry, partNumber);
    return `${one.reason} ${one.part_number}`;
  });
}

test("the end of a chain is suggested first, then the parts before it, latest first", async () => {
  await supersede("CH-1", "CH-2");
  await supersede("CH-2", "CH-3");
  await supersede("CH-3", "ch\u20134");
  await insert("CH-4", { stock: 0 });
  assert.deepEqual(await suggest("CH-1"), [
    "superseded ch\u20134",
    "superseded CH-3",
    "superseded CH-2",
  ]);
  assert.deepEqual(await suggest("CH-3"), ["superseded ch\u20134"]);
  assert.deepEqual(await suggest("CH-4"), []);
});

test("an offer that can be ordered ends its chain", async () => {
  await supersede("EN-1", "EN-2");
  await insert("EN-2", { supersededBy: "EN-3" });
  await insert("EN-3");
  assert.deepEqual(await suggest("EN-1"), ["superseded EN-2"]);
  assert.deepEqual(await suggest("EN-2"), []);
  await insert("EN-4", { supersededBy: "EN-2", status: "DISCONTINUED" });
  assert.deepEqual(await suggest("EN-4"), ["superseded EN-2"]);
});

test("parts that can be ordered come before an end that is not in the catalog", async () => {
  await supersede("FO-1", "FO-2");
  await supersede("FO-2", "FO-3");
  await insert("FO-2", { vendor: "Other" });
  assert.deepEqual(await suggest("FO-1"), ["superseded FO-2", "superseded FO-3"]);
});

test("if vendors have different successors, the one in stock comes first", async () => {
  await supersede("SP-1", "SP-2");
  await insert("SP-1", { vendor: "Other", status: "SUPERSEDED", supersededBy: "SP-3" });
  await insert("SP-2", { stock: 0 });
  await insert("SP-3");
  assert.deepEqual(await suggest("SP-1"), ["superseded SP-3", "superseded SP-2"]);
});

test("alternates apply in one direction, interchangeable parts in both", async () => {
  await insert("AL-1", { alternates: ["AL-2"], interchangeable: ["al-3"] });
  await insert("AL-2");
  await insert("AL-3");
  assert.deepEqual(await suggest("AL-1"), ["alternate AL-2", "alternate al-3"]);
  assert.deepEqual(await suggest("AL-2"), []);
  assert.deepEqual(await suggest("al-3"), ["alternate AL-1"]);
});

test("alternates in stock come first; expired stock does not count", async () => {
  await insert("AS-1", { alternates: ["AS-2", "AS-3", "AS-4", "AS-5", "AS-6"] });
  await insert("AS-2", { stock: 0 });
  await insert("AS-3", { shelfLifeExpires: "2020-01-01" });
  await insert("AS-4", { status: "ON_HOLD" });
  await insert("AS-5");
  await insert("AS-6", { shelfLifeExpires: utcDay(app.clock.now) });
  const alternates = ["AS-5", "AS-6", "AS-2", "AS-3", "AS-4"].map(
    (number) => `alternate ${number}`,
  );
  assert.deepEqual(await suggest("AS-1"), alternates);
});

test("a number is suggested once per entry and never for itself", async () => {
  await insert("ON-1", {
    status: "SUPERSEDED",
    supersededBy: "ON-2",
    alternates: ["ON-2", "ON-1", "on-3"],
    interchangeable: ["ON-3", "ON-1"],
  });
  await insert("ON-2", { interchangeable: ["ON-1"] });
  assert.deepEqual(await suggest("ON-1"), ["superseded ON-2", "alternate ON-3"]);
});

test("chains are followed for 50 steps, and at most ten parts are suggested", async () => {
  for (let at = 0; at < 51; at += 1) await supersede(`LO-${at}`, `LO-${at + 1}`);
  await insert("LO-51");
  const fifty = await suggest("LO-1");
  assert.equal(fifty.length, 10);
  assert.deepEqual(fifty.slice(0, 2), ["superseded LO-51", "superseded LO-50"]);
  assert.equal((await suggest("LO-0"))[0], "superseded LO-50");
});

test("a loop in the catalog ends", async () => {
  await supersede("RI-1", "RI-2");
  await supersede("RI-2", "RI-3", 5);
  await supersede("RI-3", "RI-1");
  assert.deepEqual((await suggest("RI-1")).toSorted(), ["superseded RI-2", "superseded RI-3"]);
});

test("a part with 10,000 interchangeable parts gets ten suggestions, those in stock first", async () => {
  await runSql(
    app.database.db,
    `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, received, list_price, currency, status, interchangeable, updated_at)
      select 'HUB-' || i, 'HUB-' || i, 'HUB' || i, 'Acme', 'NE', 'EA', i % 2, 1, 'USD',
        'ACTIVE', '{hub}', now()
      from generate_series(1, 10000) i`,
  );
  await insert("HUB");
  const numbers = await suggest("HUB");
  assert.equal(numbers.length, 10);
  for (const number of numbers) assert.match(number, /^alternate HUB-\d*[13579]$/);
});

test("the number within an entry is suggested; if there are several, all are", async () => {
  await insert("WI-100-3", { manufacturer: "Acme", cage: "1EX01" });
  await insert("WI-100-4");
  assert.deepEqual(await suggest("P/N WI-100-3 REV A QTY 2 EA"), ["within WI-100-3"]);
  assert.deepEqual(await suggest("1EX01 Acme bracket, WI-100-3 (2)"), ["within WI-100-3"]);
  assert.deepEqual(await suggest("PN: WI1003, 2 pcs"), ["within WI-100-3"]);
  await insert("WI-100");
  assert.deepEqual(await suggest("P/N WI-100 3 REV A"), ["within WI-100", "within WI-100-3"]);
  assert.deepEqual(await suggest("WI-100-3 or WI-100-4"), ["within WI-100-3", "within WI-100-4"]);
  const { found_parts, not_found } = await lookUp({ part_numbers: ["P/N WI-100-3"] });
  assert.deepEqual([found_parts, not_found], [[], ["P/N WI-100-3"]]);
});

test("the part of an NSN or NIIN is suggested, however it is written", async () => {
  await insert("NU-1", { nsn: "5310001234567" });
  for (const entry of ["5310-00-123-4567", "NSN 5310001234567", "00-123-4567", "1234567"]) {
    assert.deepEqual(await suggest(entry), ["nsn NU-1"], entry);
  }
  assert.deepEqual(await suggest("NSN 5311-00-123-4567"), ["nsn NU-1"]);
  assert.deepEqual(await suggest("00-123-4568"), []);
});

test("similar numbers are suggested likeliest first, at most five, and only without others", async () => {
  await insert("SI-5OO-1B");
  assert.deepEqual(await suggest("SI-500-18"), ["similar SI-5OO-1B"]);
  assert.deepEqual(await suggest("P/N S1-5OO-1B REV A"), ["similar SI-5OO-1B"]);
  for (const end of "234567") await insert(`SJ-77${end}0`);
  const found = await suggest("SJ-7780");
  assert.equal(found.length, 5);
  assert.equal(found[0], "similar SJ-7770");
  assert.deepEqual(await suggest("SJ-77"), []);
  await insert("SK-7711");
  assert.deepEqual(await suggest("SK-771"), ["similar SK-7711"]);
  await insert("SK-7712");
  assert.deepEqual(await suggest("SK-77I"), []);
  assert.deepEqual(await suggest("SJ7720"), ["punctuation SJ-7720"]);
  assert.deepEqual(await suggest("SJ-7720"), []);
});

/** Lists what is found for a name, then what is suggested. */
async function suggestNames(name: string): Promise<string[]> {
  const { found_parts, suggestions } = await lookUp({ part_names: [name] });
  const found = found_parts.map((part: { part_number: string }) => part.part_number);
  type Named = { entry: string; part_number: string; reason: string; read_as: string };
  const suggested = suggestions.map((one: Named) => {
    assert.equal(one.entry, name);
    return `${one.reason} ${one.part_number} ${one.read_as}`;
  });
  return [...found, ...suggested];
}

test("a name is suggested by what catalogs call it, and with one typing error, but never found", async () => {
  await insert("TE-1", { partName: "PIN,COTTER" });
  await insert("TE-2", { partName: "RECORDER,COCKPIT VOICE" });
  await insert("TE-3", { partName: "CVR ASSY,ACCESS" });
  assert.deepEqual(await suggestNames("Split Pins"), ["term TE-1 pin cotter"]);
  assert.deepEqual(await suggestNames("pin cotr"), []);
  assert.deepEqual(await suggestNames("pin cottter"), ["spelling TE-1 pin cotter"]);
  assert.deepEqual(await suggestNames("pin cotter"), ["TE-1"]);
  assert.deepEqual(await suggestNames("cover assembly"), ["TE-3"]);
  assert.equal((await suggestNames("cvr"))[0], "TE-3");
  assert.ok((await suggestNames("cvr")).includes("term TE-2 cockpit voice recorder"));
});

test("a name is suggested with its noun first and without sizes", async () => {
  await insert("NF-1", { partName: "COVER,FUEL PUMP", price: 100 });
  await insert("NF-2", { partName: "PUMP,FUEL", price: 200 });
  assert.deepEqual(await suggestNames("fuel pump"), ["NF-2", "NF-1"]);
  assert.deepEqual(await suggestNames("pump fuel"), ["NF-2", "NF-1"]);
  await insert("NF-4", { partName: "COVER,OIL COOLER", price: 100 });
  await insert("NF-5", { partName: "COOLER,OIL,28 VDC", price: 200 });
  assert.deepEqual(await suggestNames("oil cooler"), ["NF-4", "NF-5", "term NF-5 cooler oil"]);
  await insert("NF-3", { partName: "CIRCUIT BREAKER" });
  assert.deepEqual(await suggestNames("CIRCUIT BREAKER, 5 AMP"), ["term NF-3 circuit breaker"]);
  assert.deepEqual(await suggestNames("ckt bkr 5A"), ["term NF-3 circuit breaker"]);
});

test("a name is suggested with its words together, apart, in another form or cut short", async () => {
  await insert("WF-1", { partName: "TAILBOOM ASSY" });
  await insert("WF-2", { partName: "COVER,MAIN TRANSMIS" });
  await insert("WF-3", { partName: "PLATE,RETAINING,BEARING" });
  await insert("WF-4", { partName: "SCREW,CLOSE TOLERANCE" });
  assert.deepEqual(await suggestNames("tail boom"), ["term WF-1 tailboom"]);
  assert.deepEqual(await suggestNames("main transmission cover"), [
    "term WF-2 cover main transmis",
  ]);
  assert.deepEqual(await suggestNames("bearing retainer plate"), [
    "term WF-3 plate retaining bearing",
  ]);
  assert.deepEqual(await suggestNames("close tol screw"), ["term WF-4 screw close tolerance"]);
});

test("the last words of a name that finds nothing are suggested as what is within it", async () => {
  await insert("WL-1", { partName: "METERING VALVE" });
  await insert("WL-2", { partName: "HANDLE,METERING VALVE" });
  assert.deepEqual(await suggestNames("gasoline metering valve"), ["within WL-1 metering valve"]);
});

test("a name that finds nothing is suggested as its longest part that finds something, not as its last word", async () => {
  await insert("LP-1", { partName: "TURNBUCKLE,PLAIN", price: 100 });
  await insert("LP-2", { partName: "TURNBUCKLE,PLAIN", title: "Titanium", price: 200 });
  const expected = ["within LP-2 titanium turnbuckle"];
  assert.deepEqual(await suggestNames("titanium turnbuckle 1/4"), expected);
  assert.deepEqual(await suggestNames("polished titanium turnbuckle"), expected);
});
