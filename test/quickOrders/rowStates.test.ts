// A row is ready by itself only if nothing contradicts the offer: what it asks for, another offer,
// another row. What is left to a person is named; suggestions are used for all rows only if they
// cannot mean another part.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { hasUndo } from "../../src/quickOrders/rowQueries.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import type { OfferFields } from "../support/insertOffer.ts";
import { by, database, now, offer, offers, openLists, rowsOf, send } from "../support/lists.ts";
import { runSql } from "../support/runSql.ts";
import { pick } from "../support/sendList.ts";

openLists(
  { partNumber: "ABC-1234", stock: 90 },
  { partNumber: "OIL-1", stock: 90, nsn: "9150000657459" },
  { partNumber: "OIL-1", stock: 90, nsn: "9150000657459", vendor: "Best" },
  { partNumber: "TWIN-1", stock: 90, nsn: "5310001234567" },
  { partNumber: "TWIN-2", nsn: "5310001234567", price: null },
);

type Case = {
  readonly offers: readonly Partial<OfferFields>[];
  /** Each a quantity and perhaps a condition. */
  readonly rows: readonly string[];
  /** State and reason; PN is the part number. */
  readonly found: readonly string[];
};

const few = { stock: 8 };
const many = { stock: 30 };
const faa = { stock: 50, certificate: "8130-3" };
const coc = { stock: 50, certificate: "CoC" };
const onlyBest = "ambiguous Only Best (NE) has enough stock.";
const onlyOffer = "ready Only offer with enough stock.";

const cases: Readonly<Record<string, Case>> = {
  "the only offer with enough stock is chosen": {
    offers: [few, { ...many, price: 900 }, { stock: 0 }],
    rows: ["12"],
    found: [onlyOffer],
  },
  "one in another condition is not": {
    offers: [few, { ...many, condition: "OH" }],
    rows: ["12"],
    found: ["ambiguous Only Best (OH) has enough stock."],
  },
  "one with a lesser certificate is not": {
    offers: [
      { ...few, certificate: "8130-3" },
      { ...many, certificate: "CoC" },
    ],
    rows: ["12"],
    found: [onlyBest],
  },
  "one by another manufacturer is not": {
    offers: [
      { ...few, manufacturer: "Apex" },
      { ...many, manufacturer: "Fix" },
    ],
    rows: ["12"],
    found: ["ambiguous 2 manufacturers make part PN. Only Best (NE) has enough stock."],
  },
  "one in another unit is not": {
    offers: [few, { ...many, unit: "HD" }],
    rows: ["12"],
    found: [onlyBest],
  },
  "one in another currency is not": {
    offers: [few, { ...many, currency: "EUR" }],
    rows: ["12"],
    found: [onlyBest],
  },
  "one in packs that the quantity does not fill is not": {
    offers: [few, { ...many, multiple: 5 }],
    rows: ["12"],
    found: [onlyBest],
  },
  "a requested certificate decides": {
    offers: [
      { stock: 8, certificate: "8130-3; CoC" },
      { stock: 30, certificate: "CoC" },
    ],
    rows: ["12\tNE / CoC", "2\tNE / 8130-3"],
    found: [onlyOffer, "ready null"],
  },
  "a better certificate is no contradiction": {
    offers: [few, { ...many, certificate: "CoC" }],
    rows: ["12"],
    found: [onlyOffer],
  },
  "rows that need more together than the only offer has are for a person": {
    offers: [few, { stock: 20 }],
    rows: ["12", "9"],
    found: Array(2).fill(
      `${onlyBest.slice(0, -1)}, but not for all rows of the part: 20 in stock, 21 needed.`,
    ),
  },
  "rows that need as much together as the only offer has are ready": {
    offers: [few, { stock: 20 }],
    rows: ["11", "9"],
    found: [onlyOffer, onlyOffer],
  },
  "a row that no offer can supply says what there is": {
    offers: [few, { stock: 3 }],
    rows: ["12"],
    found: ["short No offer has 12 in stock. The most is 8."],
  },
  "offers without stock are counted": {
    offers: [{ stock: 0 }, { stock: 0 }],
    rows: ["2"],
    found: ["short 2 offers, none in stock."],
  },
  "a row whose only offer has no certificate asks": {
    offers: [{ stock: 50 }],
    rows: ["1\tNE / 8130-3"],
    found: ["ambiguous FAA 8130-3 not offered: no certificate is listed."],
  },
  "a row whose only offer has another certificate asks": {
    offers: [coc],
    rows: ["1\tNE w/ 8130-3", "1\t8130-3 or EASA Form 1", "1\tCoC or 8130-3"],
    found: [
      "ambiguous FAA 8130-3 not offered, only Certificate of Conformance.",
      "ambiguous FAA 8130-3 or EASA Form 1 not offered, only Certificate of Conformance.",
      "ready null",
    ],
  },
  "an offer with the certificate is taken, if it has enough": {
    offers: [coc, { ...faa, stock: 2 }],
    rows: ["5\tNE / 8130-3", "1\tNE / 8130-3"],
    found: [
      "ambiguous No offer with FAA 8130-3 can supply 5. Only Able (NE) has enough stock.",
      "ready null",
    ],
  },
  "a certificate that only an offer on hold has is named": {
    offers: [coc, { ...faa, status: "ON_HOLD" }],
    rows: ["1\tNE / 8130-3"],
    found: [
      "ambiguous FAA 8130-3 not offered, only Certificate of Conformance. " +
        "An offer with FAA 8130-3 is on hold.",
    ],
  },
  "an unclear quantity is reported beside several offers": {
    offers: [many, many],
    rows: ["2 or 3"],
    found: ["ambiguous 2 offers match. The quantity is not a whole number"],
  },
};

