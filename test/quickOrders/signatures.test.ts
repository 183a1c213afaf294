// Signatures below lists are left out and named, and no row is ever taken for one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectList } from "../../src/quickOrders/queries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readListRows, sendList } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
let buyer: SignedIn;

before(async () => {
  database = await openTestDatabase();
  buyer = await insertBuyer(database.db, new Date());
  await insertOffer(database.db, { partNumber: "CHEERS" });
  await insertOffer(database.db, { partNumber: "555-010-0200" });
});

after(() => database.close());

/** The numbers of the rows of a list, and what its page says of the lines left out. */
async function read(text: string) {
  const { db } = database;
  const listId = await sendList(db, buyer, text);
  const rows = (await readListRows(db, listId)).map(({ rowNumber }) => rowNumber);
  const list = await selectList(db, buyer.account.accountId, listId);
  return { rows, notes: list?.notes.join(" ") ?? "" };
}

const tabs = "PN\tQty\tCond\nA-1\t2\tNE\nA-2\t5\tOH\n";
const signatures: readonly string[] = [
  "J. Okafor, Planning",
  "Best regards",
  "Kind regards,\nJane Doe\nSenior Buyer\nAcme Aviation GmbH",
  "Jane Doe | Buyer | +1 305 555 0100",
  "Jane Doe, Purchasing Manager, 305-555-0100",
  "Tel: (305) 555-0100",
  "jane.doe@acme.example",
  "Jane Doe\tBuyer\t+1 305 555 0100",
  "Thanks!\nJane Doe\nPhone 305-555-0100 ext. 12",
  "Buyer: Jane O'Brien",
  "www.acme.example, M: +44 20 7946 0000",
];

for (const signature of signatures) {
  test(`${JSON.stringify(signature)} below a list is left out and named`, async () => {
    const lines = signature.split("\n").length;
    for (const [above, rows] of [
      [tabs, [2, 3]],
      ["A-1 x 2\nA-2 x 5\n", [1, 2]],
      ["A-1 x 2\nA-2 x 5\n\n", [1, 2]],
    ] as const) {
      // A tab would make columns of the lines above.
      const text = above === tabs ? signature : signature.replaceAll("\t", " | ");
      const found = await read(`${above}${text}`);
      assert.deepEqual(found.rows, rows, above);
      assert.equal((found.notes.match(/line \d+ \(/g) ?? []).length, lines, found.notes);
      assert.match(found.notes, /Not imported, because they look like signatures: line/);
    }
  });
}

test("a name and a role in columns without headers are left out", async () => {
  assert.deepEqual((await read("A-1,2\nA-2,5\nJ. Okafor, Planning")).rows, [1, 2]);
  assert.deepEqual((await read("A-1|2|NE\nA-2|5|NE\nJane Doe | Buyer | +1 305 5550")).rows, [1, 2]);
});

const kept: readonly string[] = [
  "CHEERS\t\t",
  "Cheers",
  "Jane Doe, Buyer, 555-010-0200",
  "Jane Doe\t4\t",
  "Best regards\t1\t",
  "A-3\t\tbuyer@acme.example",
  "CLAMP\t\tbuyer@acme.example",
  "Tel: 6615-00-123-4567",
  "305-555-0100",
  "Test Lead",
  "Release agent\t\t",
  "A-3 Buyer",
  "Phone jack",
  "Fuel Pump, AOG",
  "Fuel Pump\tAOG\t",
  "Safety Wire\t\tThanks",
  "Safety Wire\t\tRequested by: Jane Doe",
  "+12",
];

for (const row of kept) {
  test(`${JSON.stringify(row)} is a row`, async () => {
    assert.deepEqual((await read(`A-1\t2\tNE\nA-2\t5\tOH\n${row}`)).rows, [1, 2, 3]);
  });
}

test("a name in the column of part numbers is a row, whatever its remark is", async () => {
  const remarks = ["Stores", "Buyer", "buyer@acme.example", "Jane Doe, +1 305 555 0100"];
  for (const remark of remarks) {
    const { rows, notes } = await read(`${tabs}Fuel Pump\t\t${remark}`);
    assert.deepEqual([rows, notes], [[2, 3, 4], ""], remark);
  }
  const both = await read(`${tabs}Fuel Pump\t\tBuyer, buyer@acme.example`);
  assert.deepEqual(both.rows, [2, 3]);
  assert.match(both.notes, /line 4 \(.*Fuel Pump.*buyer@acme\.example/);
});

test("any quantity makes a row, also one in words, but a phone number is none", async () => {
  assert.deepEqual((await read(`${tabs}Jane Doe\ttwo\tBuyer`)).rows, [2, 3, 4]);
  assert.deepEqual((await read(`${tabs}Fuel Valve\tTBD\tMaintenance`)).rows, [2, 3, 4]);
  assert.deepEqual((await read(`${tabs}Jane Doe\t+1 305 555 0100\t`)).rows, [2, 3]);
});

test("names are left out only below a signature, also if it starts a thousand rows later", async () => {
  const names = "Hydraulic Pump\nFuel Valve\n";
  assert.deepEqual((await read(`${names}Best regards\nJane Doe`)).rows, [1, 2]);
  assert.deepEqual((await read(`Best regards\nA-1\n${names}`)).rows, [2, 3, 4]);
  const rows = Array.from({ length: 999 }, (_, at) => `A-${at} x 1`);
  const found = await read([...rows, "Best regards", "Jane Doe"].join("\n"));
  assert.equal(found.rows.length, 999);
});
