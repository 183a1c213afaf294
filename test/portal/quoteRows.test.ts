// Which rows of a list, and lines left out of a duplicate, need a quote: those that ask for what is not offered, and the rests of rows
// that order less than requested; and how rows with a request are counted.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { QuoteLine } from "../../src/quotes/quoteRequest.ts";
import { readForm } from "../support/openedForm.ts";
import { buyer, openPortal, openStranger } from "../support/portal.ts";
import {
  addRows,
  fixSeveral,
  paste,
  press,
  readRows,
  rowForm,
  textOfRow,
  typeQuantity,
} from "../support/portalLists.ts";
import { openListQuote, openQuoteForm, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { listIdOf, pick } from "../support/sendList.ts";
import { agree, offer, place, read, refuse, run, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("ASK-1", { price: null });
  await offer("ASK-2", { price: null });
  await offer("ASK-3", { price: null, vendor: "Able & Sons", unit: "FT" });
  await offer("SHORT-1", { stock: 3 });
  await offer("SHORT-2", { stock: 3, certificate: "CoC" });
  await offer("NUT-1");
  await offer("NEW-1", { condition: "NE", certificate: "CoC", stock: 50 });
  await offer("BOTH-1", { vendor: "Able", certificate: "CoC", stock: 50 });
  await offer("BOTH-1", { vendor: "Best", certificate: "8130-3", stock: 2 });
  await offer("FEW-1", { stock: 25 });
  await offer("FEW-2", { stock: 12 });
});

const open = (...rows: string[]) => paste(rows);
const openForm = async (list: string, rows = "") => (await openListQuote(list, rows)).fields;
const show = async (list: string, view = "all") => await read(`${list}?show=${view}`);

