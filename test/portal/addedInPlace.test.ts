// Offers that are added in place of lines that a duplicate left out (decision 246).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  await insertOffer(app.database.db, { partNumber: "HAVE-1" });
});

after(() => app.close());

/** The page of a duplicate without its line of `part`, whose other offer this is. */
async function openCopy(part: string, other: Partial<OfferFields>, remark = "") {
  const { db, replica } = app.database;
  const certificate = "8130-3; CoC";
  await insertOffer(db, { partNumber: part, certificate });
  await replica.catchUp();
  const orderId = await placeDraft(account, { [part]: 2, "HAVE-1": 1 }, null);
  const { body: draft } = await buyer.get(`/orders/${orderId}`);
  const line = draft.indexOf(`>${part}<`) < draft.indexOf(">HAVE-1<") ? 1 : 2;
  await buyer.post(`/orders/${orderId}`, { version: "1", [`remark-${line}`]: remark });
  const text = "update offers set received = 0 where part_number = $1";
  await db.query({ name: "", text, values: [part] });
  await insertOffer(db, { partNumber: part, stock: 9, vendor: "Other", certificate, ...other });
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
  assert.match(review, /Condition requested: NE/);
  assert.doesNotMatch((await buyer.get(copy)).body, /left out<\/h2>/);
});

test("an offer that has what the line asked for is added without a difference", async () => {
  const wish = "Certificate requested: Certificate of Conformance; job 4471";
  const { copy, body } = await openCopy("SAME-1", { certificate: "CoC" }, wish);
  assert.equal((await pressAdd(body)).text, "Add 2");
  const review = await readReview(copy);
  assert.doesNotMatch(review, /differs? from what was requested/);
  assert.match(review, /Certificate requested: Certificate of Conformance/);
  assert.doesNotMatch(review, /4471/);
});

test("conditions that the order's list accepted count, not the one that was ordered", async () => {
  const wish = "Condition requested: OH or SV; Listed as EITHER-0";
  const { copy, body } = await openCopy("EITHER-1", { condition: "OH" }, wish);
  assert.equal((await pressAdd(body)).text, "Add 2");
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
  assert.equal((await readReview(copy)).match(/Condition requested/g)?.length, 1);
});
