// Lists as people have them: titles, headers anywhere and in any words, extra columns, totals, and
// columns that a person chooses once.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { chooseColumns, createList } from "../../src/quickOrders/createList.ts";
import type { ListId, OrderList } from "../../src/quickOrders/orderList.ts";
import { exportUnready } from "../../src/quickOrders/portalList.ts";
import { selectList, selectUploadFacts } from "../../src/quickOrders/queries.ts";
import { writeCsv } from "../../src/reading/files/writeCsv.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { accountId, buyer, by, database, now, openLists, rowsOf, send } from "../support/lists.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openLists(
  { partNumber: "ONE-1", stock: 20 },
  { partNumber: "10", stock: 20 },
  { partNumber: "20", stock: 20 },
);

async function create(text: string, signedIn = buyer) {
  const upload = { kind: "text", text } as const;
  const sent = await createList(database.db, { signedIn, name: "List", upload, now });
  assert.ok(sent.outcome !== "refused", JSON.stringify(sent));
  const list = await selectList(database.db, signedIn.account.accountId, sent.listId);
  assert.ok(list);
  return { outcome: sent.outcome, list };
}

async function textsOf({ listId }: OrderList) {
  const rows = await rowsOf(listId);
  return rows.map((row) =>
    [row.rowNumber, row.partNumber, row.quantityText, row.condition ?? ""].join("|"),
  );
}

const title = "Request for quote 22 Nov\t\t\t\nCustomer:\tAcme Air\t\t\n\t\t\t\n";

test("a header below titles is found, extra columns and totals are left out and named", async () => {
  const { outcome, list } = await create(
    `${title}Pos\tPart No.\tDescription\tReq'd Qty\tCond\tTarget price\n` +
      "1\tMS20470AD4-6\tRivet\t10\tNE\t0.12\n2\tAN960-416\tWasher\t20\tNE\t0.05\n" +
      "\tTotal\t\t30\t\t2.20\n",
  );
  assert.equal(outcome, "created");
  assert.deepEqual(await textsOf(list), ["5|MS20470AD4-6|10|NE", "6|AN960-416|20|NE"]);
  const notes = list.notes.join(" ");
  assert.match(notes, /titles above the header: line 1 \(Request for quote 22 Nov\), line 2/);
  assert.match(notes, /totals: line 7/);
  assert.match(notes, /Columns not read: "Target price"\./);
});

test("a part whose name starts like a total is a row", async () => {
  for (const text of ["PN\tQty\nTotal Aero D 100\t5", "Total Aero D 100"]) {
    const { list } = await create(text);
    const [row] = await rowsOf(list.listId);
    assert.equal(row?.cells[0], "Total Aero D 100");
  }
});

test("what may be a part above the header is never left out: a person decides", async () => {
  const { outcome, list } = await create("A-100\t5\nPN\tQty\nA-200\t2");
  assert.equal(outcome, "unclear");
  assert.deepEqual(await textsOf(list), []);
  const facts = await selectUploadFacts(database.db, list.listId);
  assert.match(facts?.doubt ?? "", /line 1 above it may be a part/);
});

