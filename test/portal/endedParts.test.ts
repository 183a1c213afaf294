// Rows whose part is not for sale: alternates are compared before they are used, and a quote can be
// requested.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openPortal } from "../support/portal.ts";
import { listButtons, paste, press, readRows, showAll, textOfRow } from "../support/portalLists.ts";
import { openListQuote, sendQuote } from "../support/portalQuotes.ts";
import { pick } from "../support/sendList.ts";
import { offer, read } from "../support/steps.ts";

openPortal();

before(async () => {
  const ended = { status: "DISCONTINUED", title: "Tire, main gear" };
  await offer("TIRE-1", { ...ended, alternates: ["TIRE-9"] });
  await offer("TIRE-2", { ...ended, alternates: ["TIRE-9", "TIRE-8"] });
  await offer("TIRE-3", ended);
  const next = { status: "SUPERSEDED", supersededBy: "TIRE-8", title: "Tire, nose" };
  await offer("TIRE-4", next);
  await offer("TIRE-9", {
    title: "Tire, nose gear, bias",
    certificate: "CoC",
    price: 605_000,
    stock: 7,
  });
  await offer("TIRE-8", { title: "Tire, nose gear, radial", stock: 3 });
});

const rows = ["TIRE-1\t5\tNE", "TIRE-2\t1", "TIRE-3\t1", "TIRE-4\t1"];
const open = () => paste(rows);
/** The values of the buttons of a row, without its removal. */
const fixesOf = (body: string, row: number) =>
  listButtons(body, row).flatMap(({ value }) => (value.endsWith(":remove") ? [] : value));

test("an alternate is described before it is used, and its button is not the main one", async () => {
  const list = await open();
  const body = await showAll(list);
  const text = textOfRow(body, 1);
  assert.match(text, /Alternate: TIRE-9, Tire, nose gear, bias Example Supply NE, CoC 7 EA/);
  assert.match(text, /USD 6,050\.00 TIRE-1 is discontinued.*Row 1: TIRE-1 .*Tire, main gear/);
  assert.deepEqual(fixesOf(body, 1), ["1:number:TIRE-9"]);
  assert.match(body, /class="button plain"[^>]*value="1:number:TIRE-9">Use alternate TIRE-9</);
  const several = textOfRow(body, 2);
  assert.match(several, /Tire, main gear .* Choose /);
  assert.match(several, /Use alternate TIRE-8 Tire, nose gear, radial, USD 10\.00 \/ EA · NE · 3/);
  assert.match(several, /Use alternate TIRE-9 Tire, nose gear, bias, USD 6,050\.00 \/ EA · NE · 7/);
  assert.match(body, /class="button primary"[^>]*value="4:number:TIRE-8">Use TIRE-8</, "successor");
  assert.equal(body.match(/button primary"[^>]*name="fix"/g)?.length, 1);
  await press(list, 1, "Use alternate TIRE-9");
  const [used] = await readRows(list);
  assert.deepEqual([used?.partNumber, used?.state], ["TIRE-9", "ready"]);
  assert.match(textOfRow(await showAll(list), 1), /Listed as TIRE-1\./);
});

test("a part that is not for sale is requested, row by row if another one is suggested", async () => {
  const list = await open();
  const body = await showAll(list);
  for (const row of [1, 2, 3, 4]) assert.match(textOfRow(body, row), /Request quote/);
  assert.match(body, /Request a quote for 1 row</);
  const request = await sendQuote((await openListQuote(list, "1,3")).fields);
  assert.deepEqual(pick(request.lines, "partNumber", "quantity", "reason"), [
    "TIRE-1 5 not found",
    "TIRE-3 1 not found",
  ]);
  assert.match(textOfRow(await read(`${list}?show=requested`), 1), /Quote requested RFQ-\d+/);
});

test("a similar number is described too, because it can be the next size", async () => {
  const body = await showAll(await paste("TIRE-7\t2\tNE"));
  const text = textOfRow(body, 1);
  assert.match(text, /Not found\. Choose .*Not found\. Similar: TIRE-8, TIRE-9/);
  for (const one of ["TIRE-8", "TIRE-9"]) {
    assert.match(text, new RegExp(`Use ${one} Tire, nose gear, \\w+, USD [\\d.,]+ / EA · NE`));
  }
  assert.doesNotMatch(body, /button primary/);
});
