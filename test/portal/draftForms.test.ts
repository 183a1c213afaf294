// What was typed into a draft is never lost: each button saves it, by the rules of the API, and a
// refusal, a change by someone else, the end of the session or a busy stock keeps it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "../../src/kit/contract/limits.ts";
import type { OrderId } from "../../src/orders/order.ts";
import { expectNoSidewaysScroll } from "../support/browser.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app, buyer, openColleague } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { visit } from "../support/portalVisitor.ts";
import { offer, place, placeNew, readOrder, refuse, submit } from "../support/steps.ts";

openPortalBrowser();

type Typed = Readonly<Record<string, string>>;
type Line = { part_number: string; quantity: number; remark?: string; needed_by?: string };

/** Each line as a text: quantity and part number; or remark and day, "-" if it has none. */
async function linesOf(orderId: OrderId): Promise<string[]> {
  const lines: Line[] = (await readOrder(orderId)).line_items;
  return lines.map(({ quantity, part_number }) => `${quantity} ${part_number}`);
}
async function wordsOf(orderId: OrderId): Promise<string[]> {
  const lines: Line[] = (await readOrder(orderId)).line_items;
  return lines.map(({ remark, needed_by }) => `${remark ?? "-"} ${needed_by ?? "-"}`);
}

/** All fields of the draft's form, as a browser sends them. */
async function openForm(orderId: OrderId, by = buyer): Promise<Record<string, string>> {
  const { body } = await by.get(`/orders/${orderId}`);
  return { ...readForm(body, `/orders/${orderId}`), part_number: "", quantity: "1" };
}

async function send(orderId: OrderId, typed: Typed, under = "") {
  return buyer.post(`/orders/${orderId}${under}`, { ...(await openForm(orderId)), ...typed });
}

/** A day, counted from the app's. */
const dayIn = (days: number) =>
  new Date(app.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

test("Review and confirm saves a typed quantity first, or shows why it cannot", async () => {
  await offer("U-1", { stock: 9 });
  const orderId = await place({ "U-1": 1 }, "PO-1");
  const form = { ...(await openForm(orderId)), review: "yes" };
  const sent = await submit(`/orders/${orderId}`, { ...form, "quantity-1": "7" });
  assert.equal(sent, `/orders/${orderId}/confirm`);
  assert.deepEqual(await linesOf(orderId), ["7 U-1"]);
  const same = { ...(await openForm(orderId)), review: "yes" };
  assert.equal(await submit(`/orders/${orderId}`, same), `/orders/${orderId}/confirm`);
  const refused = await refuse(422, `/orders/${orderId}`, { ...same, "quantity-1": "50" });
  assert.match(refused, /name="quantity-1" value="50"/);
});

test("adding a part, updating prices and reducing to stock save what else was typed", async () => {
  await offer("U-2", { stock: 9 });
  await offer("U-3", { stock: 9 });
  const orderId = await place({ "U-2": 1 }, "PO-2");
  const more = { "quantity-1": "2", po_number: " PO-3 ", "remark-1": "  job 1 " };
  const added = await send(orderId, { ...more, part_number: "U-3" }, "/add");
  assert.equal(added.headers.location, `/orders/${orderId}?done=added`);
  assert.deepEqual(await linesOf(orderId), ["2 U-2", "1 U-3"]);
  await send(orderId, { "quantity-2": "3", "remark-2": "job 2" }, "/reprice");
  await send(
    orderId,
    { "quantity-1": "20", "needed_by-2": dayIn(3), notes: "dock 3\r\ngate 1" },
    "/fit",
  );
  assert.deepEqual(await linesOf(orderId), ["9 U-2", "3 U-3"]);
  await send(orderId, { part_number: "U-3", quantity: "4", review: "yes" });
  const { po_number, notes } = await readOrder(orderId);
  assert.deepEqual([po_number, notes], ["PO-3", "dock 3\ngate 1"]);
  assert.deepEqual((await linesOf(orderId)).slice(0, 2), ["9 U-2", "7 U-3"]);
  assert.deepEqual((await wordsOf(orderId)).slice(0, 2), ["job 1 -", `job 2 ${dayIn(3)}`]);
  assert.equal((await send(orderId, {})).headers.location, `/orders/${orderId}?done=unchanged`);
});

test("75 lines with the longest remarks are saved, also after the session ended", async () => {
  await offer("LI-LONG");
  const found = (await account.post("catalog", { part_numbers: ["LI-LONG"] })).json().found_parts;
  const { part_id } = found[0];
  const items = Array.from({ length: 75 }, () => ({ part_id, quantity: 1 }));
  const orderId = (await account.post("orders", { items })).json().order.order_id as OrderId;
  const remark = "\u{2070e}".repeat(limits.remarkLength);
  const remarks = items.map((_, at) => [`remark-${at + 1}`, remark] as const);
  const form = { ...(await openForm(orderId)), ...Object.fromEntries(remarks) };
  const notes = "字".repeat(limits.notesLength);
  const signedOut = await visit(app.server).post(`/orders/${orderId}`, { ...form, notes });
  assert.equal(signedOut.statusCode, 403);
  const kept = readForm(signedOut.body, `/orders/${orderId}`);
  assert.equal(kept["remark-75"], remark);
  assert.equal(await submit(`/orders/${orderId}`, kept), `/orders/${orderId}?done=saved`);
  assert.ok((await wordsOf(orderId)).every((one) => one === `${remark} -`));
});

test("a remark or day that the API refuses is refused on the page, which keeps it", async () => {
  const orderId = await placeNew({ "LI-5": 1 });
  const invisible = "Line 1: the remark contains tabs or invisible characters.";
  const long = "字".repeat(limits.remarkLength + 1);
  for (const [field, text, fault] of [
    ["remark", long, "Line 1: the remark has 201 characters. The maximum is 200."],
    ["remark", "job\t4471", invisible],
    ["remark", "one\ntwo", invisible],
    ["remark", "one\u2028two", invisible],
    ["remark", "one\u0085two", invisible],
    ["needed_by", dayIn(-2), "Line 1: the date has passed."],
    ["needed_by", "2026-02-31", "Line 1: enter a date such as 2026-12-12."],
    ["needed_by", "12/12/2026", "Line 1: enter a date such as 2026-12-12."],
  ] as const) {
    const refused = await send(orderId, { [`${field}-1`]: text, "quantity-1": "7" });
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(`href="#field-${field}-1">${fault}`), fault);
    const shown = readForm(refused.body, `/orders/${orderId}`);
    assert.deepEqual([shown[`${field}-1`], shown["quantity-1"]], [text, "7"]);
  }
  assert.deepEqual(await wordsOf(orderId), ["- -"]);
});

