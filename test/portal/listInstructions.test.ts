// Remarks and needed-by dates of a list, from its columns to the lines of a draft.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, openPortal } from "../support/portal.ts";
import {
  draftOf,
  findButton,
  paste,
  press,
  readRows,
  showAll,
  textOfRow,
} from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { idIn, offer, read, run, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  for (const partNumber of ["BOLT-1", "NUT-1", "PIN-1"]) await offer(partNumber, { stock: 500 });
  await offer("LATE-1", { stock: 5, leadTimeDays: 21 });
  await offer("LATE-2", { stock: 50, leadTimeDays: 21 });
});

const dayIn = (days: number) =>
  new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function readLines(location: string) {
  const lines = await run<{ line: string }>(
    `select concat_ws('|', part_number, quantity, coalesce(remark, '-'),
        coalesce(needed_by::text, requested_unread ->> 'day', '-')) as line
      from order_lines where order_id = $1 order by line_number`,
    [idIn(location)],
  );
  return lines.map(({ line }) => line);
}

const add = (list: string, draft = "") => submit(`${list}/add`, { version: "1", draft });

test("remarks and days of a list reach the lines; rows that differ are lines of their own", async () => {
  const [soon, later, past] = [dayIn(20), dayIn(40), dayIn(-40)];
  const address = await paste(
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
  const shown = textOfRow(await showAll(address), 2);
  assert.match(shown, /500 EA By \d+ \w{3} \d{4} /);
  assert.match(shown, /Needed by \d+ \w{3} \d{4} .*Remark for 5B-DCX/);
  assert.deepEqual(await readLines(await add(address)), [
    `BOLT-1|5|for 5B-DCX|${later}`,
    `BOLT-1|1|job 4471|${soon}`,
    "NUT-1|2|-|ASAP",
    `PIN-1|1|-|${past}`,
  ]);
});

test("a date that may be two days warns, and a button chooses the day with what is typed", async () => {
  const address = await paste(
    "P/N\tQty\tReqd date\tRemarks\nBOLT-1\t1\t13.11.2031\t\nNUT-1\t2\t12/10/2031\tjob 4471",
  );
  const body = await showAll(address);
  const warning = "Date “12/10/2031” may be 12 Oct 2031 or 10 Dec 2031.";
  assert.ok(body.includes(`class="short">${warning}`));
  assert.equal(findButton(body, 3, "Needed by 10 Dec 2031").value, "3:day:2031-12-10");
  const typed = { "quantity-3": "7" };
  await press(address, 3, "Needed by 12 Oct 2031", { ...typed, fix: "3:day:2031-01-01" });
  const shown = async () =>
    pick(await readRows(address), "state", "quantity", "neededBy", "remark");
  assert.deepEqual(await shown(), ["ready 1 2031-11-13 null", "ready 7 null job 4471"]);
  await press(address, 3, "Needed by 12 Oct 2031");
  assert.deepEqual(await shown(), ["ready 1 2031-11-13 null", "ready 7 2031-10-12 job 4471"]);
  assert.doesNotMatch(await showAll(address), /may be 12 Oct/);
});

/** A page without the tags of its times. */
async function readPlain(address: string): Promise<string> {
  return (await read(address)).replaceAll(/<\/?(?:time|span)[^>]*>/g, "");
}

const warning = /Needed by [^.<]+\. Not all in stock: lead time 21 days, until \d+ \w{3} \d{4}\./g;

test("a row that is short says its lead time, and warns if its day is before the end of it", async () => {
  await offer("LATE-0", { stock: 0, leadTimeDays: 21 });
  const rows = [
    `LATE-1\t9\t${dayIn(10)}`,
    `LATE-1\t9\t${dayIn(30)}`,
    `LATE-2\t9\t${dayIn(10)}`,
    `LATE-2\t9\t${dayIn(-10)}`,
    "LATE-1\t7\t",
    `LATE-0\t9\t${dayIn(10)}`,
    `LATE-0\t9\t${dayIn(30)}`,
  ];
  const body = await showAll(await paste(["P/N\tQty\tNeed date", ...rows].join("\n")));
  const end = "lead time 21 days, until \\d+ \\w{3} \\d{4}";
  const day = "By \\d+ \\w{3} \\d{4}";
  const supply = [
    `5 EA ${day}\\. Not all in stock: ${end}`,
    `5 EA Restock: 21 days ${day}`,
    `50 EA ${day}`,
    `50 EA ${day}\\. This day has passed\\.`,
    "5 EA Restock: 21 days",
    `Out of stock ${day}\\. Not all in stock: ${end}`,
    `Out of stock 21 days ${day}`,
  ];
  for (const [at, shown] of supply.entries()) {
    assert.match(textOfRow(body, at + 2), new RegExp(` ${shown}\\.? (?!By|Not all|This|More)`));
  }
  assert.match(body, /show&#61;ready">Ready <span class="quiet">2</);
});

test("a draft whose stock was sold warns on its page and its review, and blocks for stock only", async () => {
  await offer("LATE-4", { stock: 50, leadTimeDays: 21 });
  const text = `P/N\tQty\tNeed date\nLATE-4\t40\t${dayIn(10)}`;
  const address = await paste(text);
  const draft = await draftOf(address);
  assert.equal((await readPlain(draft)).match(warning), null);
  const sell = "update offers set received = 8 where part_number = 'LATE-4'";
  await run(sell);
  assert.equal((await readPlain(draft)).match(warning)?.length, 1);
  assert.equal((await readPlain(`${draft}/confirm`)).match(warning)?.length, 1);
});
