// Rows whose part is not for sale: alternates are compared before they are used, and a quote can be
// requested.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal } from "../support/portal.ts";
import { paste, pick, readRows } from "../support/portalLists.ts";
import { openListQuote, sendQuote } from "../support/portalQuotes.ts";
import { offer, read, readField } from "../support/steps.ts";

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
const open = () => paste(rows.join("\n"));
const show = async (list: string, view = "all") => await read(`${list}?show=${view}`);
function rowOf(body: string, row: number) {
  const [, html = ""] = new RegExp(`id="row-${row}"(.*?)</tr>`, "s").exec(body) ?? [];
  return { html, text: html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ") };
}

test("an alternate is described before it is used, and its button is not the main one", async () => {
  const list = await open();
  const body = await show(list);
  const { html, text } = rowOf(body, 1);
  assert.match(text, /Tire, main gear .*Alternate: TIRE-9 , Tire, nose gear, bias\./);
  assert.match(text, /USD 6,050\.00 \/ EA · NE · CoC · 7 in stock\./);
  assert.match(html, /class="button plain"[^>]*value="1:instead:TIRE-9">Use alternate TIRE-9</);
  assert.doesNotMatch(html, /button primary/);
  const several = rowOf(body, 2).text;
  assert.match(several, /Use alternate TIRE-8: Tire, nose gear, radial, USD 10\.00 \/ EA · NE/);
  assert.match(several, /Use alternate TIRE-9: Tire, nose gear, bias, USD 6,050\.00 \/ EA · NE/);
  assert.match(rowOf(body, 4).html, /class="button primary"[^>]*>Use TIRE-8</, "a successor");
  const was = readField(body, "was-1");
  const sent = { "number-1": "TIRE-1", "quantity-1": "5", "condition-1": "NE", "was-1": was };
  await buyer.post(`${list}/rows`, { ...sent, show: "all", fix: "1:instead:TIRE-9" });
  const [used] = await readRows(list);
  assert.deepEqual([used?.partNumber, used?.state], ["TIRE-9", "ready"]);
  assert.match(rowOf(await show(list), 1).text, /Listed as TIRE-1\./);
});

test("a part that is not for sale is requested, row by row if another one is suggested", async () => {
  const list = await open();
  const body = await show(list);
  for (const row of [1, 2, 3, 4]) assert.match(rowOf(body, row).text, /Request quote/);
  assert.match(body, /Request a quote for 1 row</);
  const request = await sendQuote((await openListQuote(list, "1,3")).fields);
  assert.deepEqual(pick(request.lines, "partNumber", "quantity", "reason"), [
    "TIRE-1 5 not found",
    "TIRE-3 1 not found",
  ]);
  assert.match(rowOf(await show(list, "requested"), 1).text, /Quote requested RFQ-\d+/);
});

test("a similar number is described too, because it can be the next size", async () => {
  const list = await paste("TIRE-7\t2\tNE");
  const { html, text } = rowOf(await show(list), 1);
  assert.match(text, /Not found .*TIRE-7 not found/);
  for (const one of ["TIRE-8", "TIRE-9"]) {
    assert.match(text, new RegExp(`Use ${one}: Tire, nose gear, \\w+, USD [\\d.,]+ / EA · NE`));
  }
  assert.doesNotMatch(html, /button primary/);
});