const countsOf = (body: string) =>
  [...body.matchAll(/show&#61;(\w+)"[^>]*>[^<]* <span class="quiet">(\d+)</g)].map(
    ([, view, count]) => `${view} ${count}`,
  );

test("rows that ask for a condition or certificate nobody offers are requested as asked for", async () => {
  const list = await open(
    "NEW-1\t4\tOH / SV",
    "NEW-1\t1\tNE / 8130-3",
    "BOTH-1\t5\tNE / 8130-3",
    "BOTH-1\t1\tNE / 8130-3",
    "BOTH-1\t1\tNE",
  );
  const body = await show(list);
  assert.match(body, /Request a quote for 3 rows/);
  assert.match(textOfRow(body, 1), /Use NE .*Request quote/);
  assert.match(textOfRow(body, 2), /Use this offer .*Request quote/);
  assert.doesNotMatch(textOfRow(body, 4), /Request quote/);
  assert.doesNotMatch(textOfRow(body, 5), /Request quote/, "a choice is no reason for a quote");
  const { lines } = await sendQuote(await openForm(list));
  assert.deepEqual(pick(lines, "rowNumber", "quantity", "condition", "certificate"), [
    "1 4 OH / SV null",
    "2 1 NE 8130-3",
    "3 5 NE 8130-3",
  ]);
  assert.deepEqual(new Set(lines.map(({ reason }) => reason)), new Set(["no stock"]));
});

test("a certificate whose offers are expired or have no price is requested, as the row says", async () => {
  const certified = { vendor: "Best", certificate: "8130-3", stock: 50 };
  for (const partNumber of ["OLD-1", "OPEN-1", "SOLD-1"]) {
    await offer(partNumber, { vendor: "Able", certificate: "CoC", stock: 50 });
  }
  await offer("OLD-1", { ...certified, shelfLifeExpires: "2020-01-31" });
  await offer("OPEN-1", { ...certified, price: null });
  await offer("SOLD-1", { ...certified, price: null });
  await offer("SOLD-1", { ...certified, vendor: "Core", price: null });
  await agree({ partNumber: "SOLD-1", price: 700 });
  const list = await open(
    "OLD-1\t1\tNE / 8130-3",
    "OPEN-1\t1\tNE / 8130-3",
    "SOLD-1\t1\tNE / 8130-3",
  );
  const body = await show(list);
  for (const row of [1, 2]) {
    assert.match(textOfRow(body, row), /No offer with FAA 8130-3 can supply 1\..*Request quote/);
  }
  assert.match(textOfRow(body, 3), /2 offers match\./);
  assert.doesNotMatch(textOfRow(body, 3), /Request quote/, "the account has a price");
  assert.match(body, /Request a quote for 2 rows/);
});

test("a quantity that no pack has is requested as written, beside the one that can be ordered", async () => {
  await offer("PACK-1", { minQuantity: 50, multiple: 50, stock: 900 });
  await offer("WIRE-1", { unit: "FT", stock: 900 });
  const list = await open("PACK-1\t2", "WIRE-1\t100 m", "PACK-1\tsome");
  const body = await show(list);
  assert.match(textOfRow(body, 1), /Order 50 .*Request quote/);
  assert.match(textOfRow(body, 2), /Order 329 FT .*Request quote/);
  assert.doesNotMatch(textOfRow(body, 3), /Request quote/, "a quantity has to be entered");
  // Another quantity is one click away, so a quote is requested row by row.
  assert.doesNotMatch(body, /Request a quote for/);
  const { lines } = await sendQuote(await openForm(list, "1,2"));
  assert.deepEqual(pick(lines, "quantity", "unitOfMeasure", "reason", "remark"), [
    "2 EA quantity Order terms: packs of 50",
    "100 m quantity Quantity as written: 100 m",
  ]);
  assert.match(textOfRow(await show(list, "requested"), 2), /Quote requested RFQ-\d+/);
});

test("a contract price that starts above the quantity of a row is none for it", async () => {
  await offer("STEP-1", { vendor: "Able", certificate: "CoC" });
  const certified = { vendor: "Best", certificate: "8130-3", price: null };
  await offer("STEP-1", { ...certified });
  await agree({ partNumber: "STEP-1", minQuantity: 10, price: 700 });
  const body = await show(await open("STEP-1\t9\tNE / 8130-3"));
  assert.match(textOfRow(body, 1), /Request quote/);
  assert.doesNotMatch(await show(await open("STEP-1\t10\tNE / 8130-3")), /Request quote/);
});

test("the rest of a row that orders less is requested, also after it is in a draft", async () => {
  const list = await open("FEW-1\t500\tNE", "NUT-1\t1");
  await fixSeveral(list, "Reduce to available stock");
  const body = await show(list);
  assert.match(body, /Request a quote for 1 row</);
  assert.match(textOfRow(body, 1), /25 EA Requested: 500.*Request quote for 475/);
  // Nothing is ordered yet.
  assert.equal((await openForm(list, "1"))["remark-1"], "500 requested, 25 from stock");
  await addRows(list);
  assert.match(textOfRow(await show(list), 1), /In a draft.*Request quote for 475/);
  const fields = await openForm(list, "1");
  assert.equal(fields["quantity-1"], "475");
  const { lines, requestNumber } = await sendQuote(fields);
  assert.deepEqual(pick(lines, "quantity", "reason", "unitOfMeasure", "remark"), [
    "475 no stock EA 500 requested, 25 ordered",
  ]);
  const after = await show(list);
  assert.match(textOfRow(after, 1), new RegExp(`Quote requested: ${requestNumber}`));
  assert.doesNotMatch(after, /Request a quote|Request quote/);
});

test("a row with a requested quote counts as such until it is answered or orderable", async () => {
  const list = await open("ASK-1\t1", "NEVER-1\t1", "NEVER-2\t1", "SHORT-1\t9", "NUT-1\t1");
  const before = ["unready 3", "ready 1", "all 5", "not_found 2", "short 1", "on_request 1"];
  assert.deepEqual(countsOf(await show(list)), before);
  const { requestId, requestNumber } = await sendQuote(await openForm(list, "1,2,4"));
  const body = await show(list);
  const asked = ["unready 1", "ready 1", "all 5", "not_found 1", "requested 3"];
  assert.deepEqual(countsOf(body), asked);
  assert.match(textOfRow(body, 2), new RegExp(`Quote requested ${requestNumber} `));
  const rowsOf = async (view: string) =>
    [...(await show(list, view)).matchAll(/id="row-(\d+)"/g)].map(([, row]) => Number(row));
  assert.deepEqual(await rowsOf("requested"), [1, 2, 4]);
  assert.deepEqual(await rowsOf("unready"), [3]);
  const set = (text: string) => run(text, [requestId]);
  await set("update quote_requests set state = 'answered' where request_id = $1");
  assert.deepEqual(countsOf(await show(list)), before);
  assert.match(textOfRow(await show(list), 2), /Not found.*Quote request answered/);
  await set("update quote_requests set state = 'open' where request_id = $1");
  await typeQuantity(list, 4, "2");
  assert.equal((await readRows(list))[3]?.state, "ready");
  const fixed = ["unready 1", "ready 2", "all 5", "not_found 1", "requested 2"];
  assert.deepEqual(countsOf(await show(list)), fixed);
});

const factsOf = ({ rowNumber, partNumber, reason, quantity }: QuoteLine) =>
  [rowNumber, partNumber, reason, quantity] as const;

const everything = [
  "P/N\tQty\tCondition\tNeed date\tRemark",
  "NUT-1\t1\t\t\t",
  "ASK-3\t12\tNE\t2031-12-12\tAOG",
  "SHORT-2\t5\t\t\t",
  "NEVER-9\tmany\t\t\t",
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
    [3, "ASK-3", "no price", 12],
    [4, "SHORT-2", "no stock", 5],
    [5, "NEVER-9", "not found", 2],
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

before(async () => {
  for (const partNumber of ["NONE-1", "NONE-2"]) await offer(partNumber, { stock: 0 });
  await offer("HAVE-1", { stock: 100 });
});

/** The form for a pasted list. */
const openList = async (rows: string, by = buyer) => openListQuote(await paste(rows, by), "", by);

const withdrawAll = () => run("update quote_requests set state = 'withdrawn'");

test("a part that is in an open request for another list is named in the form, and not included", async () => {
  const { requestId } = await sendQuote((await openList("NONE-1\t4")).fields);
  const { body, fields } = await openList("none-1\t4\nNONE-2\t5");
  const named = `4 already requested in <a href="/quote-requests/${requestId}">RFQ-`;
  const { "include-1": first, "include-2": second } = fields;
  assert.deepEqual([first, second], [undefined, "yes"]);
  for (const page of [body, await refuse(422, quoteForm, { ...fields, "quantity-2": "x" })]) {
    assert.ok(page.includes(named), page);
    assert.match(page, /1 line is not included/);
  }
  await submit(quoteForm, { ...fields, "include-1": "yes" });
  const foreign = await openList("NONE-1\t4", await openStranger());
  assert.equal(foreign.fields["include-1"], "yes");
  assert.doesNotMatch(foreign.body, /lready requested|not included/);
  await withdrawAll();
  assert.equal((await openList("NONE-1\t6")).fields["include-1"], "yes");
});

test("a part of which fewer were requested is included, and the form says how many", async () => {
  await sendQuote((await openList("NONE-2\t4")).fields);
  const { body, fields } = await openList("NONE-2\t24");
  assert.match(body, /4 already requested in <a/);
  assert.equal(fields["include-1"], "yes");
  await withdrawAll();
});

test("a request for a part in one condition is none for another, but its offer can be chosen", async () => {
  const offerId = await offer("COND-1", { condition: "OH", stock: 0 });
  await offer("COND-1", { condition: "NE", stock: 0 });
  const path = `${quoteForm}?offer=${offerId}&quantity=2`;
  await sendQuote((await openQuoteForm(path)).fields);
  const included = async (condition: string) =>
    (await openList(`Part,Qty,Cond\nCOND-1,2,${condition}`)).fields["include-2"];
  assert.deepEqual([await included("NE"), await included("OH")], ["yes", undefined]);
  const again = await openQuoteForm(path);
  assert.match(again.body, /2 already requested in/);
  assert.equal(again.fields[`include-${offerId}`], "yes");
});

const duplicate = (orderId: string) => submit(`/orders/${orderId}/duplicate`);

/** The way from a copy to the form for the lines that were left out, and their number. */
const linkOf = async (copy: string) =>
  /href="(\/quote-requests\/new\?left_out[^"]*)">Request a quote for (\d+) lines?</.exec(
    readAttribute(await read(copy)),
  );

