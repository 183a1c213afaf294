// Needed-by days that are before the end of a lead time, on lists, drafts and reviews.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openPortal } from "../support/portal.ts";
import { draftOf, paste, showAll, textOfRow } from "../support/portalLists.ts";
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
    `5 EA More in 21 days ${day}`,
    `50 EA ${day}`,
    `50 EA ${day}\\. This day has passed\\.`,
    "5 EA More in 21 days",
    `Out of stock ${day}\\. Not all in stock: ${end}`,
    `Out of stock 21 days ${day}`,
  ];
  for (const [at, shown] of supply.entries()) {
    assert.match(textOfRow(body, at + 2), new RegExp(` ${shown}\\.? (?!By|Not all|This|More)`));
  }
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

test("a draft says when there is more, and when the lead time of what was sold ends", async () => {
  const end = /\d+ \w{3} \d{4}/.source;
  await offer("LATE-3", { stock: 50, leadTimeDays: 21 });
  const draft = await draftOf(await paste(`P/N\tQty\tNeed date\nLATE-3\t9\t${dayIn(10)}`));
  assert.match(await read(draft), new RegExp(`Restock by ${end} \\(21 days\\)`));
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