test("a day that was stored stays after it has passed", async () => {
  const orderId = await placeNew({ "LI-7": 1 });
  const stored = dayIn(1);
  await send(orderId, { "needed_by-1": stored });
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() + 5 * 86_400_000);
  try {
    const later = await openColleague();
    const form = await openForm(orderId, later);
    await later.post(`/orders/${orderId}`, { ...form, "remark-1": "still" });
    assert.deepEqual(await wordsOf(orderId), [`still ${stored}`]);
  } finally {
    app.clock.now = now;
  }
});

test("what was typed survives a change by someone else, beside their values, and can be saved", async () => {
  const orderId = await placeNew({ "U-5": 1, "U-6": 1, "U-7": 1 }, "PO-5");
  await send(orderId, { "remark-2": "before", "remark-3": "untouched" });
  const opened = await openForm(orderId);
  const quantity = { "quantity-2": "8", po_number: "PO-MINE" };
  const words = { "remark-1": "for U-5", "remark-2": "mine", "needed_by-3": dayIn(9) };
  const theirs = { "remark-2": "theirs", "needed_by-2": dayIn(4), remove: "1", notes: "theirs" };
  await buyer.post(`/orders/${orderId}`, { ...opened, ...theirs });
  const stale = await refuse(409, `/orders/${orderId}`, { ...opened, ...quantity, ...words });
  assert.match(stale, /Quantity of U-6<\/th><td[^>]*>1<\/td><td[^>]*>8</);
  assert.match(stale, /Remark, U-6<\/th><td[^>]*>theirs<\/td><td[^>]*>mine</);
  assert.match(stale, /Remark, U-5<\/th><td[^>]*>no longer in the draft<\/td><td[^>]*>for U-5</);
  assert.deepEqual((await linesOf(orderId))[0], "1 U-6");
  const merged = readForm(stale, `/orders/${orderId}`);
  assert.deepEqual([merged["notes"], merged["po_number"]], ["theirs", "PO-MINE"]);
  await submit(`/orders/${orderId}`, { ...merged, part_number: "" });
  assert.deepEqual(await linesOf(orderId), ["8 U-6", "1 U-7"]);
  assert.deepEqual(await wordsOf(orderId), [`mine ${dayIn(4)}`, `untouched ${dayIn(9)}`]);
});