for (const [at, [name, one]] of Object.entries(cases).entries()) {
  test(name, async () => {
    const partNumber = `CASE-${at}`;
    await offers(partNumber, ...one.offers);
    const listId = await send(one.rows.map((row) => `${partNumber}\t${row}`).join("\n"));
    const found = pick(await rowsOf(listId), "state", "reason");
    for (const [place, expected] of one.found.entries()) {
      const text = expected.replace("PN", partNumber);
      assert.ok(found[place]?.startsWith(text), `${found[place]} is not ${text}`);
    }
    assert.equal(found.length, one.found.length);
  });
}

before(async () => {
  const stock = 50;
  await offer({ partNumber: "PUMP-1", condition: "SV", stock });
  await offer({ partNumber: "PUMP-1", condition: "NE", stock });
  await offer({ partNumber: "PUMP-1", condition: "OH", stock: 0 });
  await offer({ partNumber: "PUMP-1", condition: "NS", price: null, stock });
  await offer({ partNumber: "PUMP-1", condition: "RP", status: "ON_HOLD", stock });
  await offer({ partNumber: "CORE-1", condition: "AR", stock });
});

/** Condition and part: what is stored as accepted, the certificate, the state, and the buttons. */
const conditions = [
  ["new and/or serviceable", "PUMP-1", "NE / SV|null|ambiguous", null],
  ["NE or better", "PUMP-1", "NE|null|ready", null],
  ["OH", "PUMP-1", "OH|null|short", null],
  ["AR", "PUMP-1", "AR|null|other_condition", ["NE", "SV"]],
  ["SV or XX", "PUMP-1", "SV or XX|null|unreadable", null],
  ["SV or OH", "NEVER-1", "OH / SV|null|not_found", null],
  ["AR/SV", "CORE-1", "SV / AR|null|ready", null],
  ["SV or OH", "CORE-1", "OH / SV|null|other_condition", ["AR"]],
  ["SV or better w/ 8130-3", "CORE-1", "NE / NS / NU / OH / SV|8130-3|other_condition", null],
  ["as available", "CORE-1", "null|null|ready", null],
  ["any w/ 8130-3", "CORE-1", "null|8130-3|ambiguous", null],
  ["not OH", "CORE-1", "not OH|null|unreadable", ["AR"]],
  ["not AR", "CORE-1", "not AR|null|unreadable", []],
] as const;

for (const [text, part, stored, buttons] of conditions) {
  test(`the condition "${text}" of ${part} is ${stored}`, async () => {
    const listId = await send(`PN\tQty\tCondition\n${part}\t1\t${text}`);
    const [row] = await rowsOf(listId);
    assert.equal(
      [row?.condition, row?.certificate, row?.state].join("|"),
      stored.replaceAll("null", ""),
    );
    const fixes = await by().listFixes(listId, 2);
    const offered = fixes.flatMap((one) => (one.kind === "condition" ? one.condition : []));
    if (buttons !== null) assert.deepEqual(offered, buttons);
    assert.deepEqual(await by().listSeveral(listId, "cheapest"), [], "several conditions");
  });
}

