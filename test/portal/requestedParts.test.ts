// Parts that are already in an open quote request of the account, and the lines that a duplicate
// left out, for which a quote can be requested.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { listIdOf } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

const address = "/quote-requests/new";

openPortal();

before(async () => {
  for (const partNumber of ["NONE-1", "NONE-2"]) await offer(partNumber, { stock: 0 });
  await offer("HAVE-1", { stock: 100 });
});

async function run(text: string): Promise<void> {
  await app.database.db.query({ name: "", text, values: [] });
  await app.database.replica.catchUp();
}

async function openForm(path: string, by = buyer): Promise<string> {
  const { statusCode, body } = await by.get(path);
  assert.equal(statusCode, 200, body);
  return body;
}

async function send(body: string, by = buyer): Promise<string> {
  const sent = await by.post(address, readForm(body, address));
  assert.equal(sent.statusCode, 303, sent.body);
  return /[0-9a-f-]{36}/.exec(String(sent.headers.location))?.[0] ?? assert.fail();
}

async function openList(rows: string, by = buyer): Promise<string> {
  return openForm(`${address}?list=${listIdOf(await paste(rows, by))}`, by);
}

/** The notice of a form about lines that are not included, one of them of this part. */
const omitted = (lines: number, part: string) =>
  new RegExp(
    `<strong>${lines} lines? (?:is|are) not included</strong></p>[^!]*` +
      `<li>${part} is already requested in <a href="/quote-requests/[^"]*">RFQ-`,
  );

test("a part that is in an open request for another list is named in the form, and not included", async () => {
  const request = await send(await openList("NONE-1\t4"));
  const body = await openList("none-1\t4\nNONE-2\t5");
  const named = `4 already requested in <a href="/quote-requests/${request}">RFQ-`;
  assert.ok(body.includes(named), body);
  const { "include-1": first, "include-2": second } = readForm(body, address);
  assert.deepEqual([first, second], [undefined, "yes"]);
  assert.match(body, omitted(1, "none-1"));
  const refused = await buyer.post(address, { ...readForm(body, address), "quantity-2": "x" });
  assert.ok(refused.body.includes(named));
  assert.match(refused.body, omitted(1, "none-1"));
  const included = { ...readForm(body, address), "include-1": "yes" };
  assert.equal((await buyer.post(address, included)).statusCode, 303);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  const foreign = await openList("NONE-1\t4", stranger);
  assert.equal(readForm(foreign, address)["include-1"], "yes");
  assert.doesNotMatch(foreign, /lready requested|not included/);
  await run("update quote_requests set state = 'withdrawn'");
  assert.equal(readForm(await openList("NONE-1\t6"), address)["include-1"], "yes");
});

test("a form of parts that are all in open requests names them, also after it is sent", async () => {
  const rows = Array.from({ length: 7 }, (_, place) => `OPEN-${place}X\t1`).join("\n");
  await send(await openList(rows));
  const body = await openList(rows);
  assert.match(body, omitted(7, "OPEN-4X"));
  assert.match(body, /<li>2 more<\/li>/);
  const { statusCode, body: refused } = await buyer.post(address, readForm(body, address));
  assert.equal(statusCode, 422);
  assert.match(refused, /No line is included, because all are already requested\./);
  assert.match(refused, omitted(7, "OPEN-4X"));
  const fields = { ...readForm(refused, address), "include-2": "yes" };
  assert.equal((await buyer.post(address, fields)).statusCode, 303);
  const some = await openList("OPEN-0X\t1\nOPEN-NEW\t1");
  const { "include-2": _, ...none } = readForm(some, address);
  const { body: unmarked } = await buyer.post(address, none);
  assert.match(unmarked, /No line is included\. Include at least one\./);
  assert.match(unmarked, omitted(1, "OPEN-0X"), "a line that the buyer left out is not named");
});

test("a part of which fewer were requested is included, and the form says how many", async () => {
  await send(await openList("NONE-2\t4"));
  const body = await openList("NONE-2\t24");
  assert.match(body, /4 already requested in <a/);
  assert.equal(readForm(body, address)["include-1"], "yes");
  await run("update quote_requests set state = 'withdrawn'");
});

test("a request for a part in one condition is none for another, but its offer can be chosen", async () => {
  const { db } = app.database;
  const fields = { partNumber: "COND-1", stock: 0 };
  const offerId = await insertOffer(db, { ...fields, condition: "OH" });
  await insertOffer(db, { ...fields, condition: "NE" });
  await app.database.replica.catchUp();
  const path = `${address}?offer=${offerId}&quantity=2`;
  await send(await openForm(path));
  const rows = (condition: string) => `Part,Qty,Cond\nCOND-1,2,${condition}`;
  assert.equal(readForm(await openList(rows("NE")), address)["include-2"], "yes");
  assert.equal(readForm(await openList(rows("OH")), address)["include-2"], undefined);
  const again = await openForm(path);
  assert.match(again, /2 already requested in/);
  assert.equal(readForm(again, address)[`include-${offerId}`], "yes");
});

async function duplicate(orderId: string): Promise<string> {
  const sent = await buyer.post(`/orders/${orderId}/duplicate`);
  assert.equal(sent.statusCode, 303, sent.body);
  return String(sent.headers.location);
}

const linkOf = (body: string) =>
  /href="(\/quote-requests\/new\?left_out[^"]*)">Request a quote for (\d+) lines?</.exec(
    readAttribute(body),
  );

