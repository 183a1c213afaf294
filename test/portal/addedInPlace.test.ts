// Offers that are added in place of lines that a duplicate left out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferFields } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("HAVE-1");
});

/** The page of a duplicate without its line of `part`, whose other offer this is. */
async function openCopy(part: string, other: Partial<OfferFields>, remark = "") {
  const { db, replica } = app.database;
  const certificate = "8130-3; CoC";
  await offer(part, { certificate });
  await replica.catchUp();
  const orderId = await placeDraft(account, { [part]: 2, "HAVE-1": 1 }, null);
  const { body: draft } = await buyer.get(`/orders/${orderId}`);
  const line = draft.indexOf(`>${part}<`) < draft.indexOf(">HAVE-1<") ? 1 : 2;
  await buyer.post(`/orders/${orderId}`, { version: "1", [`remark-${line}`]: remark });
  const text = "update offers set received = 0 where part_number = $1";
  await db.query({ name: "", text, values: [part] });
  await offer(part, { stock: 9, vendor: "Other", certificate, ...other });
  await replica.catchUp();
  const sent = await buyer.post(`/orders/${orderId}/duplicate`);
  const copy = String(sent.headers.location);
  return { copy, body: (await buyer.get(copy)).body };
}

/** Presses the button that adds the other offer. */
async function pressAdd(body: string, more: Readonly<Record<string, string>> = {}) {
  const [, action = "", form = ""] = /action="([^"]*\/add)"([\s\S]*?)<\/form>/.exec(body) ?? [];
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const sent = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  const text = / aria-label="[^"]*">([^<]*)</.exec(form)?.[1];
  return { text, added: await buyer.post(action, { ...sent, ...more }) };
}

async function readReview(copy: string): Promise<string> {
  return readAttribute((await buyer.get(`${copy}/confirm`)).body);
}

test("an offer in another condition, without a certificate, says so on its button and the review", async () => {
  const { copy, body } = await openCopy("WORN-1", { condition: "OH", certificate: "CoC" });
  const { text, added } = await pressAdd(body);
  assert.equal(text, "Add 2 in OH without FAA 8130-3");
  assert.equal(added.statusCode, 303, added.body);
  const review = await readReview(copy);
  assert.match(review, /1 line differs from what was requested/);
  assert.match(review, /<li>Condition:/);
  assert.match(review, /<li>Certificate not listed:/);
  assert.match(review, /class="short">Wants: NE</);
  assert.match(review, /class="short">Wants: FAA.8130.3</);
  assert.doesNotMatch((await buyer.get(copy)).body, /left out<\/h2>/);
});

test("an offer that has what the line asked for is added without a difference", async () => {
  const { copy, body } = await openCopy("SAME-1", {}, "Certificate requested: none");
  assert.equal((await pressAdd(body)).text, "Add 2");
  const review = await readReview(copy);
  assert.doesNotMatch(review, /differs? from what was requested/);
  assert.match(review, /class="sub typed">Certificate requested: none</);
});

test("what the order's list accepted counts, not what was ordered, and its number stays", async () => {
  const { db, replica } = app.database;
  await offer("EITHER-1", { condition: "SV" });
  const rows = "PN,Qty,Cond\nEITHER-0,2,OH or SV\nHAVE-1,1,";
  const list = await paste(rows);
  const typed = { "number-2": "EITHER-1", "quantity-2": "2", "condition-2": "OH / SV" };
  const [, seen = ""] = /name="was-2"[^>]*value="(\w+)"/.exec((await buyer.get(list)).body) ?? [];
  await buyer.post(`${list}/rows`, { ...typed, "was-2": seen, show: "all" });
  const [, version = ""] =
    /name="version"[^>]*value="(\d+)"/.exec((await buyer.get(list)).body) ?? [];
  const added = await buyer.post(`${list}/add`, { version, draft: "" });
  const [orderId = ""] = /[0-9a-f-]{36}/.exec(String(added.headers.location)) ?? [];
  const text = "update offers set received = 0 where part_number = 'EITHER-1'";
  await db.query({ name: "", text, values: [] });
  await offer("EITHER-1", { stock: 9, vendor: "Other", condition: "OH" });
  await replica.catchUp();
  const copy = String((await buyer.post(`/orders/${orderId}/duplicate`)).headers.location);
  assert.equal((await pressAdd((await buyer.get(copy)).body)).text, "Add 2");
  const review = await readReview(copy);
  assert.doesNotMatch(review, /<li>Condition:/);
  assert.match(review, /Listed as EITHER-0/);
});

test("a number typed for a line left out adds what the line asked for, as its button does", async () => {
  const { copy, body } = await openCopy("TYPED-1", { condition: "OH" });
  for (const left_out of ["", "99", "x"]) {
    const stale = await pressAdd(body, { left_out, version: "9" });
    assert.equal(stale.added.statusCode, 409);
  }
  const { added } = await pressAdd(body, { left_out: "99", part_id: "" });
  assert.equal(added.statusCode, 422, "there are two offers to choose from");
  assert.equal((await pressAdd(body, { left_out: "99" })).added.statusCode, 303);
  assert.match(await readReview(copy), /<li>Condition:/);
  const other = { version: "2", part_number: "HAVE-1", quantity: "1", left_out: "1" };
  assert.equal((await buyer.post(`${copy}/add`, other)).statusCode, 303);
  assert.equal((await readReview(copy)).match(/Wants: NE/g)?.length, 1);
});
