// The address that an order is shipped to: typed on a draft or its review, sent by a system, chosen
// among those that were used before.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectTimeline } from "../../src/orders/queries.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { offer, readOrder, refuse, submit } from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

const hangar = "Example Air, Hangar 4\nMiami, FL 33166";

openPortal();

before(() => offer("SHIP-1"));

const placeOne = (of = account) => placeDraft(of, { "SHIP-1": 1 }, null);

async function openFields(address: string, action = address) {
  return readForm((await buyer.get(address)).body, action);
}

test("an address typed on the review is stored by the click that confirms, and sent with it", async () => {
  const orderId = await placeOne();
  const address = `/orders/${orderId}/confirm`;
  const typed = { ...(await openFields(address)), ship_to: hangar.replace("\n", "\r\n") };
  const confirmed = await buyer.post(address, { ...typed, notes: "Call before delivery." });
  assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
  const order = await readOrder(orderId);
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
  const own = await app.openAccount();
  const by = await openVisitor(app, own.accountId);
  await by.post(`/orders/${await placeOne(own)}`, { version: "1", ship_to: hangar });
  const draft = `/orders/${await placeOne(own)}`;
  const review = `${draft}/confirm`;
  assert.match(
    (await by.get(draft)).body,
    /name="use_ship_to" value="Example Air, Hangar 4\nMiami/,
  );
  const shown = readForm((await by.get(review)).body, review);
  const chosen = { ...shown, use_ship_to: hangar, po_number: "PO-7" };
  assert.equal(await submit(draft, chosen, by), review);
  const { status, ship_to, po_number } = (await own.get(draft.slice(1))).json().order;
  assert.deepEqual([status, ship_to, po_number], ["draft", hangar, "PO-7"]);
  assert.doesNotMatch((await by.get(review)).body, /use_ship_to/);
});

test("no address of another account is offered", async () => {
  const stranger = await app.openAccount();
  const orderId = await placeOne(stranger);
  const visitor = await openVisitor(app, stranger.accountId);
  const { body } = await visitor.get(`/orders/${orderId}`);
  assert.match(body, /name="ship_to"/);
  assert.doesNotMatch(body, /use_ship_to|Hangar 4/);
});

test("a duplicate has no address, says so, and offers that of its order", async () => {
  const orderId = await placeOne();
  await buyer.post(`/orders/${orderId}`, { version: "1", ship_to: "Dock 9", notes: "" });
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /Not copied: ship-to address\./);
  assert.match(body, /name="use_ship_to" value="Dock 9"/);
  assert.equal((await openFields(location.split("?")[0] ?? ""))["ship_to"], "");
});

test("an address that is too long changes nothing and stays as typed", async () => {
  const orderId = await placeOne();
  const long = "W".repeat(501);
  const refused = await refuse(422, `/orders/${orderId}`, { version: "1", ship_to: long });
  assert.match(refused, /Ship to: 501 characters\. The maximum is 500\./);
  assert.ok(refused.includes(long));
  assert.equal((await readOrder(orderId)).ship_to, undefined);
});

test("when a duplicate is confirmed or discarded, the draft before it is current again", async () => {
  for (const end of ["confirm", "discard"]) {
    const first = await placeOne();
    const current = await placeOne();
    await buyer.post(`/orders/${current}`, { version: "1", po_number: `PO-FIRST-${end}` });
    const { location = "" } = (await buyer.post(`/orders/${first}/duplicate`)).headers;
    const copy = location.split("?")[0] ?? "";
    const fields = end === "confirm" ? await openFields(`${copy}/confirm`) : { version: "1" };
    await submit(`${copy}/${end}`, fields);
    const chip = new RegExp(`data-draft>[\\s\\S]*?PO-FIRST-${end} · `);
    assert.match((await buyer.get("/")).body, chip, end);
  }
});

test("an address that was clicked stays if the form is refused or shows an earlier version", async () => {
  const orderId = await placeOne();
  const draft = `/orders/${orderId}`;
  const fields = { ...(await openFields(draft)), use_ship_to: hangar };
  assert.equal(
    readForm(await refuse(422, draft, { ...fields, po_number: "P".repeat(101) }), draft)["ship_to"],
    hangar,
  );
  await buyer.post(draft, { version: "1", ship_to: "Dock 1" });
  const stale = await refuse(409, draft, fields);
  assert.equal(readForm(stale, draft)["ship_to"], hangar);
  assert.match(stale, /Dock 1/);
  assert.equal((await readOrder(orderId)).ship_to, "Dock 1");
});

test("an address that changed in another tab is named beside what was typed", async () => {
  const orderId = await placeOne();
  const draft = `/orders/${orderId}`;
  const fields = { ...(await openFields(draft)), po_number: "PO-8" };
  await buyer.post(draft, { version: "1", ship_to: "Dock 5" });
  const { body, statusCode } = await buyer.post(draft, fields);
  assert.equal(statusCode, 409);
  assert.match(body, /Ship to[\s\S]*?Dock 5/);
});

test("a page that shows no address confirms nothing", async () => {
  const orderId = await placeOne();
  const address = `/orders/${orderId}/confirm`;
  const { reviewed = "", ...fields } = await openFields(address);
  assert.match(
    await refuse(409, address, { ...fields, fingerprint: reviewed }),
    /Not confirmed: the order changed in the meantime/,
  );
  assert.equal((await readOrder(orderId)).status, "draft");
});