test("a line above the header that has no part number and no quantity is a title", async () => {
  const planned = "Material requirement C-check N-EX01 rev 3\t\t\tprinted 26.11.2026\n";
  const table = "Itm\tPart No.\tReqd\tRemarks\n1\tA-100\t5\t\n";
  const { outcome, list } = await create(`${planned}${table}`);
  assert.equal(outcome, "created");
  assert.deepEqual(await textsOf(list), ["3|A-100|5|"]);
  assert.match(list.notes.join(" "), /titles above the header: line 1 \(Material requirement/);
  for (const part of ["A-300\t\t2\t", "\tA-300\t\turgent"]) {
    assert.equal((await create(`${part}\n${table}`)).outcome, "unclear", part);
  }
});

const unclear: readonly (readonly [text: string, doubt: RegExp])[] = [
  ["Teil\tBedarfsmenge\nA-100\t5\nA-200\t7", /Choose the part number and quantity columns: their/],
  ["PN\tStk.\nA-100\t5\nA-200\t7", /Choose the quantity column: its header is unknown/],
  ["PN\tQty\tState\nA-100\t5\tOH\nA-200\t7\tNE", /Choose the condition column/],
  ["PN\tP/N\tQty\nA-100\tB-100\t5", /Two headers name part_number/],
  ["1\tA-100\tRivet\t5\n2\tA-200\tBolt\t7", /4 columns without headers/],
];

for (const [text, doubt] of unclear) {
  test(`${JSON.stringify(text)} is a question`, async () => {
    const { outcome, list } = await create(text);
    assert.equal(outcome, "unclear");
    assert.match((await selectUploadFacts(database.db, list.listId))?.doubt ?? "", doubt);
  });
}

test("chosen columns are remembered for the account's lists with these headers only", async () => {
  const text = `${title}Sachnr.\tBez.\tBedarf Stk\tZust.\nA-100\tRivet\t5\tOH\nA-200\tBolt\t7\tNE`;
  const own = await insertBuyer(database.db, now);
  const { list } = await create(text, own);
  const headers = new Map([
    ["part_number", "Sachnr."],
    ["quantity", "Bedarf Stk"],
    ["condition", "Zust."],
  ]);
  const mapping = { headers, fixed: new Map(), headerLine: 4 };
  assert.equal((await chooseColumns(database.db, list, mapping, now)).outcome, "chosen");
  assert.deepEqual(await textsOf(list), ["5|A-100|5|OH", "6|A-200|7|NE"]);

  const next = "Zust.\tSachnr.\tBez.\tBedarf Stk\nOH\tA-300\tNut\t9";
  const known = await create(next, own);
  assert.equal(known.outcome, "created");
  assert.deepEqual(await textsOf(known.list), ["2|A-300|9|OH"]);
  assert.match(known.list.notes.join(" "), /Columns as chosen: part number from "Sachnr\."/);

  const stranger = await insertBuyer(database.db, now);
  assert.equal((await create(next, stranger)).outcome, "unclear");
});

test("columns without a header line are chosen by their letters", async () => {
  const { list } = await create("1\tA-100\tRivet\t5\n2\tA-200\tBolt\t7");
  const headers = new Map([
    ["part_number", "column B"],
    ["quantity", "column D"],
    ["condition", ""],
  ]);
  const mapping = { headers, fixed: new Map(), headerLine: 0 };
  assert.equal((await chooseColumns(database.db, list, mapping, now)).outcome, "chosen");
  assert.deepEqual(await textsOf(list), ["1|A-100|5|", "2|A-200|7|"]);
});

test("choosing columns again replaces the rows, and a page of before cannot add them", async () => {
  const { list } = await create("PN\tQty\tAlt PN\nA-100\t5\tB-100");
  const headers = new Map([["part_number", "Alt PN"]]);
  const mapping = { headers, fixed: new Map(), headerLine: 1 };
  assert.equal((await chooseColumns(database.db, list, mapping, now)).outcome, "chosen");
  assert.deepEqual(await textsOf(list), ["2|B-100|5|"]);
  const again = await selectList(database.db, accountId, list.listId);
  assert.equal(again?.version, list.version + 1);
});

test("a wrong choice is refused with the reason, and the rows stay", async () => {
  const { list } = await create("PN\tQty\nA-100\t5");
  const headers = new Map([["part_number", "Nowhere"]]);
  const mapping = { headers, fixed: new Map(), headerLine: 1 };
  const refused = await chooseColumns(database.db, list, mapping, now);
  assert.ok(refused.outcome === "refused");
  assert.match(refused.message, /no header "Nowhere"/);
  assert.deepEqual(await textsOf(list), ["2|A-100|5|"]);
});

test("in a spreadsheet, remarks beside the table do not spoil a row", async () => {
  const rows = `${rowOf("PN", "Qty")}${rowOf("A-100", "5")}${rowOf("A-200", "7", "urgent!")}`;
  const upload = { kind: "file", bytes: await workbookOf({ rows }) } as const;
  const sent = await createList(database.db, { signedIn: buyer, name: "x.xlsx", upload, now });
  assert.ok(sent.outcome === "created");
  const list = await selectList(database.db, accountId, sent.listId);
  assert.ok(list);
  assert.deepEqual(await textsOf(list), ["2|A-100|5|", "3|A-200|7|"]);
});

async function exportText(listId: ListId): Promise<string> {
  const list = await selectList(database.db, accountId, listId);
  assert.ok(list);
  const target = new PassThrough();
  const [text] = await Promise.all([
    buffer(target),
    writeCsv(exportUnready(database.db, list), target),
  ]);
  return text.toString();
}

async function sendFile(bytes: Buffer) {
  await database.replica.catchUp();
  await database.replica.catchUp();
  const upload = { kind: "file", bytes } as const;
  return createList(database.db, { signedIn: buyer, name: "parts.csv", upload, now });
}

test("a list keeps its own columns, with the changes made by hand", async () => {
  const text = "Line,PN,Qty,Error\n1,ONE-1,5,\n2,NEVER-1,3,old words\n3,NEVER-2,4,";
  const listId = await send(text);
  await by().type(listId, 4, "NEVER-3|7|NE");
  assert.equal(
    await exportText(listId),
    "Line,PN,Qty,condition,error\n" +
      "2,NEVER-1,3,,Part NEVER-1 not found.\n" +
      "3,NEVER-3,7,NE,Part NEVER-3 not found.\n",
  );
});

test("an exported list can be uploaded again and is the same list", async () => {
  for (const text of [
    "ONE-1\t21\nNEVER-1\t3\tOH",
    "ONE-1 x 21\n3 x NEVER-1\nNEVER-2 4 NE",
    "21\tONE-1",
    "10 20",
    "part number;quantity\nONE-1;many",
  ]) {
    const listId = await send(text);
    const again = await sendFile(Buffer.from(await exportText(listId)));
    assert.ok(again.outcome === "created", text);
    await checkList(database, again.listId, () => now);
    const plain = async (id: ListId) =>
      (await rowsOf(id)).map((row) => [row.state, row.partNumber, row.quantityText]);
    assert.deepEqual(await plain(again.listId), await plain(listId), text);
  }
});

test("a file that is empty or has no part numbers is refused with what to do", async () => {
  for (const [text, message] of [
    ["", /The file is empty/],
    ['{"quantity":5}\n', /Missing columns: part_number/],
  ] as const) {
    const result = await sendFile(Buffer.from(text));
    assert.ok(result.outcome === "refused");
    assert.match(result.message, message);
  }
});
