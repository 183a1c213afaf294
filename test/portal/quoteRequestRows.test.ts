// Quote requests for the rows of a list: one form for all that need a quote, and what rows show.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { QuoteLine } from "../../src/quotes/quoteRequest.ts";
import { readForm } from "../support/openedForm.ts";
import { buyer, openPortal } from "../support/portal.ts";
import { paste, press, rowForm } from "../support/portalLists.ts";
import { openListQuote, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { listIdOf, pick } from "../support/sendList.ts";
import { offer, refuse, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("ASK-1", { price: null, vendor: "Able & Sons", unit: "FT" });
  await offer("ASK-2", { price: null });
  await offer("SHORT-1", { stock: 3, certificate: "CoC" });
  await offer("NUT-1");
});

const factsOf = ({ rowNumber, partNumber, reason, quantity }: QuoteLine) =>
  [rowNumber, partNumber, reason, quantity] as const;

const everything = [
  "P/N\tQty\tCondition\tNeed date\tRemark",
  "NUT-1\t1\t\t\t",
  "ASK-1\t12\tNE\t2031-12-12\tAOG",
  "SHORT-1\t5\t\t\t",
  "NEVER-1\tmany\t\t\t",
];

test("all rows without stock, without a price or not found are requested with one form", async () => {
  const list = await paste(everything);
  const page = (await buyer.get(`${list}?show=all`)).body;
  assert.match(page, /Request a quote for 3 rows/);
  assert.equal(page.match(/>Request quote</g)?.length, 3);
  const { fields } = await openListQuote(list);
  const { lines, listId } = await sendQuote({ ...fields, "quantity-5": "2", message: "Kit" });
  assert.equal(listId, listIdOf(list));
  assert.deepEqual(lines.map(factsOf), [
    [3, "ASK-1", "no price", 12],
    [4, "SHORT-1", "no stock", 5],
    [5, "NEVER-1", "not found", 2],
  ]);
  const [ask, short, never] = lines;
  assert.deepEqual(
    [ask?.neededBy, ask?.remark, ask?.unitOfMeasure, ask?.vendor, ask?.condition],
    ["2031-12-12", "AOG", "FT", "Able & Sons", "NE"],
  );
  // The row asked for none: its offer is no wish.
  assert.deepEqual(
    [short?.vendor, short?.condition, short?.certificate],
    ["Example Supply", null, null],
  );
  assert.equal(never?.remark, "Quantity as written: many");
});

test("a row without an offer is requested in the unit that the buyer wrote", async () => {
  const rows = ["5 BX", "100 FT", "2 dozen", "3", "4 pcs", "50 M"];
  const { fields } = await openListQuote(
    await paste(["P/N\tQty", ...rows.map((quantity, row) => `NEVER-${row}U\t${quantity}`)]),
  );
  const { lines } = await sendQuote(fields);
  const read = lines.map(({ quantity, unitOfMeasure, remark }) => [
    quantity,
    unitOfMeasure,
    remark,
  ]);
  assert.deepEqual(read, [
    [5, "BX", "Quantity as written: 5 BX"],
    [100, "FT", "Quantity as written: 100 FT"],
    [2, "DZ", "Quantity as written: 2 dozen"],
    [3, null, null],
    [4, "EA", null],
    [50, "M", "Quantity as written: 50 M"],
  ]);
});

test("a row of a part that is sold in another unit is requested in the unit that it wrote", async () => {
  const list = await paste(["P/N\tQty\tUnit\tRemark", "ASK-2\t2\tDZ\tAOG", "ASK-2\t1\tEA\t"]);
  const { body, fields } = await openListQuote(list);
  assert.deepEqual([fields["quantity-2"], fields["quantity-3"]], ["2", "1"]);
  assert.match(body, /Price on request/);
  const { lines } = await sendQuote(fields);
  assert.deepEqual(pick(lines, "quantity", "unitOfMeasure", "remark"), [
    "2 DZ AOG; Quantity as written: 2 DZ",
    "1 EA null",
  ]);
});

