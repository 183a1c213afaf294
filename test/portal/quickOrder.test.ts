// Quick order through its forms: uploading a list, fixing its rows, adding and exporting them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { summarizeList } from "../../src/quickOrders/queries.ts";
import { app, buyer, openColleague, openPortal, openStranger } from "../support/portal.ts";
import { fieldsOfRow, paste, press, rowForm, typeQuantity } from "../support/portalLists.ts";
import { listIdOf, pasteList, readListRows, statesOf } from "../support/sendList.ts";
import { offer, read, refuse, submit } from "../support/steps.ts";
import { uploadFile } from "../support/uploadFile.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openPortal();

before(async () => {
  await offer("ONE-1", { stock: 20 });
  await offer("TWO-1", { vendor: "Able Spares", price: 100 });
  await offer("TWO-1", { vendor: "Best Spares", condition: "OH" });
});

const at = (address: string) => ({ listId: listIdOf(address), address });

const sendRows = async (rows: string) => at(await pasteList(buyer, rows));

async function sendCheckedRows(rows: string) {
  return at(await paste(rows));
}

test("pasted rows become a list that shows the progress of its check", async () => {
  const { listId, address } = await sendRows("ONE-1\t5\nNEVER-1 x 3");
  const page = await buyer.get(address);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /0 of 2 rows checked/);
  assert.match(page.body, /<noscript><meta http-equiv="refresh" content="1">/);
  await app.database.replica.catchUp();
  await checkList(app.database, listId, () => app.clock.now);
  const checked = await read(address);
  assert.doesNotMatch(checked, /http-equiv="refresh"/);
  assert.match(checked, /Add 1 row, USD 50\.00/);
  assert.match(checked, />Not found\.</);
});

test("unreadable rows are reported next to the field, and what was typed is kept", async () => {
  const page = await refuse(422, "/quick-order", { rows: 'A-1,1\n"<script>,1' });
  assert.match(page, /a quoted cell/);
  assert.match(page, /A-1,1\n&#34;&#60;script&#62;,1<\/textarea>/);
});

test("a signed-out visitor gets their pasted rows back to send again", async () => {
  const signedOut = await app.server.inject({
    method: "POST",
    url: "/quick-order",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ rows: "ONE-1\t5" }).toString(),
  });
  assert.equal(signedOut.statusCode, 422);
  assert.match(signedOut.body, /Your rows are still here/);
  assert.match(signedOut.body, />\nONE-1\t5<\/textarea>/);
});

test("a list of many thousand rows is accepted; one of more than 2 MB is refused", async () => {
  const rows = Array.from({ length: 50_000 }, (_, row) => `PART-NUMBER-${row}\t${row + 1}`);
  const { listId } = await sendRows(rows.join("\n"));
  const { rows: stored } = await summarizeList(app.database.db, listId);
  assert.equal(stored, 50_000);
  await refuse(413, "/quick-order", { rows: "A".repeat(2 * 1024 * 1024) });
});

test("a file becomes a list with its name; an unreadable one explains what to do", async () => {
  const workbook = await workbookOf({ rows: `${rowOf("PN", "Qty")}${rowOf("ONE-1", "5")}` });
  const sent = await uploadFile(app, buyer, "/quick-order/file", "aog <b>.xlsx", workbook);
  assert.equal(sent.statusCode, 303, sent.body);
  const page = await buyer.get(String(sent.headers.location));
  assert.match(page.body, /<h1>aog &#60;b&#62;\.xlsx<\/h1>/);
  const refused: readonly (readonly [bytes: Buffer, message: RegExp])[] = [
    [Buffer.alloc(0), /The file is empty/],
    [Buffer.from("%PDF-1.7"), /The file is a PDF/],
    [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), /The file is a picture/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /an old workbook \(\.xls\) or one with a password/],
    [Buffer.alloc(25 * 1024 * 1024 + 1, "a"), /larger than 25 MB/],
  ];
  for (const [bytes, message] of refused) {
    const answer = await uploadFile(app, buyer, "/quick-order/file", "list", bytes);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, message);
  }
  const none = await uploadFile(app, buyer, "/quick-order/file", "", Buffer.alloc(0));
  assert.match(none.body, /Choose a file/);
});

test("a file whose headers contain NUL still becomes a list", async () => {
  const file = Buffer.from("part_number,quantity,a\0b\nONE-1,1,2\n");
  const sent = await uploadFile(app, buyer, "/quick-order/file", "list.csv", file);
  assert.equal(sent.statusCode, 303);
  const address = String(sent.headers.location);
  const back = await buyer.get(`${address}/unready.csv`);
  assert.match(back.body, /^part_number,quantity,a\ufffdb,condition,error\n/);
});

