// Which rows of a list need a quote: those that ask for what is not offered, and the rests of rows
// that order less than requested; and how rows with a request are counted.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openPortal } from "../support/portal.ts";
import {
  addRows,
  fixSeveral,
  paste,
  readRows,
  textOfRow,
  typeQuantity,
} from "../support/portalLists.ts";
import { openListQuote, sendQuote } from "../support/portalQuotes.ts";
import { pick } from "../support/sendList.ts";
import { agree, offer, read, run } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("ASK-1", { price: null });
  await offer("SHORT-1", { stock: 3 });
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
    "2 EA quantity Order terms: packs of 50, min. 50",
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

test("two rows that are only too many together can be requested", async () => {
  const list = await open("FEW-2\t10", "FEW-2\t5");
  assert.match(await show(list), /Request a quote for 2 rows/);
  const { lines } = await sendQuote(await openForm(list));
  assert.deepEqual(
    lines.map(({ rowNumber, quantity }) => `${rowNumber} ${quantity}`),
    ["1 10", "2 5"],
  );
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
  assert.match(body, /<dt>Needs attention<\/dt><dd>1<[\s\S]*<dt>Quote requested<\/dt><dd>3</);
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
