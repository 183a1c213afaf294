// Remarks and needed-by days that people type into a draft are stored by the rules of the API, and
// never lost on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "../../src/kit/contract/limits.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { expectGoodPage, expectNoSidewaysScroll } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app, buyer, openColleague } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { visit } from "../support/portalVisitor.ts";
import { runSql } from "../support/runSql.ts";
import { offer, place, refuse } from "../support/steps.ts";

openPortalBrowser();

async function draftOf(...parts: string[]): Promise<OrderId> {
  for (const partNumber of parts) await insertOffer(app.database.db, { partNumber });
  return place(Object.fromEntries(parts.map((part) => [part, 1])), null);
}

/** The remark and the day of each line; null if it has none. */
async function read(orderId: OrderId): Promise<[string | null, string | null][]> {
  const { order } = (await account.get(`orders/${orderId}`)).json();
  const lines = order.line_items as { remark?: string; needed_by?: string }[];
  return lines.map(({ remark, needed_by }) => [remark ?? null, needed_by ?? null]);
}

/** All fields of the draft's form, as a browser sends them. */
async function openForm(orderId: OrderId): Promise<Record<string, string>> {
  const { body } = await buyer.get(`/orders/${orderId}`);
  return { ...readForm(body, `/orders/${orderId}`), part_number: "", quantity: "1" };
}

async function send(orderId: OrderId, typed: Readonly<Record<string, string>>, under = "") {
  return buyer.post(`/orders/${orderId}${under}`, { ...(await openForm(orderId)), ...typed });
}

