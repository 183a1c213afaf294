// What a row proposes for a condition that it names, allows or leaves open, and what it says of
// other rows and numbers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const { db } = app.database;
  const stock = 50;
  await insertOffer(db, { partNumber: "PUMP-1", condition: "SV", stock });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "NE", stock });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "OH", stock: 0 });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "NS", price: null, stock });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "RP", status: "ON_HOLD", stock });
  await insertOffer(db, { partNumber: "CORE-1", condition: "AR", stock });
  await insertOffer(db, { partNumber: "GYRO-1", condition: "OH", nsn: "6615001234567", stock });
});

after(() => app.close());

const send = (rows: string) => pasteCheckedList(app, buyer, rows);

/** The row and its buttons. */
async function readRow(condition: string, partNumber = "PUMP-1") {
  const address = await send(`PN\tQty\tCondition\n${partNumber}\t1\t${condition}`);
  const [row] = await readListRows(app.database.db, listIdOf(address));
  const { body } = await buyer.get(`${address}?show=all`);
  const buttons = [...body.matchAll(/name="fix"\s+value="[^"]+">([^<]+)</g)];
  return { row, body, buttons: buttons.map(([, text]) => text) };
}

const cases: readonly (readonly [condition: string, buttons: readonly string[]])[] = [
  ["SV or OH", ["Use SV"]],
  ["NE/OH/SV", ["Use NE", "Use SV"]],
  ["OH or better", ["Use NE"]],
  ["sv OR BETTER", ["Use NE", "Use SV"]],
  ["new or serviceable", ["Use NE", "Use SV"]],
  ["SV or better w/ 8130-3", ["Use NE", "Use SV"]],
];

for (const [condition, buttons] of cases) {
  test(`"${condition}" has buttons for the conditions in which the part can be ordered`, async () => {
    const { row, ...shown } = await readRow(condition);
    assert.equal(row?.state, "unreadable");
    assert.equal(row?.reason, `The condition "${condition}" names several: choose one.`);
    assert.deepEqual(shown.buttons, buttons);
  });
}

test("if none of the named conditions is offered, the row names those that are", async () => {
  const { buttons, body } = await readRow("SV or OH", "CORE-1");
  assert.deepEqual(buttons, ["Use AR"]);
  assert.match(body, /Offered in AR\./);
  assert.deepEqual((await readRow("OH", "PUMP-1")).row?.state, "short");
  assert.deepEqual((await readRow("AR", "PUMP-1")).buttons, ["Use NE", "Use SV"]);
  assert.deepEqual((await readRow("SV or better", "6615-00-123-4567")).buttons, ["Use OH"]);
  assert.deepEqual((await readRow("SV or OH", "NEVER-1")).buttons, ["Use OH", "Use SV"]);
});

for (const condition of ["any", "ANY", "n/a", "N/A", "-", "TBA", "none", "as available"]) {
  test(`"${condition}" asks for no condition`, async () => {
    const { row } = await readRow(condition, "CORE-1");
    assert.deepEqual([row?.state, row?.condition], ["ready", null]);
  });
}

test("any condition with a certificate asks only for the certificate", async () => {
  const { row } = await readRow("any w/ 8130-3", "CORE-1");
  assert.deepEqual([row?.condition, row?.certificate], [null, "8130-3"]);
});

test("the best condition is a condition by itself", async () => {
  const { row } = await readRow("NE or better");
  assert.deepEqual([row?.state, row?.condition], ["ready", "NE"]);
});

test("an unknown condition is quoted if it is short", async () => {
  const reasonOf = async (condition: string) => (await readRow(condition)).row?.reason;
  assert.equal(
    await reasonOf("OH w/ dual release"),
    'The condition "OH w/ dual release" is unknown.',
  );
  assert.equal(await reasonOf("x".repeat(41)), "The condition is unknown.");
});

test("rows that would order the same offer name each other", async () => {
  const address = await send("CORE-1\t5\nGYRO-1\t1\nCORE-1\t5\nCORE-1\t1");
  const { body } = await buyer.get(`${address}?show=all`);
  const named = [...body.matchAll(/Same offer as ([^.]*)\./g)].map(([, rows]) => rows);
  assert.deepEqual(named, ["rows 3, 4", "rows 1, 4", "rows 1, 3"]);
});

test("several suggested numbers are named, and one that is out of stock says so", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "TW-1234", title: "Bushing", stock: 0 });
  await insertOffer(db, { partNumber: "TW1-234", title: "Wire rope", stock: 9 });
  await insertOffer(db, { partNumber: "LONE-55", title: "Spring", stock: 0 });
  const { body } = await buyer.get(`${await send("TW1234\t1\nLONE55\t1")}?show=all`);
  assert.match(body, />Use TW1-234: Wire rope</);
  assert.match(body, />Use TW-1234: Bushing, out of stock</);
  assert.match(body, />Use LONE-55, out of stock</);
});