const stateOf = async (listId: ListId) =>
  pick(await rowsOf(listId), "state", "quantity", "nearestQuantity");

test("rows of a part share its stock: one is reduced at a time, to what others leave", async () => {
  await offers("SHARE-1", { stock: 8 }, { stock: 3 });
  const listId = await send("SHARE-1\t12\nSHARE-1\t13");
  assert.deepEqual(await stateOf(listId), ["short 12 8", "short 13 8"]);
  await by().fixSeveral(listId, "reduce");
  assert.deepEqual(await stateOf(listId), ["short 12 3", "ready 8 null"]);
  await by().fixSeveral(listId, "reduce");
  assert.deepEqual(await stateOf(listId), ["ready 3 null", "ready 8 null"]);
  const more = await send("SHARE-1\t8\nSHARE-1\t8\nSHARE-1\t3\nSHARE-1\t12");
  const open = ["ambiguous 8 null", "ambiguous 8 null", "ambiguous 3 null", "short 12 3"];
  assert.deepEqual(await stateOf(more), open);
});

test("the most that a row can order leaves what another row orders or has chosen", async () => {
  await offers("LEFT-1", { stock: 8 }, { stock: 2 });
  const listId = await send("LEFT-1\t12\nLEFT-1\t5");
  await by().fix(listId, 1, "quantity:3");
  assert.deepEqual(await stateOf(listId), ["ready 3 null", "ready 5 null"]);
  await offers("LEFT-2", { stock: 5 }, { stock: 5 });
  const none = await send("LEFT-2\t5\nLEFT-2\t6");
  await by().choose(none, 1, "Able");
  assert.deepEqual(await stateOf(none), ["ready 5 null", "short 6 5"]);
});

test("offers in two conditions are reduced to by a person only", async () => {
  await offers("FEW-2", { stock: 8 }, { stock: 3, condition: "OH" });
  const listId = await send("FEW-2\t12");
  assert.deepEqual(await stateOf(listId), ["short 12 null"]);
});

test("if the offer chosen before is gone, the only one with enough stock is named", async () => {
  await offers("GONE-2", { stock: 50 }, { stock: 100 }, { stock: 2 });
  const listId = await send("GONE-2\t12");
  await by().choose(listId, 1, "Able");
  const hold =
    "update offers set status = 'ON_HOLD' where part_number = 'GONE-2' and vendor = 'Able'";
  await runSql(database.db, hold);
  await database.replica.catchUp();
  await by().type(listId, 1, "GONE-2|13");
  const gone = "The offer chosen before is no longer available. Only Best (NE) has enough stock.";
  assert.deepEqual(pick(await rowsOf(listId), "state", "reason"), [`ambiguous ${gone}`]);
});

test("a person can choose an offer without the certificate, nothing done for several rows does", async () => {
  await offers("TWO-1", coc, { stock: 50 });
  const listId = await send("TWO-1\t1\tNE / 8130-3\nTWO-1\t1\tNE");
  assert.deepEqual(await by().fixSeveral(listId, "cheapest"), [2]);
  await by().choose(listId, 1, "Able");
  const rows = pick(await rowsOf(listId), "state", "certificate");
  assert.deepEqual(rows, ["ready 8130-3", "ready null"]);
});

test("a certificate that is asked for later replaces an offer chosen without it", async () => {
  await offers("CLIP-1", { stock: 50 }, { ...faa, price: 200 });
  const listId = await send("CLIP-1\t5");
  await by().fixSeveral(listId, "cheapest");
  const priceOf = async () => (await rowsOf(listId))[0]?.unitPrice?.minor;
  assert.equal(await priceOf(), 100n);
  await by().type(listId, 1, "CLIP-1|5|NE / 8130-3");
  assert.equal(await priceOf(), 200n);
});

test("a certificate that is not known, or a statement on one, is kept as written", async () => {
  await offers("FAA-1", { ...faa, stock: 900 });
  for (const [text, certificate, unread] of [
    ["PN\tQty\tCertificate\nFAA-1\t1\tEASA dual", null, "EASA dual"],
    ["PN\tQty\tCondition\nFAA-1\t2\tNE, 8130-3 dual release", "8130-3", "dual release"],
    ["FAA-1 x 2 NE w/ 8130-3 dual release", "8130-3", "dual release"],
  ] as const) {
    const [row] = await rowsOf(await send(text));
    assert.deepEqual([row?.state, row?.certificate], ["ready", certificate], text);
    assert.equal(row?.unread.certificate, unread, text);
  }
});

