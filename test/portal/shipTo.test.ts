// The address that an order is shipped to: typed on a draft or its review, sent by a system, chosen
// among those that were used before (decision 262).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { openDraftingBuyer } from "../support/draftingBuyer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import type { TestAccount, TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const hangar = "Example Air, Hangar 4\nMiami, FL 33166";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  ({ app, account, buyer } = await openDraftingBuyer("SHIP-1"));
});

after(() => app.close());

const place = (of = account) => placeDraft(of, { "SHIP-1": 1 }, null);

const read = async (orderId: OrderId) => (await account.get(`orders/${orderId}`)).json().order;

async function openFields(address: string, action = address) {
  return readForm((await buyer.get(address)).body, action);
}

test("an address typed on the review is stored by the click that confirms, and sent with it", async () => {
  const orderId = await place();
  const address = `/orders/${orderId}/confirm`;
  const typed = { ...(await openFields(address)), ship_to: hangar.replace("\n", "\r\n") };
  const confirmed = await buyer.post(address, { ...typed, notes: "Call before delivery." });
  assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
  const order = await read(orderId);
  assert.deepEqual([order.ship_to, order.notes], [hangar, "Call before delivery."]);
  const timeline = await selectTimeline(app.database.db, orderId);
  assert.deepEqual(timeline.find(({ kind }) => kind === "edited")?.details, {
    shipTo: { before: null, after: hangar },
    notes: { before: null, after: "Call before delivery." },
  });
  const page = (await buyer.get(`/orders/${orderId}`)).body;
  assert.match(page, /<dt>Ship to<\/dt>\s*<dd><span class="typed">Example Air, Hangar 4\nMiami/);
  assert.match(page, /ship-to address; notes/);
  const mails = await app.database.db.query<{ body: string }>({
    name: "",
    text: "select body from mails where subject like $1",
    values: [`%${order.order_number}%`],
  });
  assert.equal(mails.length, 2);
  for (const mail of mails) {
    assert.match(mail.body, /Ship to:\n {4}Example Air, Hangar 4\n {4}Miami, FL 33166\n/);
  }
});

test("an address that was used before is chosen with one click, on a draft and on its review", async () => {
  const orderId = await place();
  await place(await app.openAccount());
  const draft = `/orders/${orderId}`;
  const { body } = await buyer.get(draft);
  assert.match(body, /name="use_ship_to" value="Example Air, Hangar 4\nMiami, FL 33166"/);
  const review = `${draft}/confirm`;
  const chosen = { ...(await openFields(review)), use_ship_to: hangar };
  const saved = await buyer.post(draft, { ...chosen, po_number: "PO-7" });
  assert.equal(saved.headers.location, review);
  const { status, ship_to, po_number } = await read(orderId);
  assert.deepEqual([status, ship_to, po_number], ["draft", hangar, "PO-7"]);
  assert.doesNotMatch((await buyer.get(review)).body, /use_ship_to/);
});

test("no address of another account is offered", async () => {
  const stranger = await app.openAccount();
  const orderId = await place(stranger);
  const visitor = await openVisitor(app, stranger.accountId);
  const { body } = await visitor.get(`/orders/${orderId}`);
  assert.match(body, /name="ship_to"/);
  assert.doesNotMatch(body, /use_ship_to|Hangar 4/);
});

test("a duplicate has no address, says so, and offers that of its order", async () => {
  const orderId = await place();
  await buyer.post(`/orders/${orderId}`, { version: "1", ship_to: "Dock 9", notes: "" });
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /Not copied: ship-to address\./);
  assert.match(body, /name="use_ship_to" value="Dock 9"/);
  assert.equal((await openFields(location.split("?")[0] ?? ""))["ship_to"], "");
});

test("an address that is too long changes nothing and stays as typed", async () => {
  const orderId = await place();
  const long = "W".repeat(501);
  const refused = await buyer.post(`/orders/${orderId}`, { version: "1", ship_to: long });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Ship to: 501 characters\. The maximum is 500\./);
  assert.ok(refused.body.includes(long));
  assert.equal((await read(orderId)).ship_to, undefined);
});

test("when a duplicate is confirmed or discarded, the draft before it is current again", async () => {
  for (const end of ["confirm", "discard"]) {
    const first = await place();
    const current = await place();
    await buyer.post(`/orders/${current}`, { version: "1", po_number: `PO-FIRST-${end}` });
    const { location = "" } = (await buyer.post(`/orders/${first}/duplicate`)).headers;
    const copy = location.split("?")[0] ?? "";
    const fields = end === "confirm" ? await openFields(`${copy}/confirm`) : { version: "1" };
    assert.equal((await buyer.post(`${copy}/${end}`, fields)).statusCode, 303);
    const chip = new RegExp(`data-draft>[\\s\\S]*?PO-FIRST-${end} · `);
    assert.match((await buyer.get("/")).body, chip, end);
  }
});

test("an address that was clicked stays if the form is refused or shows an earlier version", async () => {
  const orderId = await place();
  const draft = `/orders/${orderId}`;
  const fields = { ...(await openFields(draft)), use_ship_to: hangar };
  const refused = await buyer.post(draft, { ...fields, po_number: "P".repeat(101) });
  assert.equal(refused.statusCode, 422);
  assert.equal(readForm(refused.body, draft)["ship_to"], hangar);
  await buyer.post(draft, { version: "1", ship_to: "Dock 1" });
  const stale = await buyer.post(draft, fields);
  assert.equal(stale.statusCode, 409);
  assert.equal(readForm(stale.body, draft)["ship_to"], hangar);
  assert.match(stale.body, /Dock 1/);
  assert.equal((await read(orderId)).ship_to, "Dock 1");
});

test("an address that changed in another tab is named beside what was typed", async () => {
  const orderId = await place();
  const draft = `/orders/${orderId}`;
  const fields = { ...(await openFields(draft)), po_number: "PO-8" };
  await buyer.post(draft, { version: "1", ship_to: "Dock 5" });
  const { body, statusCode } = await buyer.post(draft, fields);
  assert.equal(statusCode, 409);
  assert.match(body, /Ship to[\s\S]*?Dock 5/);
});

test("a page that shows no address confirms nothing", async () => {
  const orderId = await place();
  const address = `/orders/${orderId}/confirm`;
  const { reviewed = "", ...fields } = await openFields(address);
  const answer = await buyer.post(address, { ...fields, fingerprint: reviewed });
  assert.equal(answer.statusCode, 409);
  assert.match(answer.body, /Not confirmed: the order changed in the meantime/);
  assert.equal((await read(orderId)).status, "draft");
});
