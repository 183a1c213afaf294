// Lists of orders, long orders, and their downloads.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { unsetDistributor } from "../../src/company/distributor.ts";
import { fulfilOrder } from "../../src/orders/cancelOrder.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { draftOf, paste } from "../support/portalLists.ts";
import { readPdf } from "../support/readPdf.ts";
import { idIn, offer, place, placeNew, read, readOrder, run, submit } from "../support/steps.ts";
import { openTestApp } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

test("quote and lines are files with names and types, and formulas are escaped", async () => {
  const orderId = await placeNew({ "=A-15": 1 });
  const pdf = await buyer.get(`/orders/${orderId}/quote.pdf?paper=letter`);
  assert.equal(pdf.headers["content-type"], "application/pdf");
  assert.match(String(pdf.headers["content-disposition"]), /filename="quote-SO-\d{6}\.pdf"/);
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), "%PDF-");
  assert.match((await buyer.get(`/orders/${orderId}/lines.csv`)).body, /,'=A-15,/);
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
  const orderId = await placeNew({ "A-18": 1 });
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
  const order = await draftOf(await paste(numbers.map((number) => `${number}\t2`)));
  for (const under of ["", "/confirm"]) {
    let address = `${order}${under}`;
    let lines = 0;
    while (address !== "") {
      const body = await read(address);
      const sent = gzipSync(body).length;
      assert.ok(sent < 15_000 && body.length < 150_000, `${address}: ${sent} of ${body.length}`);
      lines += body.split('id="line-').length - 1;
      address = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replace("&#61;", "=") ?? "";
    }
    assert.equal(lines, 500);
  }
  const last = { version: "1", from: "451", "quantity-500": "3" };
  assert.equal(await submit(order, last), `${order}?done=saved&from=451`);
  assert.equal((await readOrder(idIn(order))).line_items[499].quantity, 3);
});

test("changed lines on other pages of the order are linked", async () => {
  const numbers = Array.from({ length: 80 }, (_, place) => `A-30-${place}`);
  for (const number of numbers) await offer(number);
  const order = await draftOf(await paste(numbers.map((number) => `${number}\t2`)));
  await run("update offers set received = 1 where part_number = 'A-30-79'");
  for (const under of ["", "/confirm"]) {
    const address = `${order}${under}`;
    const first = (await read(address)).replaceAll("&#61;", "=");
    assert.ok(
      first.includes(`<a href="${address}?from=80#line-80"\n aria-label="Line 80">80</a>`),
      under,
    );
    const body = await read(`${address}?from=80`);
    assert.match(body, /id="line-80"/);
    assert.doesNotMatch(body, /Changed lines on other pages/);
  }
});

test("an empty list explains itself, stays on its tab and accepts any address", async () => {
  const empty = await openStranger();
  assert.match((await empty.get("/orders")).body, /No orders yet/);
  assert.match((await empty.get("/orders?status=fulfilled")).body, /No fulfilled orders/);
  const none = await empty.get("/orders?q=%3Cscript%3E");
  assert.match(none.body, /No orders match “&#60;script&#62;”/);
  for (const query of ["status=x", "before=x", "q=%00%ff", `q=${"9".repeat(3000)}`, "from=-1"]) {
    assert.equal((await buyer.get(`/orders?${query}`)).statusCode, 200, query);
  }
});

test("a search finds orders by the middle or the last two characters of their PO number, of the own account only", async () => {
  const orderId = await placeNew({ "IN-1": 1 }, "MRO-26-0187");
  const found = async (q: string, by = buyer) => {
    const { body } = await by.get(`/orders?${new URLSearchParams({ q })}`);
    return body.includes(`/orders/${orderId}`);
  };
  for (const q of ["26-0187", "ro-26", "87"]) assert.equal(await found(q), true, q);
  for (const q of ["018%", "18", "7"]) assert.equal(await found(q), false, q);
  const stranger = await openStranger();
  assert.equal(await found("26-0187", stranger), false);
  assert.equal((await read("/orders?q=26-0187&status=fulfilled")).includes(orderId), false);
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
  assert.match(await read(`/orders/${orderId}`), /25 FT, 7 EA/);
});

/** The number and part of each line. */
async function readNumbers(address: string): Promise<readonly string[]> {
  const rows = /class="nth">(\d+)<\/td><th[^>]*><a[^>]*>(?:<[^>]*>)*(NUM-\d+)/g;
  return [...(await buyer.get(address)).body.matchAll(rows)].map(([, n, part]) => `${n} ${part}`);
}

test("a draft, its review and an order number their lines on every page as their export does", async () => {
  const parts = Array.from({ length: 77 }, (_, place) => `NUM-${77 - place}`);
  for (const part of parts) await offer(part, { stock: 9 });
  const order = await draftOf(await paste(parts.map((part) => `${part}\t1`)));
  const { body: csv } = await buyer.get(`${order}/lines.csv`);
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.replace("\uFEFF", "").split(",");
  const exported = lines.map((line) => {
    const cells = line.split(",");
    const read = (name: string) => cells[columns.indexOf(name)];
    return `${read("line_number")} ${read("part_number")}`;
  });
  const expectNumbers = async (address: string) => {
    const pages = [address, `${address}?from=76`].map(readNumbers);
    assert.deepEqual((await Promise.all(pages)).flat(), exported);
  };
  await expectNumbers(order);
  await expectNumbers(`${order}/confirm`);
  const form = readForm((await buyer.get(`${order}/confirm`)).body, `${order}/confirm`);
  await submit(`${order}/confirm`, form);
  await expectNumbers(order);
});
