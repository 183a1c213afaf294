// What forms and orders read of the quote requests of an account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import type { Queryable } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { selectOpenRequests, selectRequestsOfOrder } from "../../src/quotes/openRequestQueries.ts";
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

test("the requests of an order are read from those of its account by indexes", async () => {
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query("begin");
  const { account, user } = await insertBuyer(database.db, now);
  // Of few accounts, one has so many requests that reading all would be right.
  const others = await Promise.all(Array.from({ length: 9 }, () => insertBuyer(database.db, now)));
  const insert = `with sent as (
        insert into quote_requests (request_id, account_id, user_id, buyer_name, buyer_email,
          form_id, created_at, changed_at, open_since)
        select gen_random_uuid(), $1, $2, 'Ada', 'ada@example.com', gen_random_uuid(), now(), now(),
          now()
        from generate_series(1, $3) returning request_id
      )
      insert into quote_request_lines (request_id, line_number, reason, part_number)
      select request_id, line, 'not found', 'OTHER-' || line from sent, generate_series(1, 4) line`;
  await owner.query(insert, [account.accountId, user.userId, 5000]);
  for (const other of others) {
    await owner.query(insert, [other.account.accountId, other.user.userId, 20]);
  }
  await owner.query("analyze quote_requests, quote_request_lines");
  const plans: string[] = [];
  const explaining: Queryable = {
    query: async ({ text }) => {
      const { rows } = await owner.query(`explain (generic_plan, format json) ${text}`);
      plans.push(JSON.stringify(rows));
      return [];
    },
  };
  const order = { ...account, orderId: newId() as OrderId, createdAt: now };
  await selectRequestsOfOrder(explaining, order, now, 6);
  await owner.end();
  assert.equal(plans.length, 1);
  assert.match(plans[0] ?? "", /quote_request_lines_pkey/);
  assert.doesNotMatch(plans[0] ?? "", /"Seq Scan","[^}]*"quote_request/);
});