/** A day, counted from the app's. */
function dayIn(days: number): string {
  return new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

test("a remark and a day are saved, changed and removed, and are in the history", async () => {
  const orderId = await draftOf("LI-1", "LI-2");
  const day = dayIn(20);
  const typed = { "remark-2": "  Aircraft 5B-DCX, job 4471 ", "needed_by-2": day };
  const saved = await send(orderId, typed);
  assert.equal(saved.headers.location, `/orders/${orderId}?done=saved`);
  assert.deepEqual(await read(orderId), [
    [null, null],
    ["Aircraft 5B-DCX, job 4471", day],
  ]);
  const { body } = await buyer.get(`/orders/${orderId}`);
  assert.match(body, /<code>LI-2<\/code> needed by .*, remark/);
  assert.match(body, /<summary>Add remark or date<[\s\S]*<summary>Change remark or date</);
  assert.doesNotMatch(body, /<details class="remark" open>/);
  assert.equal((await send(orderId, {})).headers.location, `/orders/${orderId}?done=unchanged`);
  await send(orderId, { "remark-2": " ", "needed_by-2": "" });
  assert.deepEqual((await read(orderId))[1], [null, null]);
  assert.match((await buyer.get(`/orders/${orderId}`)).body, /needed-by date removed, remark/);
});

test("a wanted condition that was not read is removed with a box", async () => {
  const orderId = await draftOf("LI-W");
  const columns = `offer_id, part_number, vendor, condition, unit_of_measure, quantity, unit_price,
    line_total, priced_at`;
  await runSql(
    app.database.db,
    `insert into order_lines (order_id, line_number, ${columns}, requested_unread)
      select order_id, 2, ${columns}, '{"condition": "no PMA"}'
      from order_lines where order_id = $1`,
    [orderId],
  );
  assert.match((await buyer.get(`/orders/${orderId}`)).body, /Wants: no PMA/);
  assert.equal((await send(orderId, {})).headers.location, `/orders/${orderId}?done=unchanged`);
  const saved = await send(orderId, { "unread-2": "yes" });
  assert.equal(saved.headers.location, `/orders/${orderId}?done=saved`);
  const { body } = await buyer.get(`/orders/${orderId}`);
  assert.doesNotMatch(body, /no PMA/);
  assert.match(body, /<code>LI-W<\/code> wanted condition removed/);
});

test("every button of the draft saves remarks, and Review and confirm shows them", async () => {
  const orderId = await draftOf("LI-3");
  await offer("LI-4");
  const added = await send(orderId, { "remark-1": "one", part_number: "LI-4" }, "/add");
  assert.equal(added.headers.location, `/orders/${orderId}?done=added`);
  await send(orderId, { "remark-2": "two" }, "/reprice");
  await send(orderId, { "needed_by-2": dayIn(3) }, "/fit");
  const review = await send(orderId, { "remark-1": "reviewed", review: "yes" });
  assert.equal(review.headers.location, `/orders/${orderId}/confirm`);
  assert.deepEqual(await read(orderId), [
    ["reviewed", null],
    ["two", dayIn(3)],
  ]);
  assert.match((await buyer.get(`/orders/${orderId}/confirm`)).body, /typed">reviewed</);
});

test("75 lines with the longest remarks are saved, also after the session ended", async () => {
  await offer("LI-LONG");
  const found = (await account.post("catalog", { part_numbers: ["LI-LONG"] })).json().found_parts;
  const { part_id } = found[0];
  const items = Array.from({ length: 75 }, () => ({ part_id, quantity: 1 }));
  const orderId = (await account.post("orders", { items })).json().order.order_id as OrderId;
  const remark = "\u{2070e}".repeat(limits.remarkLength);
  const remarks = items.map((_, place) => [`remark-${place + 1}`, remark] as const);
  const form = {
    ...(await openForm(orderId)),
    ...Object.fromEntries(remarks),
    notes: "字".repeat(limits.notesLength),
  };
  const signedOut = await visit(app.server).post(`/orders/${orderId}`, form);
  assert.equal(signedOut.statusCode, 403);
  const kept = readForm(signedOut.body, `/orders/${orderId}`);
  assert.equal(kept["remark-75"], remark);
  const saved = await buyer.post(`/orders/${orderId}`, kept);
  assert.equal(saved.headers.location, `/orders/${orderId}?done=saved`);
  assert.ok((await read(orderId)).every(([one]) => one === remark));
});

test("a remark that the API refuses is refused on the page, which keeps it", async () => {
  const orderId = await draftOf("LI-5");
  for (const [remark, fault] of [
    ["字".repeat(limits.remarkLength + 1), "the remark has 201 characters. The maximum is 200."],
    ["job\t4471", "the remark contains tabs or invisible characters."],
    ["one\ntwo", "the remark contains tabs or invisible characters."],
    ["one\u2028two", "the remark contains tabs or invisible characters."],
    ["one\u0085two", "the remark contains tabs or invisible characters."],
  ] as const) {
    const refused = await send(orderId, { "remark-1": remark, "quantity-1": "7" });
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(`href="#field-remark-1">Line 1: ${fault}`), fault);
    assert.match(refused.body, /<details class="remark" open>/);
    const shown = readForm(refused.body, `/orders/${orderId}`);
    assert.deepEqual([shown["remark-1"], shown["quantity-1"]], [remark, "7"]);
  }
  assert.deepEqual(await read(orderId), [[null, null]]);
});

test("a hostile remark is stored as typed, and no page reads it as markup", async () => {
  const orderId = await draftOf("LI-6");
  const remark = "\"><script>alert(1)</script>\u202e\u2066<b title='&amp;";
  await send(orderId, { "remark-1": remark });
  assert.deepEqual(await read(orderId), [[remark, null]]);
  for (const path of ["", "/confirm"]) {
    const { body } = await buyer.get(`/orders/${orderId}${path}`);
    assert.doesNotMatch(body, /<script>alert|<b title/);
    // What turns the writing direction ends with the text.
    assert.match(body, /\u202e\u2066[^<]*\u2069\u202c<\/span>/);
  }
  assert.equal((await openForm(orderId))["remark-1"], remark);
  assert.equal((await send(orderId, {})).headers.location, `/orders/${orderId}?done=unchanged`);
});

test("a day that has passed is refused, but stays once it was stored", async () => {
  const orderId = await draftOf("LI-7");
  for (const [day, fault] of [
    [dayIn(-2), "Line 1: the date has passed."],
    ["2026-02-31", "Line 1: enter a date such as 2026-12-12."],
    ["12/12/2026", "Line 1: enter a date such as 2026-12-12."],
  ] as const) {
    const refused = await send(orderId, { "needed_by-1": day });
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(`href="#field-needed_by-1">${fault}`), day);
    assert.equal(readForm(refused.body, `/orders/${orderId}`)["needed_by-1"], day);
  }
  const stored = dayIn(1);
  await send(orderId, { "needed_by-1": stored });
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() + 5 * 86_400_000);
  try {
    const later = await openColleague();
    const form = readForm((await later.get(`/orders/${orderId}`)).body, `/orders/${orderId}`);
    assert.equal(form["needed_by-1"], stored);
    await later.post(`/orders/${orderId}`, { ...form, "remark-1": "still" });
    assert.deepEqual(await read(orderId), [["still", stored]]);
  } finally {
    app.clock.now = now;
  }
});

