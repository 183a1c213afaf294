// What order lines say beyond the price: certificate, manufacturer and lead time, as agreed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { readPdf } from "../support/readPdf.ts";
import { place, readField, refuse, run, submit } from "../support/steps.ts";

openPortal({ publicUrl: "https://parts.example" });

const offer = (partNumber: string) =>
  insertOffer(app.database.db, {
    partNumber,
    certificate: "8130-3",
    manufacturer: "FENWAL",
    cage: "10237",
    leadTimeDays: 85,
  });

const agreed = "FENWAL (10237) · FAA\u00a08130-3";
const details = `${agreed} · Restock: 85 days`;
const changedAgreed = 'FENWAL (10237) · <abbr title="Certificate of Conformance">CoC</abbr>';
const changed = `${changedAgreed} · Restock: 9 days`;

const changeOffer = (partNumber: string) =>
  run("update offers set certificate = 'CoC', lead_time_days = 9 where part_number = $1", [
    partNumber,
  ]);

const fingerprintOf = (body: string) => readField(body, "reviewed");

const pageOf = async (path: string) => (await buyer.get(path)).body;

const quoteOf = async (orderId: string) =>
  readPdf((await buyer.get(`/orders/${orderId}/quote.pdf`)).rawPayload).pages.join("");

async function confirm(orderId: string): Promise<void> {
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = fingerprintOf(await pageOf(address));
  assert.match(await submit(address, { reviewed: fingerprint }), /done=confirmed/);
}

test("an order keeps the certificate, manufacturer and lead time with which it was confirmed", async () => {
  await offer("AG-1");
  const orderId = await place({ "AG-1": 2 }, "PO-AG-1");
  assert.ok((await pageOf(`/orders/${orderId}`)).includes(details));
  assert.ok((await pageOf(`/orders/${orderId}/confirm`)).includes(details));
  await confirm(orderId);
  await changeOffer("AG-1");
  const page = await pageOf(`/orders/${orderId}`);
  assert.ok(page.includes(`${agreed}<`));
  // Its stock is allocated: a lead time would read as one of its delivery.
  assert.doesNotMatch(page, /85 days/);
  const [head = "", line = ""] = (await pageOf(`/orders/${orderId}/lines.csv`)).split("\n");
  assert.match(head, /,certificate,manufacturer,cage,lead_time_days,confirmed_at,/);
  assert.match(line, /,8130-3,FENWAL,10237,85,2026-/);
  const pdf = await quoteOf(orderId);
  assert.match(pdf, /FAA 8130-3\n2 EA/);
  assert.doesNotMatch(pdf, /85 days/);
});

test("a draft shows the details of now, and is not confirmed with others than were shown", async () => {
  await offer("AG-2");
  const orderId = await place({ "AG-2": 2 }, "PO-AG-2");
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = fingerprintOf(await pageOf(address));
  await changeOffer("AG-2");
  assert.match(await quoteOf(orderId), /CoC\nRestock: 9 days/);
  const late = await refuse(409, address, { reviewed: fingerprint });
  assert.ok(late.includes(changed), late);
  await confirm(orderId);
  assert.ok((await pageOf(`/orders/${orderId}`)).includes(`${changedAgreed}<`));
});

test("only a line without enough stock has a lead time, others say when there is more", async () => {
  await offer("AG-7");
  const orderId = await place({ "AG-7": 2 }, "PO-AG-7");
  assert.match(await quoteOf(orderId), /FAA 8130-3\nRestock: 85 days/);
  await run("update offers set allocated = received - shipped - 1 where part_number = 'AG-7'");
  const short = `${agreed} · Lead time 85 days`;
  assert.ok((await pageOf(`/orders/${orderId}`)).includes(short));
  assert.ok((await pageOf(`/orders/${orderId}/confirm`)).includes(short));
  assert.match(await quoteOf(orderId), /FAA 8130-3\n85 days/);
});

test("lines of an older program get the details when they are confirmed, old orders show none", async () => {
  await offer("AG-3");
  const orderId = await place({ "AG-3": 2 }, "PO-AG-3");
  const old = await place({ "AG-3": 1 }, "PO-AG-4");
  await confirm(old);
  const forget = `update order_lines
    set certificate = null, manufacturer = null, cage = null, lead_time_days = null
    where order_id = any($1::uuid[])`;
  // The service may not change lines; the owner of the schema may.
  const owner = new Client(app.database.address);
  await owner.connect();
  await owner.query(forget, [[orderId, old]]).finally(() => owner.end());
  await confirm(orderId);
  assert.ok((await pageOf(`/orders/${orderId}`)).includes(`${agreed}<`));
  assert.doesNotMatch(await pageOf(`/orders/${old}`), /FENWAL|8130-3|Lead time/);
});

test("a removed line comes back with its details, also if its event has none", async () => {
  await offer("AG-5");
  await offer("AG-6");
  const orderId = await place({ "AG-5": 1, "AG-6": 1 }, "PO-AG-5");
  await buyer.post(`/orders/${orderId}`, { version: "1", remove: "1" });
  await buyer.post(`/orders/${orderId}/restore`, { version: "2", event: "2" });
  assert.equal((await buyer.get(`/orders/${orderId}`)).body.split(details).length - 1, 2);
});
