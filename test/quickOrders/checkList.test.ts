// Checking a list against the catalog: the state of each row, and the reason.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkStep } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import { selectList, summarizeList } from "../../src/quickOrders/queries.ts";
import { loadRowFacts } from "../../src/quickOrders/rowFacts.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import {
  accountId,
  buyer,
  database,
  now,
  offer,
  openLists,
  rowsOf,
  send,
  statesOf,
} from "../support/lists.ts";
import { pick, sendList } from "../support/sendList.ts";

openLists(
  { partNumber: "ONE-1", stock: 20, price: 1000 },
  { partNumber: "PACK-1", minQuantity: 10, multiple: 5, stock: 100 },
  { partNumber: "TWO-1", vendor: "Able Spares" },
  { partNumber: "TWO-1", vendor: "Best Spares", condition: "OH" },
  { partNumber: "OLD-1", status: "SUPERSEDED", supersededBy: "ONE-1" },
  { partNumber: "OLDER-1", status: "SUPERSEDED", supersededBy: "OLD-1" },
  { partNumber: "GONE-1", status: "SUPERSEDED", supersededBy: "HELD-1" },
  { partNumber: "HELD-1", status: "ON_HOLD" },
  { partNumber: "NSN-1", nsn: "5310001234567" },
);

before(async () => {
  const spacer = { partNumber: "MADE-1", manufacturer: "Apex Spacers", cage: "10237" };
  await offer(spacer);
  await offer({ ...spacer, condition: "OH", manufacturer: "Fixations", cage: "F6137" });
  await offer({ partNumber: "AN960 10" });
  await offer({ partNumber: "AN960" });
});

const cases: readonly (readonly [text: string, state: string, reason: RegExp | null])[] = [
  ["ONE-1\t5", "ready", null],
  ["one\u20111\t5", "ready", null],
  ["ONE-1\t20", "ready", null],
  ["ONE-1\t21", "short", /^ONE-1: 21 requested, 20 in stock\.$/],
  ["ONE1\t5", "not_found", /^Part ONE1 not found\. Similar: ONE-1\.$/],
  ["P/N ONE-1 REV A\t5", "not_found", /^Part P\/N ONE-1 REV A not found\. In the text: ONE-1\.$/],
  ["5310-00-123-4567\t5", "not_found", /not found\. With this NSN: NSN-1\.$/],
  ["0NE-1\t5", "not_found", /^Part 0NE-1 not found\. Similar: ONE-1\.$/],
  ["NEVER-1\t5", "not_found", /^Part NEVER-1 not found\.$/],
  [
    "PACK-1\t12",
    "bad_quantity",
    /^PACK-1: packs of 5, min\. 10\. Nearest quantities: 10 and 15\.$/,
  ],
  ["PACK-1\t", "bad_quantity", /^Quantity missing\. The minimum is 10\.$/],
  ["ONE-1\tmany", "bad_quantity", /The quantity is not a whole number/],
  ["TWO-1\t1", "ambiguous", /2 offers match\./],
  ["TWO-1\t1\tOH", "ready", null],
  ["MADE-1\t1\tOH", "ambiguous", /^2 manufacturers make part MADE-1\.$/],
  ["TWO-1\t1\tSV", "other_condition", /Not offered in SV, only in NE and OH/],
  [
    "OLD-1\t1",
    "not_orderable",
    /OLD-1 is superseded and cannot be ordered\. Order ONE-1 instead\./,
  ],
  [
    "OLDER-1\t1",
    "not_orderable",
    /^OLDER-1 is superseded and cannot be ordered\. Order ONE-1 instead\.$/,
  ],
  ["P/N OLD-1\t1", "not_found", /not found\. OLD-1 is superseded by ONE-1\.$/],
  ["OLD-1/A\t1", "not_found", /not found\. OLD-1 is superseded by ONE-1\.$/],
  ["P/N GONE-1\t1", "not_found", /not found\.$/],
  ["GONE-1\t1", "not_orderable", /^GONE-1 is superseded by HELD-1 and cannot be ordered\.$/],
  ["HELD1\t1", "not_found", /^Part HELD1 not found\.$/],
  ["HELD-1\t1", "not_orderable", /HELD-1 is on hold/],
  ["ONE-1\t1\tXX", "unreadable", /^The condition "XX" is unknown\.$/],
  ["ONE-1 x 5", "ready", null],
  ["5 ONE-1", "ready", null],
  ["AN960 10", "unreadable", /^It may be 10 of AN960, or AN960 10\. Type what you need\.$/],
  ["NEVER-1 x 5", "not_found", /^Part NEVER-1 not found\.$/],
];

for (const [text, state, reason] of cases) {
  test(`${JSON.stringify(text)} is ${state}`, async () => {
    const listId = await send(text);
    const [row] = await rowsOf(listId);
    assert.equal(row?.state, state);
    if (reason === null) assert.equal(row.reason, null);
    else assert.match(row.reason ?? "", reason);
  });
}

test("the offers of a row are in stock first, then by condition and price", async () => {
  await offer({ partNumber: "SORT-1", vendor: "Cheap", price: 100, stock: 0 });
  await offer({
    partNumber: "SORT-1",
    vendor: "Worn",
    condition: "OH",
    price: 1,
    stock: 5,
  });
  await offer({ partNumber: "SORT-1", vendor: "Dear", price: 900, stock: 5 });
  await offer({ partNumber: "SORT-1", vendor: "Fair", price: 500, stock: 5 });
  const listId = await send("SORT-1\t1");
  const rows = await rowsOf(listId);
  const { accountId } = buyer.account;
  await database.replica.catchUp();
  const facts = await loadRowFacts({ ...database, accountId, listId, now }, rows);
  assert.deepEqual(
    rows.map((row) => facts.of(row).choices.map(({ offer }) => offer.vendor)),
    [["Fair", "Dear", "Worn", "Cheap"]],
  );
});

