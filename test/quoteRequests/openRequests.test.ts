// What forms read of the quote requests of an account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { selectOpenRequests } from "../../src/quotes/openRequestQueries.ts";
import type { QuoteLine } from "../../src/quotes/quoteRequest.ts";
import { requestQuote } from "../../src/quotes/requestQuote.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople } from "../support/testPeople.ts";

const now = new Date("2026-11-26T10:00:00Z");
const database = share(openTestDatabase);

function lineOf(partNumber: string, quantity: number): QuoteLine {
  const unknown = { offerId: null, vendor: null, condition: null, certificate: null };
  const rest = { unitOfMeasure: null, neededBy: null, remark: null, rowNumber: null };
  return { reason: "not found", partNumber, quantity, ...unknown, ...rest };
}

test("of each part the newest 20 open requests are read, whatever was requested besides", async () => {
  const people = createTestPeople(database.db);
  const buyer = await insertBuyer(database.db, now);
  const send = async (...lines: QuoteLine[]) => {
    const wanted = { formId: newId(), lines, message: null, poNumber: null, listId: null };
    assert.equal((await requestQuote(people, buyer, wanted, now)).outcome, "requested");
  };
  await send(lineOf("RARE-1", 7));
  for (let count = 1; count <= 21; count += 1) await send(lineOf("OFTEN-1", count));
  const numbers = ["often-1", "RARE-1"];
  const found = await selectOpenRequests(database.db, buyer.account.accountId, numbers);
  const quantities = found.map(({ quantity }) => quantity);
  const newest = Array.from({ length: 20 }, (_, at) => 21 - at);
  assert.deepEqual(quantities, [...newest, 7]);
});