test("lines left out of a duplicate name what they were, and one link requests a quote for them", async () => {
  const papers = { condition: "OH", certificate: "8130-3", vendor: "Able Spares", stock: 50 };
  for (const partNumber of ["LEFT-1", "LEFT-2"]) await offer(partNumber, papers);
  const orderId = await place({ "LEFT-1": 2, "LEFT-2": 3, "HAVE-1": 1 });
  const remark = "with EASA Form 1; job 4471";
  await buyer.post(`/orders/${orderId}`, { version: "1", "remark-1": remark });
  await run("update offers set received = 0 where part_number = 'LEFT-1'");
  await run("delete from offers where part_number = 'LEFT-2'");
  const copy = await duplicate(orderId);
  const [, link = "", lines] = (await linkOf(copy)) ?? [];
  assert.equal(lines, "2");
  const request = await sendQuote((await openQuoteForm(link)).fields);
  assert.deepEqual(
    request.lines.map((line) => [
      ...[line.partNumber, line.vendor, line.condition, line.certificate, line.quantity],
      ...[line.remark, line.reason],
    ]),
    [
      ["LEFT-1", "Able Spares", "OH", "8130-3", 2, remark, "no stock"],
      ["LEFT-2", "Able Spares", "OH", "8130-3", 3, null, "not found"],
    ],
  );
  assert.equal(await linkOf(copy), null);
  assert.ok((await read(copy)).includes(`href="/quote-requests/${request.requestId}"`));
  assert.equal((await openQuoteForm(link)).fields["include-1"], undefined);
  assert.equal((await (await openStranger()).get(link)).statusCode, 404);
});
