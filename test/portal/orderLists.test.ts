// Lists of orders, long orders, and their downloads.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { unsetDistributor } from "../../src/distributor/distributor.ts";
import { fulfilOrder } from "../../src/orders/cancelOrder.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readPdf } from "../support/readPdf.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  account = await app.openAccount({ discount: 1000 });
  buyer = await openVisitor(app, account.accountId);
});

after(() => app.close());

const place = (lines: Readonly<Record<string, number>>, poNumber: string | null = "PO-1") =>
  placeDraft(account, lines, poNumber);

const offer = (partNumber: string, fields = {}) =>
  insertOffer(app.database.db, { partNumber, ...fields });

async function read(orderId: OrderId) {
  return (await account.get(`orders/${orderId}`)).json().order;
}

test("quote and lines are files with names and types, and formulas are escaped", async () => {
  await offer("=A-15");
  const orderId = await place({ "=A-15": 1 });
  const pdf = await buyer.get(`/orders/${orderId}/quote.pdf?paper=letter`);
  assert.equal(pdf.headers["content-type"], "application/pdf");
  assert.match(String(pdf.headers["content-disposition"]), /filename="quote-SO-\d{6}\.pdf"/);
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), "%PDF-");
  const csv = await buyer.get(`/orders/${orderId}/lines.csv`);
  assert.match(csv.body, /,'=A-15,/);
  const xlsx = await buyer.get(`/orders/export.xlsx?q=${encodeURIComponent("=A-15")}`);
  assert.equal(xlsx.rawPayload.subarray(0, 2).toString(), "PK");
});

test("quotes and pages show the distributor's name if it is configured", async (t) => {
  const named = await openTestApp(
    { distributor: { ...unsetDistributor, name: "Skyward <Parts>" } },
    app.database,
  );
  t.after(() => named.server.close());
  const other = await openVisitor(named, account.accountId);
  await offer("A-18");
  const orderId = await place({ "A-18": 1 });
  const pdf = await other.get(`/orders/${orderId}/quote.pdf`);
  assert.match(readPdf(pdf.rawPayload).pages.join(" "), /Skyward <Parts> · Quote SO-/);
  const page = await other.get(`/orders/${orderId}`);
  assert.match(
    page.body,
    /<a class="brand" href="\/">[\s\S]*?<span>Skyward &#60;Parts&#62;<\/span><\/a>/,
  );
});

test("an order of 500 lines is shown on pages sent in under 15 KB, each line once", async () => {
  const numbers = Array.from({ length: 500 }, (_, place) => `A-17-${place}`);
  for (const number of numbers) await offer(number, { title: `${number} preformed packing` });
  const parts: { part_id: string }[] = [];
  for (let from = 0; from < 500; from += 50) {
    const lookup = { part_numbers: numbers.slice(from, from + 50) };
    parts.push(...(await account.post("catalog", lookup)).json().found_parts);
  }
  const items = parts.map(({ part_id }) => ({ part_id, quantity: 2 }));
  const orderId = (await account.post("orders", { items })).json().order.order_id;
  for (const under of ["", "/confirm"]) {
    let address = `/orders/${orderId}${under}`;
    let lines = 0;
    while (address !== "") {
      const { body } = await buyer.get(address);
      const sent = gzipSync(body).length;
      assert.ok(sent < 15_000 && body.length < 150_000, `${address}: ${sent} of ${body.length}`);
      lines += body.split('id="line-').length - 1;
      address = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replace("&#61;", "=") ?? "";
    }
    assert.equal(lines, 500);
  }
  const last = { version: "1", from: "451", "quantity-500": "3" };
  const saved = await buyer.post(`/orders/${orderId}`, last);
  assert.equal(saved.headers.location, `/orders/${orderId}?done=saved&from=451`);
  assert.equal((await read(orderId)).line_items[499].quantity, 3);
});

