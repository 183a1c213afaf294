// The page of a part that another one replaces.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
});

after(() => app.close());

const offer = (partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> =>
  insertOffer(app.database.db, { partNumber, ...fields });

test("a superseded part names its replacement and cannot be added", async () => {
  await offer("OLD-1", { status: "SUPERSEDED", supersededBy: "NEW-1", stock: 6 });
  await offer("NEW-1");
  const { body } = await buyer.get("/parts/OLD-1");
  assert.match(body, /badge short">Not for sale</);
  assert.match(body, /badge neutral">6 EA</);
  assert.doesNotMatch(body, /Out of stock|badge good">6/);
  assert.match(body, /Superseded, not for sale/);
  assert.match(
    body,
    /"\/parts\/NEW-1">NEW-1<\/a><\/code> replaces it: <span class="badge good">100 NE in stock</,
  );
  assert.doesNotMatch(body, /name="part_id"/);
  // On a phone, the notice comes before the box, which has no form.
  assert.match(body, /<aside aria-label="Summary" tabindex="0">/);
  assert.match(body, /href="\/quote-requests\/new\?part&#61;OLD-1">Request quote</);
  const next = (await buyer.get("/parts/NEW-1")).body;
  assert.match(next, /<aside aria-label="Summary" tabindex="0" class="first">/);
});

test("of a chain, the part names the direct successor and the last one", async () => {
  const superseded = (by: string) => ({ status: "SUPERSEDED", supersededBy: by }) as const;
  await offer("CH-1", superseded("CH-2"));
  await offer("CH-2", superseded("CH-3"));
  await offer("CH-3", superseded("CH-4"));
  await offer("CH-4", { stock: 7 });
  const link = (number: string) => `<code><a href="/parts/${number}">${number}</a></code>`;
  const { body } = await buyer.get("/parts/CH-1");
  const chain = `It was superseded by ${link("CH-2")}, now\\s${link("CH-4")}: <span`;
  assert.match(body, new RegExp(`${chain} class="badge good">7 NE`));
  assert.doesNotMatch(body, /replaces it/);
  const last = (await buyer.get("/parts/CH-3")).body;
  assert.match(last, new RegExp(`${link("CH-4")} replaces it: `));
});

test("a part whose offers have different successors names the best one", async () => {
  await offer("TWO-1", { vendor: "A", status: "SUPERSEDED", supersededBy: "TWO-2" });
  await offer("TWO-1", { vendor: "B", status: "SUPERSEDED", supersededBy: "TWO-3" });
  await offer("TWO-3", { status: "SUPERSEDED", supersededBy: "TWO-4" });
  await offer("TWO-4");
  const { body } = await buyer.get("/parts/TWO-1");
  assert.match(body, />TWO-4<\/a><\/code> replaces it: /);
});
