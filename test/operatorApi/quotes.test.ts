// Quotes by the operator API: an ERP reads requests and answers them with prices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSystem } from "../support/operatorApi.ts";
import { openQuoteRequestFixture } from "../support/quoteRequestFixture.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));

const option = {
  part: {
    ...{ part_number: "ASKED-1", part_name: "Pump", manufacturer: "Example Pumps" },
    ...{ condition: "NE", unit_of_measure: "EA", certificate: "8130-3" },
  },
  unit_price: { amount: "21400.5", currency: "USD" },
  ...{ quantity: 4, min_quantity: 2, multiple: 2, lead_time_days: 21, valid_until: "2031-01-31" },
};

async function open() {
  const { request } = await openQuoteRequestFixture(app).send([{}, { partNumber: "ASKED-2" }]);
  const system = await openSystem(app, ["quotes:write"]);
  const answer = (body: object) =>
    system.send("POST", `/quote-requests/${request.requestId}/answer`, body);
  return { request, answer };
}

test("an answer has options with exact prices, or says why there are none", async () => {
  const { request, answer } = await open();
  const lines = [
    { line: 1, options: [option] },
    { line: 2, no_quote: "Out of production." },
  ];
  const sent = await answer({ lines, message: "As requested." });
  assert.equal(sent.statusCode, 200, sent.body);
  const { quote_request: answered } = sent.json();
  assert.deepEqual([answered.request_id, answered.state], [request.requestId, "answered"]);
  const [first, second] = answered.lines;
  const { part, ...terms } = option;
  assert.deepEqual(first.options, [
    {
      ...{ option: 1, offer_id: null, left: 4, ...part, ...terms },
      unit_price: { amount: "21400.50", currency: "USD" },
    },
  ]);
  assert.deepEqual([second.options, second.no_quote], [[], "Out of production."]);
  assert.equal(answered.messages.at(-1).text, "As requested.");
});

test("an answer names every fault at its field, and stores nothing", async () => {
  const { answer } = await open();
  const bad = {
    ...option,
    unit_price: { amount: "0", currency: "QQQ" },
    valid_until: "2020-01-01",
  };
  const refused = await answer({
    lines: [
      { line: 2, options: [option, bad] },
      { line: 9, no_quote: "No" },
    ],
  });
  assert.equal(refused.statusCode, 400, refused.body);
  const { details } = refused.json().error;
  assert.deepEqual(
    details.map(({ path }: { readonly path: string }) => path),
    [
      "lines[0].options[1].unit_price",
      "lines[0].options[1].currency",
      "lines[0].options[1].valid_until",
      "lines[1].line",
    ],
  );
  assert.equal((await answer({})).statusCode, 400);
  const stale = await answer({ version: 9, message: "Late" });
  assert.deepEqual([stale.statusCode, stale.json().error.details[0].code], [409, "changed"]);
});

test("texts that the database cannot store are refused, wherever they are", async () => {
  const { answer } = await open();
  const nul = { ...option, part: { ...option.part, manufacturer: "a\u0000b" } };
  assert.equal((await answer({ lines: [{ line: 1, options: [nul] }] })).statusCode, 400);
  assert.equal((await answer({ lines: [{ line: 1, no_quote: "a\u0000b" }] })).statusCode, 400);
});