test("lines left out of a duplicate name what they were, and one link requests a quote for them", async () => {
  const { db } = app.database;
  const papers = { condition: "OH", certificate: "8130-3", vendor: "Able Spares", stock: 50 };
  for (const partNumber of ["LEFT-1", "LEFT-2"]) await offer(partNumber, { ...papers });
  await app.database.replica.catchUp();
  const placed = { "LEFT-1": 2, "LEFT-2": 3, "HAVE-1": 1 };
  const orderId = await placeDraft(account, placed, null);
  const remark = "with EASA Form 1; job 4471";
  await buyer.post(`/orders/${orderId}`, { version: "1", "remark-1": remark });
  await run("update offers set received = 0 where part_number = 'LEFT-1'");
  await run("delete from offers where part_number = 'LEFT-2'");
  const copy = await duplicate(orderId);
  const page = await openForm(copy);
  assert.match(page, /LEFT-1<\/a>[^/]*<span class="sub">OH · FAA.8130.3 · Able Spares<\/span>/);
  assert.match(page, /<span class="sub typed">with EASA Form 1; job 4471<\/span>/);
  assert.match(page, /LEFT-2<\/a>[^/]*<span class="sub">OH · FAA.8130.3 · Able Spares<\/span>/);
  assert.match(page, />2 requested, 0 in stock\.<\/td>/, "the number is beside it");
  const [, link = "", lines] = linkOf(page) ?? [];
  assert.equal(lines, "2");
  const form = await openForm(link);
  assert.match(form, new RegExp(`class="above"><a href="${copy}">`));
  const request = await selectQuoteRequest(db, await send(form), null);
  assert.deepEqual(
    request?.lines.map((line) => [
      ...[line.partNumber, line.vendor, line.condition, line.certificate, line.quantity],
      ...[line.remark, line.reason],
    ]),
    [
      ["LEFT-1", "Able Spares", "OH", "8130-3", 2, remark, "no stock"],
      ["LEFT-2", "Able Spares", "OH", "8130-3", 3, null, "not found"],
    ],
  );
  const after = await openForm(copy);
  assert.equal(linkOf(after), null);
  const named = `<a href="/quote-requests/${request?.requestId}">${request?.requestNumber}</a>`;
  assert.ok(after.includes(`lready requested in ${named}`));
  assert.equal(readForm(await openForm(link), address)["include-1"], undefined);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await stranger.get(link)).statusCode, 404);
});

test("a line added to the copy since is named by its part", async () => {
  for (const partNumber of ["BACK-1", "BACK-2"]) await offer(partNumber, { stock: 9 });
  await app.database.replica.catchUp();
  const orderId = await placeDraft(account, { "BACK-1": 1, "BACK-2": 1, "HAVE-1": 1 }, null);
  await run("update offers set received = 0 where part_number like 'BACK-%'");
  const copy = await duplicate(orderId);
  const [, link = ""] = linkOf(await openForm(copy)) ?? [];
  const form = readForm(await openForm(link), address);
  await run("update offers set received = 9 where part_number = 'BACK-1'");
  const one = { version: "1", part_number: "BACK-1", quantity: "1" };
  const added = await buyer.post(`${copy}/add`, one);
  assert.equal(added.statusCode, 303, added.body);
  const { statusCode, body } = await buyer.post(address, form);
  assert.equal(statusCode, 422);
  assert.match(body, /BACK-1 needs no quote now\. It was left out\./);
  assert.doesNotMatch(body, /Row \d/);
  assert.equal((await buyer.post(`${copy}/discard`, { version: "2" })).statusCode, 303);
  const ended = await openForm(link);
  assert.match(ended, /No line needs a quote now/);
  assert.ok(ended.includes(`class="above"><a href="${copy}">`));
});

test("a quote for lines left out is requested 200 at a time, and not for a part in stock again", async () => {
  for (let number = 1; number <= 202; number += 1) {
    await insertOffer(app.database.db, { partNumber: `MANY-${number}`, stock: 9 });
  }
  await app.database.replica.catchUp();
  const rows = Array.from({ length: 202 }, (_, place) => `MANY-${place + 1}\t1`);
  const list = await paste([...rows, "HAVE-1\t1"].join("\n"));
  const added = await buyer.post(`${list}/add`, { version: "1", draft: "" });
  const [orderId = ""] = /[0-9a-f-]{36}/.exec(String(added.headers.location)) ?? [];
  await run("update offers set received = 0 where part_number like 'MANY-%'");
  const copy = await duplicate(orderId);
  await run("update offers set received = 9 where part_number = 'MANY-1'");
  const [, link = "", lines] = linkOf(await openForm(copy)) ?? [];
  assert.equal(lines, "200");
  const form = await openForm(link);
  assert.match(form, /These are the first 200 lines/);
  const keys = Object.keys(readForm(form, address)).filter((name) => name.startsWith("include-"));
  assert.equal(keys.length, 200);
  assert.ok(!keys.includes("include-1"));
  await send(form);
  assert.equal(linkOf(await openForm(copy))?.[2], "1");
  assert.equal(readForm(await openForm(link), address)["include-202"], "yes");
});

test("rows that are in no open request come first in the form of a long list", async () => {
  const rows = Array.from({ length: 201 }, (_, place) => `БОЛТ-${place}X\t1`);
  await send(await openList(rows.slice(0, 200).join("\n")));
  const fields = readForm(await openList(rows.join("\n")), address);
  assert.equal(fields["include-201"], "yes");
  assert.equal(fields["include-1"], undefined);
});