test("offers in another condition than requested are no choices, and cannot be chosen", async () => {
  await offer({ partNumber: "MIX-1", vendor: "One", condition: "OH" });
  await offer({ partNumber: "MIX-1", vendor: "Two", condition: "OH" });
  await offer({ partNumber: "MIX-1", vendor: "Three", condition: "NE" });
  const listId = await send("MIX-1\t1\tOH\nTWO-1\t1\tSV");
  const { accountId } = buyer.account;
  const rows = await rowsOf(listId);
  const facts = await loadRowFacts({ ...database, accountId, listId, now }, rows);
  assert.deepEqual(
    rows.map((row) => facts.of(row).choices.map(({ offer }) => offer.condition)),
    [["OH", "OH"], []],
  );
});

test("rows of one offer are checked on their sum and keep their places", async () => {
  const text = "ONE-1\t12\nPACK-1\t5\nONE-1\t8\nPACK-1\t5";
  const listId = await send(text);
  assert.deepEqual(await statesOf(listId), ["ready", "ready", "ready", "ready"]);
  const more = await send(`${text}\none-1\t1`);
  const rows = await rowsOf(more);
  assert.deepEqual(pick(rows, "state"), ["short", "ready", "short", "ready", "short"]);
  assert.match(
    rows[0]?.reason ?? "",
    /^Rows 1, 3 and 5 together: ONE-1: 21 requested, 20 in stock\.$/,
  );
  assert.deepEqual(pick(rows, "nearestQuantity"), ["11", "null", "7", "null", "null"]);
});

test("rows of one offer that exceed the limit of a line are not ready", async () => {
  await offer({ partNumber: "MANY-1", stock: 5_000_000 });
  const half = "MANY-1\t500000";
  const listId = await send(`${half}\n${half}`);
  assert.deepEqual(await statesOf(listId), ["ready", "ready"]);
  const more = await send(`${half}\n${half}\nMANY-1\t1`);
  const rows = await rowsOf(more);
  assert.deepEqual(pick(rows, "state", "nearestQuantity"), [
    "bad_quantity 499999",
    "bad_quantity 499999",
    "bad_quantity null",
  ]);
  const reason = "Rows 1, 2 and 3 together: MANY-1: at most 1,000,000 per line.";
  assert.equal(rows[0]?.reason, reason);
});

test("rows of one part are checked together, whichever step reaches them", async () => {
  const filler = Array.from({ length: 120 }, (_, index) => `FILL-${index}\t1`);
  const text = ["ONE-1\t15", ...filler, "ONE-1 x 15"].join("\n");
  const listId = await send(text);
  const rows = await rowsOf(listId);
  assert.deepEqual([rows.at(0)?.state, rows.at(-1)?.state], ["short", "short"]);
});

test("prices are the account's own, by its agreement and the sum", async () => {
  const { db } = database;
  const own = await insertBuyer(db, now);
  const { accountId } = own.account;
  await insertAgreementRule(db, { accountId, partNumber: "ONE-1", price: 900 });
  await insertAgreementRule(db, { accountId, partNumber: "ONE-1", price: 800, minQuantity: 10 });
  const listId = await send("ONE-1\t4\nONE-1\t6", own);
  const rows = await rowsOf(listId);
  assert.deepEqual(
    rows.map(({ unitPrice, lineTotal }) => [unitPrice?.minor, lineTotal?.minor]),
    [
      [800n, 3200n],
      [800n, 4800n],
    ],
  );
  const { totals } = await summarizeList(db, listId);
  assert.deepEqual(totals, [{ minor: 8000n, currency: "USD" }]);
  const others = await send("ONE-1\t10");
  assert.equal((await rowsOf(others))[0]?.unitPrice?.minor, 1000n);
});

test("a step checks 50 rows, and progress reaches the number of rows", async () => {
  const { db } = database;
  const lines = Array.from({ length: 101 }, (_, index) => `STEP-${index} x ${index + 1}`);
  const listId = await sendList(db, buyer, lines.join("\n"), now);
  await database.replica.catchUp();
  const seen: number[] = [];
  let outcome = "more";
  while (outcome === "more") {
    const { rows, states } = await summarizeList(db, listId);
    seen.push(rows - states.waiting);
    outcome = await checkStep(database, listId, now);
  }
  assert.deepEqual(seen, [0, 50, 100, 101]);
  assert.equal((await summarizeList(db, listId)).states.not_found, 101);
});

test("an unreadable list is refused as a whole, with what to do", async () => {
  const { db } = database;
  for (const [text, message] of [
    ["\n \n", /Paste a part number/],
    ["part number,quantity", /no rows below the header/],
    ['A-1\t1\n"A-2\t2', /a quoted cell/],
    ["A\n".repeat(50_001), /more than 50,000 rows\. Split it/],
  ] as const) {
    const upload = { kind: "text", text } as const;
    const result = await createList(db, { signedIn: buyer, name: "x", upload, now });
    assert.ok(result.outcome === "refused");
    assert.match(result.message, message);
  }
});

test("another account's list is unknown, a colleague's is shared", async () => {
  const { db } = database;
  const listId = await send("ONE-1\t5");
  const stranger = await insertBuyer(db, now);
  const colleague = await insertBuyer(db, now, accountId);
  assert.equal(await selectList(db, stranger.account.accountId, listId), undefined);
  const list = await selectList(db, colleague.account.accountId, listId);
  assert.equal(list?.madeBy.userId, buyer.user.userId);
});
