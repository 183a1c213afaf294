// Needed-by days that are before the end of a lead time, on lists, drafts and reviews; an AOG stays
// with its list, in the review and the notes of its order, and the subject of the operator's e-mail.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readForm } from "../support/openedForm.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { draftOf, paste, showAll } from "../support/portalLists.ts";
import { offer, run } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("LATE-1", { stock: 5, leadTimeDays: 21 });
  await offer("LATE-2", { stock: 50, leadTimeDays: 21 });
});

const dayIn = (days: number) =>
  new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Without the tags of its times. */
async function read(address: string): Promise<string> {
  return (await buyer.get(address)).body.replaceAll(/<\/?(?:time|span)[^>]*>/g, "");
}

const warning = /Needed by [^.<]+\. Not all in stock: lead time 21 days, until \d+ \w{3} \d{4}\./g;

test("a row that is short warns if its day is before the end of the lead time", async () => {
  const rows = [
    `LATE-1\t9\t${dayIn(10)}`,
    `LATE-1\t9\t${dayIn(30)}`,
    `LATE-2\t9\t${dayIn(10)}`,
    `LATE-2\t9\t${dayIn(-10)}`,
  ];
  const text = ["P/N\tQty\tNeed date", ...rows].join("\n");
  const body = await read(`${await paste(text)}?show=all`);
  assert.equal(body.match(warning)?.length, 1);
  assert.equal(body.match(/This day has passed\./g)?.length, 1);
  assert.match(body, /<dt>Ready<\/dt><dd>2<\/dd>/);
});

test("a draft whose stock was sold warns on its page and its review, and blocks for stock only", async () => {
  await offer("LATE-4", { stock: 50, leadTimeDays: 21 });
  const text = `P/N\tQty\tNeed date\nLATE-4\t40\t${dayIn(10)}`;
  const address = await paste(text);
  const draft = await draftOf(address);
  assert.equal((await read(draft)).match(warning), null);
  const sell = "update offers set received = 8 where part_number = 'LATE-4'";
  await run(sell);
  assert.equal((await read(draft)).match(warning)?.length, 1);
  assert.equal((await read(`${draft}/confirm`)).match(warning)?.length, 1);
});

test("a lead time beside a needed-by day has the day on which it ends", async () => {
  const [inTen, inThirty] = [dayIn(10), dayIn(30)];
  const end = /\d+ \w{3} \d{4}/.source;
  const rows = [`LATE-3\t9\t${inTen}`, `LATE-3\t7\t`, `LATE-0\t9\t${inThirty}`];
  await offer("LATE-0", { stock: 0, leadTimeDays: 21 });
  await offer("LATE-3", { stock: 50, leadTimeDays: 21 });
  const text = ["P/N\tQty\tNeed date", ...rows].join("\n");
  const address = await paste(text);
  const list = await read(`${address}?show=all`);
  assert.equal(list.match(new RegExp(`50 in stock, more by ${end}\\.`, "g"))?.length, 1);
  assert.equal(list.match(/50 in stock, more: 21 days lead time/g)?.length, 1);
  assert.equal(list.match(new RegExp(`21 days lead time, until ${end}`, "g"))?.length, 1);
  const draft = await draftOf(address);
  assert.match(await read(draft), new RegExp(`More by ${end} \\(21 days\\)`));
  await run("update offers set received = 8 where part_number = 'LATE-3'");
  assert.match(await read(draft), new RegExp(`Lead time 21 days, until ${end}`));
});

test("a review says that all lines with a needed-by day are in stock, unless one is not or was not read", async () => {
  await offer("MET-1", { stock: 50 });
  await offer("MET-2", { stock: 50 });
  const add = async (rows: string) => draftOf(await paste(`P/N\tQty\tNeed date\n${rows}`));
  const met = /All lines with a needed-by day are in stock\./;
  const unread = await add(`MET-1\t4\t${dayIn(10)}\nMET-2\t2\t12/10/2031`);
  const review = await read(`${unread}/confirm`);
  assert.doesNotMatch(review, met);
  assert.match(review, /1 line has an unclear date/);
  assert.match(review, /#line-2"[^>]*>Line 2<\/a>: “12\/10\/2031” was not read/);
  const draft = await add(`MET-1\t40\t${dayIn(10)}\nMET-2\t2\t`);
  assert.match(await read(`${draft}/confirm`), met);
  assert.doesNotMatch(await read(`${await add("MET-2\t2\t")}/confirm`), met);
  const sell = "update offers set received = 8 where part_number = 'MET-1'";
  await run(sell);
  assert.doesNotMatch(await read(`${draft}/confirm`), met);
});

before(async () => {
  for (const number of ["NUT-1", "NUT-2"]) await offer(number, { stock: 500 });
});

const columns = "P/N\tDescription\tQty\tNeed date\tAOG";
const marked = [
  columns,
  "NUT-1\tNut\t1\tAOG\t",
  "NUT-2\tCritical nut\t1\t\tno",
  "NUT-2\tAOG nut\t1\t\tx",
].join("\n");

async function confirmationOf(list: string) {
  const order = await draftOf(list);
  const review = `${order}/confirm`;
  const { body } = await buyer.get(review);
  const sent = await buyer.post(review, readForm(body, review));
  assert.equal(sent.statusCode, 303, sent.body);
  const [mail] = await run<{ readonly subject: string }>(
    "select subject from mails where kind = 'order received' and position($1 in body) > 0",
    [order],
  );
  return { body, subject: mail?.subject ?? "" };
}

test("urgent rows are named at the head of a list, and their parts in the order's notes", async () => {
  const list = await paste(marked);
  assert.match(
    await showAll(list),
    /AOG[\s\S]{0,200}Rows: [^.]*#row-2">2<\/a>, [^.]*#row-4">4<\/a></,
  );
  const { body, subject } = await confirmationOf(list);
  assert.match(body, /AOG: NUT-1, NUT-2</);
  assert.match(body, /<h1>[^!]*>AOG</);
  assert.match(subject, /^AOG: To fulfil: order SO-/);
});

test("a title makes the whole list urgent, a signature below its rows does not", async () => {
  const rows = "P/N\tQty\nNUT-1\t2";
  const list = await paste(`AOG D-EX41 in HAM\t\n${rows}`);
  assert.match(await showAll(list), /Line 1 says so for the whole list\./);
  const { body, subject } = await confirmationOf(list);
  assert.match(body, />AOG</);
  assert.match(subject, /^AOG: /);
  const usual = await paste(`${rows}\nJ. Okafor, AOG desk\t`);
  assert.doesNotMatch(await read(usual), /The whole list/);
  assert.match((await confirmationOf(usual)).subject, /^To fulfil: /);
});
