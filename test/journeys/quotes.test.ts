// A quote by APIs alone: a buyer's system asks and accepts, the distributor's answers and fulfils.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { confirmDraft } from "../support/confirmedOrder.ts";

import { insertOffer } from "../support/insertOffer.ts";
import { openSystem } from "../support/operatorApi.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0, rateLimitCatalog: 0 }));
let offerId: number;

before(async () => {
  const offer = { partNumber: "RFQ-PUMP", price: 2_140_000, stock: 5 };
  offerId = await insertOffer(app.database.db, offer);
});

const once = (key: string) => ({ "idempotency-key": key });
const terms = { unit_price: { amount: "", currency: "USD" }, valid_until: "2027-01-31" };
const part = { part_number: "RFQ-OTHER", condition: "NE", unit_of_measure: "EA" };

async function request(account: TestAccount) {
  const lines = [
    { part_id: await account.partId("RFQ-PUMP"), quantity: 2, remark: "Aircraft 5B-DCX" },
    { part_number: "RFQ-OTHER", quantity: 300, condition: "NE", needed_by: "2027-06-30" },
    { part_number: "RFQ-GONE", quantity: 1 },
  ];
  const body = { lines, po_number: "PO-7", notes: "Please quote by Friday." };
  const sent = await account.post("quote-requests", body, once("rfq-7"));
  assert.equal(sent.statusCode, 201, sent.body);
  return { body, sent, asked: sent.json().quote_request };
}

async function answer(id: string, price = "0.1234") {
  const system = await openSystem(app);
  const answered = await system.post(`/quote-requests/${id}/answer`, {
    lines: [
      {
        line: 1,
        options: [
          {
            ...terms,
            offer_id: offerId,
            unit_price: { amount: "19999.99", currency: "USD" },
            quantity: 2,
          },
          {
            ...terms,
            part: { ...part, part_number: "RFQ-PUMP", condition: "OH" },
            unit_price: { amount: "9000", currency: "USD" },
            quantity: 1,
            lead_time_days: 21,
          },
        ],
      },
      {
        line: 2,
        options: [
          {
            ...terms,
            part,
            unit_price: { amount: price, currency: "USD" },
            quantity: 300,
            min_quantity: 100,
            multiple: 100,
          },
        ],
      },
      { line: 3, no_quote: "Out of production." },
    ],
    accept: true,
  });
  assert.equal(answered.statusCode, 200, answered.body);
  return system;
}

test("a quote is requested, answered, accepted in part, confirmed and fulfilled at its prices", async () => {
  const account = await app.openAccount();
  const { body, sent, asked } = await request(account);
  assert.equal(asked.status, "open");
  assert.equal(asked.messages[0].text, "Please quote by Friday.");
  assert.equal(
    sent.headers.location,
    `/public/api/v1/b2b/quote-requests/${asked.quote_request_id}`,
  );
  const repeated = await account.post("quote-requests", body, once("rfq-7"));
  assert.equal(repeated.headers["idempotent-replayed"], "true");
  assert.deepEqual(repeated.json(), sent.json());
  const reused = await account.post("quote-requests", { ...body, notes: "x" }, once("rfq-7"));
  assert.equal(reused.json().error.code, "IDEMPOTENCY_KEY_REUSED");

  const path = `quote-requests/${asked.quote_request_id}`;
  const since = "quote-requests?updated_since=2026-01-01T00:00:00Z";
  const { next_cursor } = (await account.get(since)).json();
  const system = await answer(asked.quote_request_id);
  const changed = (await account.get(`${since}&cursor=${next_cursor}`)).json();
  const { quote_request: quoted } = (await account.get(path)).json();
  assert.deepEqual(changed.quote_requests, [quoted]);
  assert.deepEqual((await account.get("quote-requests?status=open")).json().quote_requests, []);
  const [pump, other, gone] = quoted.lines;
  assert.deepEqual(
    [pump.options.length, gone.no_quote, gone.options],
    [2, "Out of production.", []],
  );
  assert.deepEqual(other.options[0].unit_price, {
    ...{ amount: "0.12", currency: "USD" },
    exact_amount: "0.1234",
  });

  const lines = [
    { line: 1, option: 1, quantity: 1 },
    { line: 2, option: 1, quantity: 100 },
  ];
  const accepted = await account.post(`${path}/accept`, { lines }, once("accept-7"));
  assert.equal(accepted.statusCode, 201, accepted.body);
  const { order } = accepted.json();
  assert.deepEqual([order.po_number, order.subtotal.amount], ["PO-7", "20012.33"]);
  assert.equal(
    (await account.get(`orders/${order.order_id}`)).json().order.subtotal.amount,
    "20012.33",
  );
  const again = await account.post(`${path}/accept`, { lines }, once("accept-7"));
  assert.equal(again.body, accepted.body);

  await confirmDraft(await openVisitor(app, account.accountId), order.order_id);
  const fulfilled = await system.post(`/orders/${order.order_id}/fulfil`, { reference: "DN-7" });
  assert.equal(fulfilled.statusCode, 200, fulfilled.body);
  const { order: invoiced } = (await system.get(`/orders/${order.order_id}`)).json();
  assert.deepEqual(
    invoiced.lines.map(({ line_total }: { line_total: { amount: string } }) => line_total.amount),
    ["19999.99", "12.34"],
  );
  const { quote_request: used } = (await account.get(path)).json();
  assert.deepEqual([used.status, used.lines[1].options[0].left], ["accepted", 200]);
});