test("a page that answers a form does not reload, because its address does not accept GET", async () => {
  const { address } = await sendRows("ONE-1\t5");
  assert.match(await read(address), /data-refresh="1"/);
  const refused = await buyer.post(`${address}/rows`, rowForm(1, "12-Mar", "5"));
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /0 of 1 rows checked/);
  const checking = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  assert.match(checking.body, /rows are still being checked/);
  for (const { body } of [refused, checking]) {
    assert.doesNotMatch(body, /data-refresh|http-equiv="refresh"/);
  }
});

test("a fixed row returns to the view it was in", async () => {
  const { listId, address } = await sendCheckedRows("ONE-1\t50\nNEVER-1\t1");
  const form = rowForm(1, "ONE-1", "5", { show: "unready" });
  assert.equal(await submit(`${address}/rows`, form), `${address}?show=unready&changed=1#row-2`);
  const after = (await buyer.get(`${address}?show=unready&changed=1`)).body;
  assert.match(after, /Row 1 saved: ready\./);
  assert.match(after, /<tr role="row" id="row-2" tabindex="-1">/);
  assert.deepEqual(await statesOf(app.database.db, listId), ["ready", "not_found"]);
  const gone = { ...fieldsOfRow(after, 2), show: "unready", fix: "2:remove" };
  const removed = await buyer.post(`${address}/rows`, gone);
  assert.equal(removed.headers.location, `${address}?show=unready&changed=2`);
  assert.match((await buyer.get(`${address}?changed=2`)).body, /Row 2 removed\./);
  assert.deepEqual(await statesOf(app.database.db, listId), ["ready"]);
  assert.equal(
    await submit(`${address}/rows`, { ...form, show: "all" }),
    `${address}?show=all&changed=1#row-1`,
  );
});

test("each remedy that a row offers fixes it", async () => {
  const { db } = app.database;
  const { listId, address } = await sendCheckedRows("ONE-1\t50\nONE1\t2\nTWO-1\t1\nTWO-1 x 1");
  await typeQuantity(address, 1, "10");
  await press(address, 2, "Use ONE-1");
  await press(address, 3, "Able Spares");
  const states = await statesOf(db, listId);
  assert.deepEqual(states, ["ready", "ready", "ready", "ambiguous"]);
});

test("a suggested number takes the quantity that its text states", async () => {
  const { listId, address } = await sendCheckedRows("P/N ONE-1 QTY 2 EA REV A");
  const form = rowForm(1, "P/N ONE-1 QTY 2 EA REV A", "", { fix: "1:number:ONE-1" });
  await buyer.post(`${address}/rows`, form);
  const [row] = await readListRows(app.database.db, listId);
  assert.deepEqual([row?.state, row?.partNumber, row?.quantity], ["ready", "ONE-1", 2]);
});

test("a form with more rows than a page has changes no more than one change may", async () => {
  const rows = Array.from({ length: 600 }, () => "ONE-1\t1");
  const { listId, address } = await sendCheckedRows(rows.join("\n"));
  const forms = rows.map((_, at) => rowForm(at + 1, "ONE-1", "2"));
  const sent = await buyer.post(`${address}/rows`, Object.assign({}, ...forms));
  assert.equal(sent.statusCode, 303, sent.body.slice(0, 500));
  const changed = (await readListRows(app.database.db, listId)).filter((row) => row.quantity === 2);
  assert.equal(changed.length, 500);
});

test("a refused change of a row keeps what was typed and gives the reason", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5");
  const refused = await refuse(422, `${address}/rows`, rowForm(1, "12-Mar", "5"));
  assert.match(refused, /href="#row-number-1">Row 1: The part number is a date/);
  assert.match(refused, /id="row-number-1" name="number-1" value="12-Mar"/);
});

test("adding the ready rows leads to their draft, and sending the form again leads to the same draft", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5\nNEVER-1\t1");
  const form = { version: "1", draft: "" };
  const added = await submit(`${address}/add`, form);
  assert.match(added, /^\/orders\/[0-9a-f-]{36}\?list=/);
  assert.equal(await submit(`${address}/add`, form), added);
});

test("after adding, the draft names the rows that became one line, and is the current one", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5\nTWO-1\t1\tOH\nONE-1\t2\nONE-1\t1");
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const location = String(added.headers.location);
  const { body } = await buyer.get(location);
  assert.match(body, /4 rows added to [^<]+, now your current draft\./);
  assert.match(body, /<li>ONE-1: rows 1, 3, 4<\/li>/);
  assert.doesNotMatch(body, /<li>TWO-1: rows/);
  const other = await openStranger();
  assert.equal((await other.get(location)).statusCode, 404);
});

