// Prices on request in the console: lists, the form of an offer, history, explanation and imports.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectOfferTexts } from "../../src/catalog/offerEditQueries.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openedForm } from "../support/openedForm.ts";
import { catalogHeader, checkSent, locationOf, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
});

after(() => app.close());

const read = async (path: string) => {
  const page = await manager.get(path);
  assert.equal(page.statusCode, 200);
  return page.body;
};

test("an offer without a price is listed, edited to free of charge, and shown in its history", async () => {
  const { db } = app.database;
  const offerId = await insertOffer(db, { partNumber: "FORM-1", price: null });
  const address = `/console/catalog/offers/${offerId}`;
  assert.match(await read("/console/catalog?q=FORM-1"), />Price on request</);
  assert.match(await read("/console/catalog/parts/FORM-1"), />Price on request</);
  const box = /<input [^>]*name="zero_price_is_free" type="checkbox" value="yes"( checked)?/;
  assert.equal(box.exec(await read(address))?.[1], undefined);
  const texts = (await selectOfferTexts(db, offerId)) ?? assert.fail();
  const form = openedForm(texts);
  const unsure = await manager.post(address, { ...form, price: "0" });
  assert.equal(unsure.statusCode, 422);
  assert.match(unsure.body, /List price: “0” is not a price unless the offer is free of charge\./);
  const free = await manager.post(address, { ...form, price: "0", zero_price_is_free: "yes" });
  assert.match(String(free.headers.location), /done=edited/);
  assert.equal(box.exec(await read(address))?.[1], " checked");
  const history = await read("/console/catalog/parts/FORM-1?view=history");
  assert.match(history, /list price: on request → USD 0\.00/);
});

test("an explanation says that a discount needs a list price", async () => {
  const { accountId } = await app.openAccount({ discount: 500 });
  await insertOffer(app.database.db, { partNumber: "WHY-1", price: null });
  const address = `/console/agreements/${accountId}/price?part=WHY-1`;
  const none = await read(address);
  assert.match(none, /<strong>On request<\/strong>/);
  assert.equal(none.match(/>No list price</g)?.length, 2);
  const line = { accountId, partNumber: "WHY-1", price: 300, minQuantity: 5 };
  await insertAgreementRule(app.database.db, line);
  assert.match(await read(address), /<strong>On request<\/strong>[\s\S]*USD 3\.00 from 5/);
  assert.match(await read(`${address}&quantity=5`), /<strong>USD 3\.00<\/strong>/);
});

test("the response of the API is shown with offers without a price", async () => {
  const { accountId } = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "WIRE-1", price: null });
  const shown = await read(`/console/catalog/parts/WIRE-1?view=api&account=${accountId}`);
  assert.match(shown, /price&#34;: null/);
  assert.match(shown, /unpriced/);
});

test("the box of a file makes a price of 0 free of charge, and the run counts the others", async () => {
  const rows = ["F-1,BOLT,NE,EA,1,0,USD,Acme", "F-2,BOLT,NE,EA,1,,USD,Acme"];
  const text = `${catalogHeader}\n${rows.join("\n")}\n`;
  const sent = await sendImport(app, manager, text);
  const name = "fixed-zero_price_is_free";
  assert.match(
    await read(locationOf(sent)),
    new RegExp(`name="${name}" type="checkbox" value="yes"`),
  );
  const plain = await checkSent(app, manager, sent);
  assert.equal(plain.report?.counts["on_request"], 2);
  const page = await read(`/console/imports/${plain.runId}`);
  assert.match(page, /<dt>On request<\/dt>\s*<dd[^>]*>2</);
  assert.match(page, /1 row has a price of 0, which is read as price on request/);
  const again = await sendImport(app, manager, `${text}\n`);
  const run = await checkSent(app, manager, again, { version: "1", [name]: "yes" });
  assert.equal(run.report?.counts["on_request"], 1);
});