test("a further acceptance is refused for the quantity, after the validity, and for another account", async () => {
  const account = await app.openAccount();
  const { asked } = await request(account);
  const path = `quote-requests/${asked.quote_request_id}/accept`;
  const accept = async (by: TestAccount, line: number, option: number, quantity: number) => {
    const refused = await by.post(path, { lines: [{ line, option, quantity }] });
    const { code, details = [] } = refused.json().error ?? {};
    return [refused.statusCode, code, details[0]?.path, details[0]?.line, details[0]?.left];
  };
  await answer(asked.quote_request_id, "0.2");
  await answer(asked.quote_request_id);
  const gone = [409, "QUOTE_CORRECTED", "lines[0].option", 2, undefined];
  assert.deepEqual(await accept(account, 2, 1, 100), gone, "corrected: its number is new");
  assert.equal((await accept(account, 2, 2, 200))[0], 201);
  const more = [409, "QUOTE_USED_UP", "lines[0].quantity", 2, 100];
  assert.deepEqual(await accept(account, 2, 2, 200), more);
  const less = [422, "QUANTITY_NOT_ALLOWED", "lines[0].quantity", undefined, undefined];
  assert.deepEqual(await accept(account, 2, 2, 50), less);
  const stranger = await app.openAccount();
  const none = [404, "NOT_FOUND", undefined, undefined, undefined];
  assert.deepEqual(await accept(stranger, 2, 2, 100), none);
  assert.equal((await stranger.get(path.replace("/accept", ""))).statusCode, 404);
  const before = app.clock.now;
  app.clock.now = new Date("2027-02-01T00:00:00Z");
  const late = await accept(account, 2, 2, 100);
  app.clock.now = before;
  assert.deepEqual(late, [409, "QUOTE_EXPIRED", "lines[0].option", 2, undefined]);
});

test("a request names the faults of every line, and stores nothing", async () => {
  const account = await app.openAccount();
  const send = async (lines: object[]) => {
    const { error } = (await account.post("quote-requests", { lines })).json();
    return error.details.map(({ path, code }: { path: string; code: string }) => [path, code]);
  };
  const both = { part_id: await account.partId("RFQ-PUMP"), part_number: "X", quantity: 1 };
  assert.deepEqual(
    await send([{ quantity: 1 }, both, { part_number: "X", quantity: 1, needed_by: "2020-01-01" }]),
    [
      ["lines[0]", "required"],
      ["lines[1]", "required"],
      ["lines[2].needed_by", "minimum"],
    ],
  );
  assert.deepEqual(await send([{ part_id: "pt_0", quantity: 1 }]), [
    ["lines[0].part_id", "PART_NOT_FOUND"],
  ]);
  assert.deepEqual(await send([{ part_number: "X", quantity: 0 }]), [
    ["lines[0].quantity", "minimum"],
  ]);
  assert.deepEqual((await account.get("quote-requests")).json().quote_requests, []);
});
