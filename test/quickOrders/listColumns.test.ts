// What the optional columns of a list say: units, dates and alternates, and the rows that are
// headings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createList } from "../../src/quickOrders/createList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { exportUnready } from "../../src/quickOrders/portalList.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import { accountId, buyer, by, database, now, openLists, rowsOf, send } from "../support/lists.ts";
import { pick } from "../support/sendList.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openLists(
  { partNumber: "NUT-1", stock: 900 },
  { partNumber: "HOSE-1", stock: 900, unit: "FT" },
  { partNumber: "MOBIL JET OIL", stock: 900 },
  { partNumber: "HELD-1", status: "ON_HOLD" },
);

async function edit(listId: ListId, rowNumber: number, quantity: string, condition = "") {
  await by().type(listId, rowNumber, `NUT-1|${quantity}|${condition}`);
}

async function findList(listId: ListId) {
  return (await selectList(database.db, accountId, listId)) ?? assert.fail();
}

async function exportRows(listId: ListId): Promise<string[]> {
  const lines: string[] = [];
  for await (const cells of exportUnready(database.db, await findList(listId))) {
    lines.push(cells.join("\t"));
  }
  return lines;
}

test("a column of units is read like units in quantities", async () => {
  for (const header of ["U/M", "UOM", "Unit", "unit of measure"]) {
    const listId = await send(
      `P/N\tQty\t${header}\nNUT-1\t1\tBX\nNUT-1\t2\tEA\nNUT-1\t3\teach\nNUT-1\t4\t\n` +
        "NUT-1\t5 pcs\tBX\nHOSE-1\t6\tFT\nHOSE-1\t7\tfeet\nNUT-1\t8\tn/a\nNUT-1\t\tBX",
    );
    const rows = await rowsOf(listId);
    assert.deepEqual(pick(rows, "state", "quantity"), [
      "bad_quantity 1",
      "ready 2",
      "ready 3",
      "ready 4",
      "ready 5",
      "ready 6",
      "ready 7",
      "ready 8",
      "bad_quantity null",
    ]);
    assert.equal(rows[0]?.reason, "Sold by the piece (EA). Enter “1 BX” in EA.");
  }
});

test("the unit of a row counts after it is edited, until a person removes it", async () => {
  const listId = await send("P/N\tQty\tU/M\tCondition\nNUT-1\t1\tBX\t");
  await edit(listId, 2, "1 BX", "NE");
  assert.equal((await rowsOf(listId))[0]?.state, "bad_quantity");
  assert.match((await exportRows(listId))[1] ?? "", /^NUT-1\t1 BX\tBX\tNE\t/);
  const again = await send((await exportRows(listId)).join("\n"));
  assert.equal((await rowsOf(again))[0]?.state, "bad_quantity");
  await edit(listId, 2, "1", "NE");
  const [row] = await rowsOf(listId);
  assert.deepEqual([row?.state, row?.cells.slice(0, 4)], ["ready", ["NUT-1", "1", "", "NE"]]);
});

test("a column of units is never a question, and the first of several counts", async () => {
  const listId = await send("P/N\tQty\tU/M\tUnit\nNUT-1\t1\tEA\tBX\nNUT-1\t1\tBX\tEA");
  assert.deepEqual(pick(await rowsOf(listId), "state"), ["ready", "bad_quantity"]);
  const rows = rowOf("P/N", "Qty", "U/M") + rowOf("NUT-1", "4", "BX");
  const upload = { kind: "file", bytes: await workbookOf({ rows }) } as const;
  const sent = await createList(database.db, { signedIn: buyer, name: "x.xlsx", upload, now });
  assert.ok(sent.outcome === "created");
  assert.equal((await rowsOf(sent.listId))[0]?.quantityText, "4 BX");
});