test("a row names the request that was sent for it, as long as it has the same part number", async () => {
  const list = await paste(["ASK-1\t5", "NEVER-2\t1"]);
  const { fields } = await openListQuote(list, "1");
  assert.equal(fields["shown-2"], undefined);
  const { requestNumber } = await sendQuote(fields);
  const link = new RegExp(
    `Quote requested</span> <a href="/quote-requests/[^"]*">${requestNumber}<`,
  );
  const page = (await buyer.get(`${list}?show=all`)).body;
  assert.match(page, link);
  assert.match(page, /Request a quote for 1 row</);
  const others = await openListQuote(list);
  assert.deepEqual(
    ["shown-1", "shown-2"].map((name) => others.fields[name] !== undefined),
    [false, true],
  );
  const again = await openListQuote(list, "1,2");
  assert.match(again.body, new RegExp(`Already requested in <a [^>]*>${requestNumber}<`));
  assert.equal(again.fields["include-1"], undefined);
  await submit(`${list}/rows`, rowForm(1, "ASK-1", "7"));
  assert.match((await buyer.get(`${list}?show=all`)).body, link);
  await submit(`${list}/rows`, rowForm(1, "ASK-9", "7"));
  assert.doesNotMatch((await buyer.get(`${list}?show=all`)).body, link);
});

test("a row that changed since the form was opened is not requested unseen", async () => {
  const list = await paste(["ASK-1\t5", "NEVER-3\t1"]);
  const { fields } = await openListQuote(list);
  await submit(`${list}/rows`, rowForm(1, "NEVER-4", "5"));
  await press(list, 2, "Remove row 2");
  const typed = { ...fields, "include-1": "yes", "remark-1": "Kept" };
  const refused = await refuse(422, quoteForm, typed);
  assert.match(refused, /Row 1 changed: it is NEVER-4 now/);
  assert.match(refused, /Row 2 needs no quote now/);
  const next = readForm(refused, quoteForm);
  assert.equal(next["remark-1"], "Kept");
  const { lines } = await sendQuote(next);
  assert.deepEqual(lines.map(factsOf), [[1, "NEVER-4", "not found", 5]]);
});

test("a row that may mean a part of the catalog is requested only if the buyer includes it", async () => {
  const list = await paste(["NUT1\t5", "NEVER-5\t1"]);
  const { body, fields } = await openListQuote(list);
  assert.match(body, /The catalog has NUT-1\. If you mean it, use it in the list/);
  assert.deepEqual([fields["include-1"], fields["include-2"]], [undefined, "yes"]);
  assert.deepEqual((await sendQuote(fields)).lines.map(factsOf), [[2, "NEVER-5", "not found", 1]]);
  assert.equal((await openListQuote(list, "1")).fields["include-1"], "yes");
});

test("a list with more rows is requested 200 at a time", async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, row) => `NEVER-${row}X\t1`);
  const exact = await openListQuote(await paste(rows(200)));
  assert.doesNotMatch(exact.body, /These are the first 200 lines/);
  const list = await paste(rows(201));
  const { body, fields } = await openListQuote(list);
  assert.match(body, /These are the first 200 lines/);
  assert.equal((await sendQuote(fields)).lines.length, 200);
  const rest = await openListQuote(list);
  assert.doesNotMatch(rest.body, /These are the first/);
  assert.deepEqual((await sendQuote(rest.fields)).lines.map(factsOf), [
    [201, "NEVER-200X", "not found", 1],
  ]);
});

test("rows without a price need no attention, and stay in the list", async () => {
  const list = await paste(["ASK-1\t5", "NUT-1\t1"]);
  const { body } = await buyer.get(`${list}?show=all`);
  assert.match(body, /<dt>Price on request<\/dt><dd>1<\/dd>/);
  assert.doesNotMatch(body, /<dt>Needs attention/);
  assert.match(body, /show&#61;unready">Needs attention <span class="quiet">0</);
  assert.match((await buyer.get(list)).body, /aria-current="page">All </);
  assert.match(body, /unready\.csv/);
  const ready = await paste(["NUT-1\t1"]);
  const { body: none } = await buyer.get(`${ready}?show=all`);
  assert.doesNotMatch(none, /Request a quote|Request quote|unready\.csv/);
  assert.match((await openListQuote(ready)).body, /No line needs a quote now/);
});