test("changed lines on other pages of the order are linked", async () => {
  const numbers = Array.from({ length: 80 }, (_, place) => `A-30-${place}`);
  for (const number of numbers) await offer(number);
  const items: { part_id: string; quantity: number }[] = [];
  for (const part_numbers of [numbers.slice(0, 40), numbers.slice(40)]) {
    const { found_parts } = (await account.post("catalog", { part_numbers })).json();
    items.push(
      ...found_parts.map(({ part_id }: { part_id: string }) => ({ part_id, quantity: 2 })),
    );
  }
  const orderId = (await account.post("orders", { items })).json().order.order_id;
  const { line_items } = await read(orderId);
  await app.database.db.query({
    name: "",
    text: "update offers set received = 1 where part_number = $1",
    values: [line_items[79].part_number],
  });
  for (const under of ["", "/confirm"]) {
    const address = `/orders/${orderId}${under}`;
    const first = (await buyer.get(address)).body.replaceAll("&#61;", "=");
    assert.ok(
      first.includes(`<a href="${address}?from=80#line-80"\n aria-label="Line 80">80</a>`),
      under,
    );
    const { body } = await buyer.get(`${address}?from=80`);
    assert.match(body, /id="line-80"/);
    assert.doesNotMatch(body, /Changed lines on other pages/);
  }
});

test("an empty list explains itself, stays on its tab and accepts any address", async () => {
  const empty = await openVisitor(app, (await app.openAccount()).accountId);
  assert.match((await empty.get("/orders")).body, /No orders yet/);
  assert.match((await empty.get("/orders?status=fulfilled")).body, /No fulfilled orders/);
  const none = await empty.get("/orders?q=%3Cscript%3E");
  assert.match(none.body, /No orders match “&#60;script&#62;”/);
  for (const query of ["status=x", "before=x", "q=%00%ff", `q=${"9".repeat(3000)}`, "from=-1"]) {
    assert.equal((await buyer.get(`/orders?${query}`)).statusCode, 200, query);
  }
});

test("a search finds orders by the middle of their PO number, of the own account only", async () => {
  await offer("IN-1");
  const orderId = await place({ "IN-1": 1 }, "MRO-26-0187");
  const found = async (q: string, by = buyer) => {
    const { body } = await by.get(`/orders?${new URLSearchParams({ q })}`);
    return body.includes(`/orders/${orderId}`);
  };
  assert.deepEqual(await Promise.all(["26-0187", "ro-26", "018%", "87"].map((q) => found(q))), [
    true,
    true,
    false,
    false,
  ]);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal(await found("26-0187", stranger), false);
  assert.equal(
    (await buyer.get("/orders?q=26-0187&status=fulfilled")).body.includes(orderId),
    false,
  );
});

test("an order says who ordered it, and when and with which reference it was shipped", async () => {
  const { orderId, buyer: by } = await confirmOne(app, "PO-SHIP");
  const ordered = (await by.get(`/orders/${orderId}`)).body;
  assert.match(ordered, /Ordered by Una Buyer/);
  assert.doesNotMatch(ordered, /Shipped/);
  const operator = { operatorId: randomUUID(), name: "Olga" };
  await app.database.db.transaction((tx) =>
    fulfilOrder(tx, orderId as OrderId, "DN-62740", {
      actor: { kind: "operator", operator, requestId: "r" } as never,
      now: app.clock.now,
    }),
  );
  const shipped = (await by.get(`/orders/${orderId}`)).body;
  assert.match(shipped, /Shipped <time[\s\S]*Delivery reference: DN-62740/);
});

test("units of different measures are not added", async () => {
  await offer("UN-1", { unit: "FT" });
  await offer("UN-2");
  const orderId = await place({ "UN-1": 25, "UN-2": 7 });
  assert.match((await buyer.get(`/orders/${orderId}`)).body, /25 FT, 7 EA/);
});

test("the PO number is typed on the review page, which stays open", async () => {
  await offer("PO-1");
  const orderId = await place({ "PO-1": 1 }, null);
  const review = (await buyer.get(`/orders/${orderId}/confirm`)).body;
  assert.match(review, /name="po_number"/);
  const fields = { version: "1", review: "yes", po_number: "MRO-7" };
  const saved = await buyer.post(`/orders/${orderId}`, fields);
  assert.equal(saved.headers.location, `/orders/${orderId}/confirm`);
  const after = (await buyer.get(`/orders/${orderId}/confirm`)).body;
  assert.match(after, /value="MRO-7"/);
  assert.match(after, /Confirm [^<]*MRO-7/);
});