test("a button that uses the condition keeps the certificate, and what was not read", async () => {
  await offers("COC-1", coc);
  for (const [text, unread] of [
    ["Condition\nCOC-1\t2\tNE, 8130-3 and EASA Form 1 xyz", "EASA Form 1 xyz"],
    ["Condition\tCert\nCOC-1\t2\tNE, no PMA\t8130-3", "NE, no PMA"],
  ]) {
    const listId = await send(`PN\tQty\t${text}`);
    assert.deepEqual(pick(await rowsOf(listId), "state"), ["unreadable"]);
    await by().fix(listId, 2, "condition:NE");
    const [row] = await rowsOf(listId);
    const read = [row?.state, row?.condition, row?.certificate, row?.unread.condition];
    assert.deepEqual(read, ["ambiguous", "NE", "8130-3", unread]);
  }
});

test("of equal totals the shortest lead time is the cheapest, and another offer can be chosen later", async () => {
  await offers(
    "TIE-1",
    { ...many, price: 100, leadTimeDays: 192 },
    { ...many, price: 100, leadTimeDays: 91 },
  );
  const listId = await send("TIE-1\t2");
  await by().fixSeveral(listId, "cheapest");
  const best = (await rowsOf(listId))[0]?.offerId;
  await by().choose(listId, 1, "Able");
  const [row] = await rowsOf(listId);
  assert.equal(row?.state, "ready");
  assert.notEqual(row?.offerId, best);
  await by().choose(listId, 1, "Best");
  assert.equal((await rowsOf(listId))[0]?.offerId, best);
});

test("a row that calls its part another thing waits for one click, which the account is not asked for again", async () => {
  await offer({ partNumber: "SW-1", partName: "SWITCH,TOGGLE", title: "Toggle switch" });
  const rows = "P/N\tDescription\tQty\nSW-1\tBEARING BALL\t2\nSW-1\tTOGGLE SW\t1\nSW-1\t\t1";
  const states = async (listId: ListId) => pick(await rowsOf(listId), "state");
  const open = ["ambiguous", "ready", "ready"];
  const listId = await send(rows);
  assert.deepEqual(await states(listId), open);
  const [row] = await rowsOf(listId);
  assert.match(row?.reason ?? "", /^The list says “BEARING BALL”, the catalog “Toggle switch/);
  assert.deepEqual(await by().listSeveral(listId, "cheapest"), []);
  await by().fix(listId, 2, "name");
  assert.deepEqual(await states(listId), ["ready", "ready", "ready"]);
  assert.equal(await hasUndo(database.db, listId), false, "it is for all lists");
  assert.deepEqual(await states(await send(rows)), ["ready", "ready", "ready"]);
  assert.deepEqual(await states(await send(rows.replace("BALL", "ROLLER"))), open);
  const stranger = await insertBuyer(database.db, now);
  assert.deepEqual(await states(await send(rows, stranger)), open);
});

async function sendNumbers(numbers: readonly string[]) {
  const text = `P/N\tQty\n${numbers.map((number) => `${number}\t1`).join("\n")}`;
  return send(text);
}

async function useAll(numbers: readonly string[]) {
  const listId = await sendNumbers(numbers);
  const used = await by().fixSeveral(listId, "number");
  assert.ok((await rowsOf(listId)).every(({ state }) => state !== "waiting"));
  return used.map((row) => numbers[row - 2]);
}

test("a whole NSN of which the catalog has one part number is used", async () => {
  const meant = [
    "9150-00-065-7459",
    "NSN 9150000657459",
    "9150000657459",
    "NSN: 9150 00 065 7459",
    "9150\u201300\u2013065\u20137459",
  ];
  assert.deepEqual(await useAll(meant), meant);
});

test("part of an NSN, another supply class or an NSN of two part numbers is for a person", async () => {
  assert.deepEqual(
    await useAll(["000657459", "00-065-7459", "9999-00-065-7459", "5310-00-123-4567"]),
    [],
  );
});

test("marks behind a number are no part of it, but dashes and letters are", async () => {
  const meant = ["ABC-1234,", "ABC-1234.", "ABC-1234;", "ABC-1234 ,", "P/N ABC-1234."];
  assert.deepEqual(await useAll([...meant, "ABC1234", "A8C-1234", "ABC-1243", "ABC-1234-"]), meant);
});