test("two people's remarks and days both stay, and each line keeps its own", async () => {
  const orderId = await draftOf("LI-8", "LI-9", "LI-10");
  await send(orderId, { "remark-2": "before", "remark-3": "untouched" });
  const opened = await openForm(orderId);
  const mine = { ...opened, "remark-2": "mine", "needed_by-3": dayIn(9) };
  const theirs = { "remark-2": "theirs", "needed_by-2": dayIn(4), remove: "1" };
  await buyer.post(`/orders/${orderId}`, { ...opened, ...theirs });
  const stale = await refuse(409, `/orders/${orderId}`, mine);
  assert.match(stale, /Remark for LI-9<\/th><td[^>]*>theirs<\/td><td[^>]*>mine</);
  assert.match(stale, /Needed-by date for LI-10<\/th>/);
  assert.doesNotMatch(stale, /Remark for LI-10<|Needed-by date for LI-9</);
  const merged = { ...readForm(stale, `/orders/${orderId}`), part_number: "" };
  await buyer.post(`/orders/${orderId}`, merged);
  assert.deepEqual(await read(orderId), [
    ["mine", dayIn(4)],
    ["untouched", dayIn(9)],
  ]);
});

test("a remark for a line that someone else removed is shown, not saved to another line", async () => {
  const orderId = await draftOf("LI-11", "LI-12");
  const mine = { ...(await openForm(orderId)), "remark-1": "for LI-11" };
  await send(orderId, { remove: "1" });
  const stale = await refuse(409, `/orders/${orderId}`, mine);
  const both = /Remark for LI-11<\/th><td[^>]*>no longer in the draft<\/td><td[^>]*>for LI-11</;
  assert.match(stale, both);
  assert.equal(readForm(stale, `/orders/${orderId}`)["remark-1"], "");
});

test("a line is removed whatever was typed into it, and returns with what it had", async () => {
  const orderId = await draftOf("LI-13", "LI-14");
  await send(orderId, { "remark-1": "job 1" });
  const faulty = { "remark-1": "a\tb", "needed_by-1": "soon", "remark-2": "job 2" };
  assert.equal((await send(orderId, { ...faulty, remove: "1" })).statusCode, 303);
  assert.deepEqual(await read(orderId), [["job 2", null]]);
  await buyer.post(`/orders/${orderId}/restore`, { version: "3" });
  assert.deepEqual(await read(orderId), [
    ["job 1", null],
    ["job 2", null],
  ]);
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  testInBrowser(
    `a remark and a day are typed on a phone and reviewed, ${how} JavaScript`,
    async () => {
      const orderId = await draftOf(`LI-15-${how}`);
      const page = await browser.open(`/orders/${orderId}`, { as: buyer, script, width: 360 });
      await page.getByText("Add remark or date").click();
      await page.getByLabel(/^Remark for line 1/).fill("Job 4471");
      await page.getByLabel(/^Needed by, line 1/).fill(dayIn(30));
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Review and confirm" }).first().click();
      await page.waitForURL("**/confirm");
      await page.getByText("Job 4471").waitFor();
      assert.deepEqual(await read(orderId), [["Job 4471", dayIn(30)]]);
    },
  );
}

testInBrowser(
  "open fields, faults and two versions of a remark fit every window and theme",
  async () => {
    const long = "W".repeat(limits.remarkLength);
    const orderId = await draftOf("LI-16");
    const opened = await openForm(orderId);
    const page = await browser.open(`/orders/${orderId}`, { as: buyer });
    await page.getByText("Add remark or date").click();
    await page.getByLabel(/^Remark for line 1/).fill(`${long}W`);
    await page.getByLabel(/^Needed by, line 1/).fill("2020-01-01");
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await page.getByText("There are 2 problems").waitFor();
    await expectGoodPage(page);
    await page.getByLabel(/^Remark for line 1/).fill(long);
    await page.getByLabel(/^Needed by, line 1/).fill("");
    await buyer.post(`/orders/${orderId}`, { ...opened, "remark-1": long.replaceAll("W", "M") });
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await page.getByText("Remark for LI-16").waitFor();
    await expectGoodPage(page);
  },
);

testInBrowser("a day typed in part is shown when it keeps the draft from being saved", async () => {
  const orderId = await draftOf("LI-17");
  const page = await browser.open(`/orders/${orderId}`, { as: buyer, script: false });
  const fold = page.getByText("Add remark or date");
  await fold.click();
  const day = page.getByLabel(/^Needed by, line 1/);
  await day.press("1");
  await fold.click();
  await page.getByRole("button", { name: "Save changes" }).first().click({ noWaitAfter: true });
  await page.locator("[name=needed_by-1]:focus").waitFor();
  assert.equal(await day.isVisible(), true);
});
