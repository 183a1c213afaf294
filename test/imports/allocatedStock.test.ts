// What feeds do to stock that orders have allocated (decision 27).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { importText } from "../support/importText.ts";
import { type OrderFixture, openOrderFixture } from "../support/orderFixture.ts";

const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";
const nightly = `${header}\nB-1,BOLT,NE,EA,10,10.00,USD,Acme\n`;

let fixture: OrderFixture;
let buyer: SignedIn;

before(async () => {
  fixture = await openOrderFixture();
  buyer = await fixture.openBuyer();
});
after(() => fixture.close());

async function findOffer(): Promise<OfferId> {
  const text = "select offer_id::float8 as id from offers where part_number = 'B-1'";
  const [row] = await fixture.run<{ id: number }>(text);
  assert.ok(row);
  return row.id as OfferId;
}

test("a nightly file that repeats the stock does not undo an allocation", async () => {
  await importText(fixture.db, nightly);
  const offerId = await findOffer();
  const [first, second] = [
    await fixture.draft(buyer, [[offerId, 10]], "PO-1"),
    await fixture.draft(buyer, [[offerId, 10]], "PO-2"),
  ];
  assert.equal((await fixture.confirm(buyer, first)).outcome, "confirmed");
  await importText(fixture.db, nightly);
  assert.equal(await fixture.stockOf(offerId), 0);
  assert.equal((await fixture.confirm(buyer, second)).outcome, "changed");
});
