// Remarks and needed-by dates of a list, from its columns to the lines of a draft.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  for (const partNumber of ["BOLT-1", "NUT-1", "PIN-1"]) {
    await offer(partNumber, { stock: 500 });
  }
});

const dayIn = (days: number) =>
  new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function readLines(location: string) {
  const [orderId] = /[0-9a-f-]{36}/.exec(location) ?? [];
  const lines = await app.database.db.query<{ line: string }>({
    name: "",
    text: `select concat_ws('|', part_number, quantity, coalesce(remark, '-'),
        coalesce(needed_by::text, requested_unread ->> 'day', '-')) as line
      from order_lines where order_id = $1 order by line_number`,
    values: [orderId],
  });
  return lines.map(({ line }) => line);
}

test("remarks and days of a list reach the lines; rows that differ are lines of their own", async () => {
  const [soon, later, past] = [dayIn(20), dayIn(40), dayIn(-40)];
  const address = await pasteCheckedList(
    app,
    buyer,
    [
      "Part number\tQty\tRemarks\tNeed date",
      `BOLT-1\t5\tfor 5B-DCX\t${later}`,
      "NUT-1\t2\t\tASAP",
      `BOLT-1\t1\tjob 4471\t${soon}`,
      `PIN-1\t1\tn/a\t${past}`,
    ].join("\n"),
  );
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(({ remark, neededBy, unread }) => [remark, neededBy ?? unread.day]),
    [
      ["for 5B-DCX", later],
      [null, "ASAP"],
      ["job 4471", soon],
      [null, past],
    ],
  );
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /Needed by <time datetime="[\d-]+">[^<]+<\/time>\. “for 5B-DCX/);
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  assert.deepEqual(await readLines(String(added.headers.location)), [
    `BOLT-1|5|for 5B-DCX|${later}`,
    `BOLT-1|1|job 4471|${soon}`,
    "NUT-1|2|-|ASAP",
    `PIN-1|1|-|${past}`,
  ]);
});

test("rows added later join a line that says the same, else they are lines of their own", async () => {
  const table = (remark: string, day: string) =>
    `PN\tQty\tNote\tDue date\nPIN-1\t1\t${remark}\t${day}`;
  const first = await paste(table("first", dayIn(30)));
  const added = await buyer.post(`${first}/add`, { version: "1", draft: "" });
  const [draft = ""] = /[0-9a-f-]{36}/.exec(String(added.headers.location)) ?? [];
  const second = await paste(table("second", dayIn(10)));
  await buyer.post(`${second}/add`, { version: "1", draft });
  const third = await paste(table("first", dayIn(30)));
  await buyer.post(`${third}/add`, { version: "1", draft });
  assert.deepEqual(await readLines(draft), [
    `PIN-1|2|first|${dayIn(30)}`,
    `PIN-1|1|second|${dayIn(10)}`,
  ]);
});

test("the columns of remarks and days can be chosen", async () => {
  const address = await paste("PN\tQty\tXyz\nNUT-1\t1\tfor stock");
  const columns = `${address}/columns`;
  const page = (await buyer.get(columns)).body;
  assert.match(page, /name="column-remark"/);
  assert.match(page, /name="column-needed_by"/);
  const form = { line: "1", "column-part_number": "0", "column-quantity": "1" };
  const sent = await buyer.post(columns, { ...form, "column-condition": "", "column-remark": "2" });
  assert.equal(sent.statusCode, 303, sent.body);
  const [row] = await readRows(address);
  assert.equal(row?.remark, "for stock");
});

test("a date with two digits of its year is read in the order that the others show", async () => {
  const address = await pasteCheckedList(
    app,
    buyer,
    "P/N\tQty\tNeed date\nBOLT-1\t1\t12/01/26\nNUT-1\t1\t12/15/2026\nPIN-1\t1\t02/03/27",
  );
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(({ remark, neededBy }) => [remark, neededBy]),
    [
      [null, "2026-12-01"],
      [null, "2026-12-15"],
      [null, "2027-02-03"],
    ],
  );
});

test("a day that has passed is no choice for a date that may be two days or has no year", async () => {
  const { now } = app.clock;
  app.clock.now = new Date("2026-11-26T15:00:00Z");
  const rows = "BOLT-1\t1\t12/08/26\nNUT-1\t1\t05/06/26\nPIN-1\t1\t15-Dec\nPIN-1\t1\tNov 5";
  const address = await paste(`P/N\tQty\tNeed date\n${rows}`);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /Date “12\/08\/26” may be 8 Dec 2026: choose the day\./);
  assert.match(body, /Date “05\/06\/26” has passed\. It is sent as it is\./);
  assert.match(body, /Needed by <time datetime="2026-12-15">15 Dec 2026</);
  assert.match(body, /Date “Nov 5” may be 5 Nov 2027: choose the day\./);
  assert.deepEqual(body.match(/value="\d:day:[^"]+"/g), [
    'value="2:day:2026-12-08"',
    'value="5:day:2027-11-05"',
  ]);
  app.clock.now = now;
});

test("a date that may be two days warns, and a button chooses the day", async () => {
  const address = await pasteCheckedList(
    app,
    buyer,
    "P/N\tQty\tReqd date\tRemarks\nBOLT-1\t1\t13.11.2031\t\nNUT-1\t2\t12/10/2031\tjob 4471",
  );
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /class="short">Date “12\/10\/2031” may be 12 Oct 2031 or 10 Dec 2031: choose/);
  assert.match(body, /value="3:day:2031-12-10">Needed by 10 Dec 2031</);
  const [, seen = ""] = /name="was-3"[^>]*value="(\w+)"/.exec(body) ?? [];
  const sent = { "number-3": "NUT-1", "quantity-3": "7", "condition-3": "", show: "all" };
  const press = (day: string) =>
    buyer.post(`${address}/rows`, { ...sent, "was-3": seen, fix: `3:day:${day}` });
  await press("2031-01-01");
  await press("2031-10-12");
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(({ state, quantity, neededBy, remark }) => [state, quantity, neededBy, remark]),
    [
      ["ready", 1, "2031-11-13", null],
      ["ready", 7, "2031-10-12", "job 4471"],
    ],
  );
  assert.doesNotMatch((await buyer.get(`${address}?show=all`)).body, /may be 12 Oct/);
});