test("ten of the lines that several rows became are named, and the others counted", async () => {
  const parts = Array.from({ length: 11 }, (_, at) => `TWICE-${at}`);
  for (const part of parts) await offer(part, { stock: 20 });
  const { address } = await sendCheckedRows(
    parts.map((part) => `${part}\t1\n${part}\t2\n`).join(""),
  );
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const { body } = await buyer.get(String(added.headers.location));
  assert.equal(body.match(/<li>TWICE-\d+: rows/g)?.length, 10);
  assert.match(body, /<li>1 more<\/li>/);
});

test("a list opens on the rows that need attention once all are checked", async () => {
  const rows = "ONE-1\t5\nNEVER-1\t1";
  const shownOf = async (address: string) => {
    const page = await read(address);
    return [1, 2].filter((row) => page.includes(`id="row-${row}"`));
  };
  const unchecked = await sendRows(rows);
  assert.deepEqual(await shownOf(unchecked.address), [1, 2]);
  const { address } = await sendCheckedRows(rows);
  assert.deepEqual(await shownOf(address), [2]);
});

test("the bar of a list shows the share of its rows that are ready", async () => {
  for (const [rows, good, short] of [
    ["ONE-1\t5", "100.00", "0.00"],
    ["ONE-1\t5\nNEVER-1\t1", "50.00", "50.00"],
  ] as const) {
    const { address } = await sendCheckedRows(rows);
    const page = await read(address);
    assert.match(page, new RegExp(`<rect class="good" width="${good}"`));
    assert.match(page, new RegExp(`<rect class="short" x="${good}" width="${short}"`));
  }
});

test("a refusal to add rows gives the reason and what to do", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5");
  assert.match(
    await refuse(409, `${address}/add`, { version: "7", draft: "" }),
    /someone changed this list in the meantime/,
  );
  for (const draft of ["x", "00000000-0000-0000-0000-000000000000"]) {
    const none = await buyer.post(`${address}/add`, { version: "1", draft });
    assert.match(none.body, /no longer a draft/);
  }
});

test("the rows that need attention can be downloaded", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5\n=NEVER-1\t1");
  const file = await buyer.get(`${address}/unready.csv`);
  assert.equal(file.headers["content-type"], "text/csv; charset=utf-8");
  assert.match(
    file.body,
    /^part_number,quantity,condition,error\n'=NEVER-1,1,,Part =NEVER-1 not found/,
  );
});

/** The page with decoded character references. */
async function readPage(address: string): Promise<string> {
  const { body } = await buyer.get(address);
  return body.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

test("views and pages of rows are addresses", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => `NEVER-${index + 1}\t1`);
  const { address } = await sendCheckedRows(["ONE-1\t1", ...rows].join("\n"));
  const first = await readPage(`${address}?show=all`);
  assert.match(first, /NEVER-39"/);
  assert.doesNotMatch(first, /NEVER-40"/);
  assert.match(first, /after=40">Next/);
  const second = await readPage(`${address}?show=all&after=40`);
  assert.match(second, /NEVER-40"/);
  assert.match(second, new RegExp(`href="${address}\\?show=all">Previous`));
  assert.match(second, /after=80">Next/);
  assert.match(await readPage(`${address}?show=not_found&after=101`), /NEVER-120"/);
  assert.doesNotMatch(await readPage(`${address}?show=ready`), /NEVER-/);
  for (const query of [
    "show=x",
    "after=-1",
    "after=99999999999",
    "show=%00&after=1e9",
    "show[]=1",
  ]) {
    assert.equal((await buyer.get(`${address}?${query}`)).statusCode, 200, query);
  }
});

test("hostile text shows as text", async () => {
  const hostile = `x"><script>alert(1)</script>\u202e${"x".repeat(2_000)}`;
  const { address } = await sendCheckedRows(`ONE-1\t1\t${hostile}\n<b>\t<i>`);
  const page = await read(address);
  assert.doesNotMatch(page, /<script>alert|<i>/);
  assert.match(page, /&#60;b&#62;/);
});

test("a colleague sees the list and who uploaded it", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5");
  const colleague = await openColleague();
  assert.match((await colleague.get(address)).body, /Created by Una Buyer/);
  assert.match((await colleague.get("/quick-order")).body, new RegExp(address));
});