for (const typo of ["2x", "0"]) {
  test(`a stale form with ${typo} in a line saves no quantity, also not when it is sent again`, async () => {
    const parts = ["A", "B", "C", "D"].map((letter) => `U-S${letter}-${typo}`);
    for (const part of parts) await offer(part);
    const [a = "", b = "", c = "", d = ""] = parts;
    const orderId = await place({ [a]: 4, [b]: 2, [c]: 7, [d]: 5 }, `PO-S-${typo}`);
    const stale = { ...(await openForm(orderId)), "quantity-3": typo, review: "yes" };
    await send(orderId, { remove: "1" });
    const answer = await refuse(409, `/orders/${orderId}`, stale);
    const shown = readForm(answer, `/orders/${orderId}`);
    const quantities = ["1", "2", "3"].map((line) => shown[`quantity-${line}`]);
    assert.deepEqual(quantities, ["2", typo, "5"]);
    for (const path of ["/add", "/reprice", "/fit"]) {
      await refuse(409, `/orders/${orderId}${path}`, { ...stale, part_number: "no" });
    }
    assert.deepEqual(await linesOf(orderId), [`2 ${b}`, `7 ${c}`, `5 ${d}`]);
  });
}

test("a stale quantity goes to its own line among lines of one part number, or to none", async () => {
  await offer("U-T", { vendor: "T ONE" });
  await offer("U-T", { vendor: "T TWO" });
  const found = (await account.post("catalog", { part_numbers: ["U-T"] })).json().found_parts;
  const items = (found as { part_id: string }[]).map(({ part_id }, index) => ({
    part_id,
    quantity: index + 1,
  }));
  const placed = await account.post("orders", { items: [...items, ...items] });
  const orderId = placed.json().order.order_id as OrderId;
  const open = await openForm(orderId);
  await buyer.post(`/orders/${orderId}`, { ...open, remove: "1" });
  const first = { ...open, "quantity-1": "8", "quantity-2": "9" };
  const stale = await refuse(409, `/orders/${orderId}`, first);
  const shown = readForm(stale, `/orders/${orderId}`);
  // The part's two lines are one now: which of them 8 was for is not guessed.
  const quantities = ["1", "2", "3"].map((line) => shown[`quantity-${line}`]);
  assert.deepEqual(quantities, ["9", "1", "2"]);
  assert.match(stale, /Quantity of U-T<\/th><td[^>]*>no longer in the draft<\/td>/);
});

test("a line is removed whatever was typed into it", async () => {
  for (const number of ["U-R1", "U-R2", "U-R3"]) await offer(number);
  const orderId = await place({ "U-R1": 1, "U-R2": 2, "U-R3": 3 }, "PO-R");
  await send(orderId, { "remark-2": "job 2" });
  const faulty = { "remark-2": "a\tb", "needed_by-2": "soon", "quantity-3": "4" };
  const removed = await send(orderId, { ...faulty, remove: "2" });
  assert.equal(removed.headers.location, `/orders/${orderId}?done=removed`);
  assert.deepEqual(await linesOf(orderId), ["1 U-R1", "4 U-R3"]);
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";

  testInBrowser(
    `what is typed on a phone is reviewed and confirmed, ${how} JavaScript`,
    async () => {
      const orderId = await placeNew({ [`U-8-${how}`]: 1 }, `PO-8-${how}`);
      const page = await browser.open(`/orders/${orderId}`, { as: buyer, script, width: 360 });
      await page.getByLabel(/^Quantity of line 1/).fill("5");
      await page.getByText("Add remark or date").click();
      await page.getByLabel(/^Remark, line 1/).fill("Job 4471");
      await page.getByLabel(/^Needed by, line 1/).fill(dayIn(30));
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Review and confirm" }).first().click();
      await page.waitForURL("**/confirm");
      await page.getByText("Job 4471").waitFor();
      assert.deepEqual(await linesOf(orderId), [`5 U-8-${how}`]);
      assert.deepEqual(await wordsOf(orderId), [`Job 4471 ${dayIn(30)}`]);
      await page.getByRole("button", { name: /^Confirm order/ }).click();
      await page.getByText("Thank you for your order").waitFor();
    },
  );
}

testInBrowser(
  "a bar reports unsaved changes, discards or saves them, and leaving the page asks first",
  async () => {
    const orderId = await placeNew({ "U-9": 1 }, "PO-9");
    const page = await browser.open(`/orders/${orderId}`, { as: buyer });
    const quantity = page.getByLabel(/^Quantity of line 1/);
    const bar = page.getByText("Unsaved changes");
    assert.equal(await bar.count(), 0);
    await quantity.press("End");
    await page.keyboard.type("2");
    await bar.waitFor();
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.getByRole("link", { name: "Quick order" }).click({ noWaitAfter: true });
    assert.equal(await asked, "beforeunload");
    assert.equal(await quantity.inputValue(), "12");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await bar.waitFor({ state: "hidden" });
    assert.equal(await quantity.inputValue(), "1");
    await quantity.fill("4");
    await page.locator(".unsaved").getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Changes saved.").waitFor();
    assert.deepEqual(await linesOf(orderId), ["4 U-9"]);
    await page.getByRole("link", { name: "Quick order" }).click();
    await page.waitForURL("**/quick-order");
  },
);