test("the order of day and month is that of the whole column, also of rows far below", async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => `NUT-1\t${at + 1}\t12/${(at % 9) + 1}/26`);
  const open = await send(`P/N\tQty\tNeed date\n${many.join("\n")}`);
  assert.ok((await rowsOf(open)).every(({ neededBy }) => neededBy === null));
  const clear = await send(
    `P/N\tQty\tNeed date\tRemarks\n${many.join("\n")}\nNUT-1\t1\t12/15/26\nNUT-1\t1\tASAP\tjob 7`,
  );
  const rows = await rowsOf(clear);
  assert.deepEqual(
    [rows[0], rows[1_199], rows[1_200], rows[1_201]].map((row) => [
      ...[row?.neededBy, row?.remark, row?.unread.day],
    ]),
    [
      ["2026-12-01", null, undefined],
      ["2026-12-03", null, undefined],
      ["2026-12-15", null, undefined],
      [null, "job 7", "ASAP"],
    ],
  );
});

test("alternates that can be ordered are suggested for a number that is not found", async () => {
  for (const header of ["Alt P/N", "Alternate", "alt part no.", "Alternates"]) {
    const listId = await send(
      `P/N\t${header}\tQty\nNEVER-1\tnut-1\t1\nNEVER-2\tHELD-1\t1\nHOSE-1\tNUT-1\t1\n` +
        "NEVER-3\tNEVER-4 or NUT-1\t1",
    );
    const rows = await rowsOf(listId);
    assert.deepEqual(
      rows.map(({ state, suggestions }) => [state, suggestions]),
      [
        ["not_found", ["nut-1"]],
        ["not_found", []],
        ["ready", []],
        ["not_found", ["NUT-1"]],
      ],
    );
    assert.equal(rows[0]?.reason, "Part NEVER-1 not found. Alternate in your list: nut-1.");
  }
});

test("headings of sections are no rows, but part numbers always are", async () => {
  const listId = await send(
    "Item\tP/N\tDescription\tQty\n1\tNUT-1\tNUT\t2\nLANDING GEAR - RH\t\t\t\n" +
      "\tFUEL SYSTEM\t\t\n\tMobil Jet Oil\t\t\n\tBATTERY MAIN SHIP\t\t1\n\tNUT-1\t\t\n" +
      "\tNEVER 12 A\t\t\n2\tNUT-1\tNUT\t3\n" +
      "Form 7 - uncontrolled when printed from stores\t\t\t",
  );
  assert.deepEqual(pick(await rowsOf(listId), "rowNumber", "partNumber"), [
    "2 NUT-1",
    "5 Mobil Jet Oil",
    "6 BATTERY MAIN SHIP",
    "7 NUT-1",
    "8 NEVER 12 A",
    "9 NUT-1",
  ]);
  const notes = (await findList(listId)).notes.join(" ");
  assert.match(notes, /remarks: line 3 \(LANDING GEAR - RH\), line 10 \(Form 7/);
  assert.match(notes, /line 4 \(FUEL SYSTEM\)/);
});

test("headings of one word and totals with words are no rows", async () => {
  const listId = await send(
    "P/N\tQty\tCond\tNotes\nHYDRAULICS\t\t\t\nNUT-1\t2\tNE\t\nENGINE:\t\t\t\nNUT-1\t1\tNE\t\n" +
      "Subtotal hydraulics + engine\t\t\t\nSub-total airframe\t12\t\t\nCarried forward\t\t\t\n" +
      "Total for all sections\t\t\t\n\tSubtotal page 2\t\t\nTotal Aero D 100\t3\t\t\n" +
      "BOLT\t1\t\t\nSUM-100\t\t\t\nNUTS\t\tNE\t",
  );
  assert.deepEqual(pick(await rowsOf(listId), "partNumber"), [
    "NUT-1",
    "NUT-1",
    "Total Aero D 100",
    "BOLT",
    "SUM-100",
    "NUTS",
  ]);
  const notes = (await findList(listId)).notes.join(" ");
  assert.match(notes, /remarks: [^:]*\(HYDRAULICS\), line 4 \(ENGINE:\)/);
  assert.match(
    notes,
    /totals: [^:]*\(Subtotal hydraulics \+ engine\), line 7 \(Sub-total airframe, 12/,
  );
});

test("in a list without quantities no row is a heading", async () => {
  const listId = await send("P/N\tQty\nFUEL SYSTEM\t\nNUT-1\t\n");
  assert.equal((await rowsOf(listId)).length, 2);
});