test("a revision beside the number that is used stays with the row, and undo restores both", async () => {
  const listId = await sendNumbers(["P/N ABC-1234 REV B"]);
  const read = async () => {
    const [row] = await rowsOf(listId);
    return [row?.partNumber, row?.unread];
  };
  await by().fixSeveral(listId, "number");
  assert.deepEqual(await read(), ["ABC-1234", { condition: "REV B" }]);
  await by().undo(listId);
  assert.deepEqual(await read(), ["P/N ABC-1234 REV B", {}]);
});

const readingsOf = async (listId: ListId) =>
  pick(await rowsOf(listId), "state", "partNumber", "quantity");

test("a number that is written otherwise, similar, or a dash elsewhere is never taken by itself", async () => {
  const listId = await send(
    "ABC1234\t2\nabc 1234\t1\n9150-00-065-7459\t1\nABC-1235\t1\nAB-C1234\t1",
  );
  const rows = await rowsOf(listId);
  assert.deepEqual(new Set(pick(rows, "state", "offerId")), new Set(["not_found null"]));
  assert.deepEqual(
    rows.map(({ suggestions }) => suggestions),
    [["ABC-1234"], ["ABC-1234"], ["OIL-1"], ["ABC-1234"], ["ABC-1234"]],
  );
});

test("the catalog decides whether a comma separates a quantity, else a person", async () => {
  for (const partNumber of ["DA48591-138", "KIT-5,10", "BOTH-1", "BOTH-1,20"]) {
    await offer({ partNumber, stock: 500 });
  }
  const plain = "\nDA48591-138 3".repeat(5);
  const listId = await send(
    `ABC-1234 1\nDA48591-138,122\nKIT-5,10\nBOTH-1,20\nNEVER-138,122${plain}`,
  );
  assert.deepEqual((await readingsOf(listId)).slice(1, 6), [
    "ready DA48591-138 122",
    "bad_quantity KIT-5,10 null",
    "unreadable null null",
    "not_found NEVER-138 122",
    "ready DA48591-138 3",
  ]);
});

test("what is beside a number that is used stays: condition, certificate, quantity and words", async () => {
  await offer({ partNumber: "DA22495F7", certificate: "EASA Form 1" });
  await offer({ partNumber: "DA926-49", unit: "FT", stock: 500 });
  const listId = await send(
    "DA22495F7 NE EASA FORM 1 QTY 2\nNE DA22495F7 EASA FORM 1 urgent QTY 2\n" +
      "12,5 m DA926-49\n1.500 DA926-49",
  );
  assert.deepEqual(await readingsOf(listId), [
    "ready DA22495F7 2",
    "not_found NE DA22495F7 EASA FORM 1 urgent 2",
    "bad_quantity DA926-49 null",
    "bad_quantity DA926-49 null",
  ]);
  const marks = async (row: number) => (await by().listFixes(listId, row)).map(({ mark }) => mark);
  assert.ok((await marks(3)).includes("convert:42 FT:42"));
  assert.ok((await marks(4)).includes("quantity:1500"));
  await by().fix(listId, 2, "number:DA22495F7");
  const [, used] = await rowsOf(listId);
  const wish = [used?.state, used?.quantity, used?.condition, used?.certificate, used?.unread];
  assert.deepEqual(wish, ["ready", 2, "NE", "EASA Form 1", { condition: "urgent" }]);
});

test("an alternate of a part that is not for sale is offered, and never used for several rows", async () => {
  const ended = { status: "DISCONTINUED", alternates: ["ABC-1234"] };
  await offer({ partNumber: "TIRE-1", ...ended });
  await offer({ partNumber: "TIRE-2", status: "SUPERSEDED", supersededBy: "ABC-1234" });
  const listId = await send("TIRE-1\t5\tNE\nTIRE-2\t1");
  assert.deepEqual(pick(await rowsOf(listId), "state"), ["not_orderable", "not_orderable"]);
  assert.deepEqual(await by().fixSeveral(listId, "number"), [2], "its successor");
  await by().fix(listId, 1, "number:ABC-1234");
  const [row] = await rowsOf(listId);
  assert.deepEqual([row?.state, row?.partNumber, row?.listed], ["ready", "ABC-1234", "TIRE-1"]);
});
