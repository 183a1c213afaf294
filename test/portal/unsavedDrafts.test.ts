// What was typed into a draft is never lost: each button saves it, and a refusal, a change by
// someone else or a busy stock keeps it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { account, buyer, openColleague, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { offer, place, placeNew, readField, refuse, run, submit } from "../support/steps.ts";

openPortalBrowser();

async function read(orderId: OrderId) {
  const { order } = (await account.get(`orders/${orderId}`)).json();
  const lines = order.line_items as { part_number: string; quantity: number }[];
  return {
    po: order.po_number as string | null,
    notes: order.notes as string | null,
    lines: lines.map(({ part_number: part, quantity }) => `${quantity} ${part}`),
  };
}

/** All fields of the draft's form, as a browser sends them. */
async function openForm(orderId: OrderId): Promise<Record<string, string>> {
  const { body } = await buyer.get(`/orders/${orderId}`);
  const fields = [...body.matchAll(/<input[^>]*name="([\w-]+)"[^>]*?value="([^"]*)"/g)]
    .map(([, name = "", value = ""]) => [name, value] as const)
    .filter(([name]) => /^(version|from|po_number|was-|quantity-)/.test(name));
  return { ...Object.fromEntries(fields), notes: "", part_number: "", quantity: "1" };
}

test("Review and confirm saves a typed quantity first, or shows why it cannot", async () => {
  await offer("U-1", { stock: 9 });
  const orderId = await place({ "U-1": 1 }, "PO-1");
  const form = { ...(await openForm(orderId)), review: "yes" };
  const sent = await submit(`/orders/${orderId}`, { ...form, "quantity-1": "7" });
  assert.equal(sent, `/orders/${orderId}/confirm`);
  assert.deepEqual((await read(orderId)).lines, ["7 U-1"]);
  const same = { ...(await openForm(orderId)), review: "yes" };
  assert.equal(await submit(`/orders/${orderId}`, same), `/orders/${orderId}/confirm`);
  const refused = await refuse(422, `/orders/${orderId}`, { ...same, "quantity-1": "50" });
  assert.match(refused, /name="quantity-1" value="50"/);
});

test("beside a pack error the quantities to choose are buttons, which save the draft", async () => {
  await offer("U-PACK", { minQuantity: 10, multiple: 5 });
  const orderId = await place({ "U-PACK": 10 }, "PO-1");
  const form = await openForm(orderId);
  const refused = await refuse(422, `/orders/${orderId}`, { ...form, "quantity-1": "12" });
  assert.match(refused, /name="quantity-1" value="10"[^>]*>Order 10<[\s\S]*>Order 15</);
  const pressed = [...Object.entries(form), ["quantity-1", "12"], ["quantity-1", "15"]];
  await submit(`/orders/${orderId}`, new URLSearchParams(pressed));
  assert.deepEqual((await read(orderId)).lines, ["15 U-PACK"]);
});

test("what was typed while someone else confirmed the order is shown", async () => {
  const orderId = await placeNew({ "U-CLOSED": 1 }, "PO-C");
  const form = { ...(await openForm(orderId)), "quantity-1": "7", po_number: "PO <D>" };
  const review = (await buyer.get(`/orders/${orderId}/confirm`)).body;
  const fingerprint = readField(review, "reviewed");
  await buyer.post(`/orders/${orderId}/confirm`, { reviewed: fingerprint });
  const { statusCode, body } = await buyer.post(`/orders/${orderId}`, form);
  assert.equal(statusCode, 409);
  assert.match(body, /no longer a draft[\s\S]{0,60}<p>You typed:/);
  assert.match(body, /<dt>PO number<\/dt><dd>PO &#60;D&#62;<\/dd>/);
  assert.match(body, /<dt>Quantity of U-CLOSED<\/dt><dd>7<\/dd>/);
  const refused = await refuse(409, `/orders/${orderId}/reprice`, { version: "1" });
  assert.doesNotMatch(refused, /You typed/);
});

test("adding a part, updating prices and reducing to stock save what else was typed", async () => {
  await offer("U-2", { stock: 9 });
  await offer("U-3", { stock: 9 });
  const orderId = await place({ "U-2": 1 }, "PO-2");
  const typed = async (fields = {}) => ({ ...(await openForm(orderId)), ...fields });
  const added = await typed({ "quantity-1": "2", po_number: "PO-3", part_number: "U-3" });
  await buyer.post(`/orders/${orderId}/add`, added);
  assert.deepEqual(await read(orderId), { po: "PO-3", notes: null, lines: ["2 U-2", "1 U-3"] });
  await buyer.post(`/orders/${orderId}/reprice`, await typed({ "quantity-2": "3" }));
  assert.deepEqual((await read(orderId)).lines, ["2 U-2", "3 U-3"]);
  await buyer.post(`/orders/${orderId}/fit`, await typed({ "quantity-1": "20", notes: "dock" }));
  const fitted = await read(orderId);
  assert.deepEqual([fitted.lines, fitted.notes], [["9 U-2", "3 U-3"], "dock"]);
  const also = await typed({ part_number: "U-3", quantity: "4", review: "yes" });
  await buyer.post(`/orders/${orderId}`, also);
  assert.deepEqual((await read(orderId)).lines, ["9 U-2", "7 U-3"]);
});

test("a refused part keeps the typed quantities, and a refused quantity the typed part", async () => {
  const orderId = await placeNew({ "U-4": 1 }, "PO-4");
  const form = { ...(await openForm(orderId)), "quantity-1": "6", part_number: "NONE" };
  const unknown = await buyer.post(`/orders/${orderId}/add`, form);
  assert.match(unknown.body, /No part has this number/);
  assert.match(unknown.body, /name="quantity-1" value="6"/);
  const faulty = { ...form, "quantity-1": "many", part_number: "U-4" };
  const refused = await refuse(422, `/orders/${orderId}/add`, faulty);
  assert.match(refused, /name="quantity-1" value="many"/);
  assert.match(refused, /name="part_number"[^>]* value="U-4"/);
  assert.deepEqual((await read(orderId)).lines, ["1 U-4"]);
});

test("what was typed survives a change by someone else, beside their values, and can be saved", async () => {
  const orderId = await placeNew({ "U-5": 1, "U-6": 1 }, "PO-5");
  const mine = { ...(await openForm(orderId)), "quantity-2": "8", po_number: "PO-MINE" };
  const theirs = await openForm(orderId);
  await buyer.post(`/orders/${orderId}`, { ...theirs, remove: "1", notes: "theirs" });
  const stale = await refuse(409, `/orders/${orderId}`, mine);
  assert.match(stale, /Quantity of U-6<\/th><td[^>]*>1<\/td><td[^>]*>8</);
  assert.match(stale, /name="quantity-1" value="8"/);
  assert.match(stale, /name="po_number"[^>]* value="PO-MINE"/);
  assert.match(stale, />\ntheirs<\/textarea>/);
  assert.deepEqual((await read(orderId)).lines, ["1 U-6"]);
});

for (const typo of ["2x", "0"]) {
  test(`a stale form with ${typo} in a line saves no quantity, also not when it is sent again`, async () => {
    const parts = ["A", "B", "C", "D"].map((letter) => `U-S${letter}-${typo}`);
    for (const part of parts) await offer(part);
    const [a = "", b = "", c = "", d = ""] = parts;
    const orderId = await place({ [a]: 4, [b]: 2, [c]: 7, [d]: 5 }, `PO-S-${typo}`);
    const stale = { ...(await openForm(orderId)), "quantity-3": typo, review: "yes" };
    await buyer.post(`/orders/${orderId}`, { ...(await openForm(orderId)), remove: "1" });
    const before = { version: 2, lines: [`2 ${b}`, `7 ${c}`, `5 ${d}`] };
    const answer = await refuse(409, `/orders/${orderId}`, stale);
    assert.match(answer, new RegExp(`Quantity of ${c}</th><td[^>]*>7</td><td[^>]*>${typo}<`));
    const quantities = [...answer.matchAll(/name="quantity-\d+" value="([^"]*)"/g)];
    assert.deepEqual(
      quantities.map(([, value]) => value),
      ["2", typo, "5"],
    );
    assert.deepEqual((await read(orderId)).lines, before.lines);
    for (const path of ["/add", "/reprice", "/fit"]) {
      await refuse(409, `/orders/${orderId}${path}`, { ...stale, part_number: "no" });
    }
    assert.deepEqual((await read(orderId)).lines, before.lines);
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
  const first = { ...open, "quantity-1": "8", "quantity-2": "9" };
  await buyer.post(`/orders/${orderId}`, { ...open, remove: "1" });
  const stale = await refuse(409, `/orders/${orderId}`, first);
  const quantities = [...stale.matchAll(/name="quantity-\d+" value="([^"]*)"/g)];
  // The part's two lines are one now: which of them 8 was for is not guessed.
  assert.deepEqual(
    quantities.map(([, value]) => value),
    ["9", "1", "2"],
  );
  assert.match(stale, /Quantity of U-T<\/th><td[^>]*>no longer in the draft<\/td>/);
});

test("a removed line can be put back at its place and price, until the draft changes again", async () => {
  for (const number of ["U-R1", "U-R2", "U-R3"]) await offer(number, { price: 1000 });
  const orderId = await place({ "U-R1": 1, "U-R2": 2, "U-R3": 3 }, "PO-R");
  const form = { ...(await openForm(orderId)), remove: "2", "quantity-3": "4" };
  const address = await submit(`/orders/${orderId}`, form);
  assert.equal(address, `/orders/${orderId}?done=removed&version=2`);
  assert.deepEqual((await read(orderId)).lines, ["1 U-R1", "4 U-R3"]);
  await run("update offers set list_price = 9900 where part_number = 'U-R2'");
  const page = (await buyer.get(address)).body;
  assert.match(page, /Removed from the draft\.[\s\S]*>Undo</);
  const other = await openStranger();
  await refuse(404, `/orders/${orderId}/restore`, { version: "2" }, other);
  const sent = await submit(`/orders/${orderId}/restore`, { version: "2" });
  assert.equal(sent, `/orders/${orderId}?done=restored`);
  assert.deepEqual((await read(orderId)).lines, ["1 U-R1", "2 U-R2", "4 U-R3"]);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual(
    [order.subtotal.amount, order.line_items[1].unit_price.amount],
    ["70.00", "10.00"],
  );
  await refuse(409, `/orders/${orderId}/restore`, { version: "2" });
  assert.match((await buyer.get(`/orders/${orderId}`)).body, /<code>U-R2<\/code> added, 2/);
});

test("the page of a draft that an operator views as a buyer only links to its review", async () => {
  const orderId = await placeNew({ "U-7": 1 });
  const { body } = await buyer.get(`/orders/${orderId}`);
  const [first = ""] = /<button form="draft"[^>]*>/.exec(body) ?? [];
  assert.equal(first, '<button form="draft" name="save" value="yes" hidden>');
  assert.doesNotMatch(body, /href="[^"]*\/confirm"/);
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  testInBrowser(`an unsaved quantity is reviewed as typed, ${how} JavaScript`, async () => {
    await offer(`U-8-${how}`);
    const orderId = await place({ [`U-8-${how}`]: 1 }, `PO-8-${how}`);
    const page = await browser.open(`/orders/${orderId}`, { as: buyer, script });
    await page.getByLabel(/^Quantity of line 1/).fill("5");
    await page.getByRole("button", { name: "Review and confirm" }).click();
    await page.waitForURL("**/confirm");
    assert.deepEqual((await read(orderId)).lines, [`5 U-8-${how}`]);
    await page.getByRole("button", { name: /^Confirm order/ }).click();
    await page.getByText("Thank you for your order").waitFor();
  });

  testInBrowser(`a removed line is put back with Undo, ${how} JavaScript`, async () => {
    const parts = [`U-10-${how}`, `U-11-${how}`] as const;
    for (const part of parts) await offer(part);
    const orderId = await place({ [parts[0]]: 1, [parts[1]]: 2 }, `PO-10-${how}`);
    const page = await browser.open(`/orders/${orderId}`, { as: buyer, script });
    await page.getByRole("button", { name: `Remove line 1, ${parts[0]}` }).click();
    await page.getByRole("button", { name: "Undo: Removed from the draft." }).press("Enter");
    await page.getByText("Restored.").waitFor();
    assert.deepEqual((await read(orderId)).lines, [`1 ${parts[0]}`, `2 ${parts[1]}`]);
  });
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
    assert.deepEqual((await read(orderId)).lines, ["4 U-9"]);
    await page.getByRole("link", { name: "Quick order" }).click();
    await page.waitForURL("**/quick-order");
  },
);

test("a conflict between two tabs of one person says so, and shows all that changed", async () => {
  const orderId = await placeNew({ "U-TAB-1": 1, "U-TAB-2": 4 }, "PO-7");
  const page = (await buyer.get(`/orders/${orderId}/confirm`)).body;
  const fingerprint = readField(page, "reviewed");
  await buyer.post(`/orders/${orderId}`, { ...(await openForm(orderId)), "quantity-1": "3" });
  const review = { reviewed: fingerprint, version: "1", review: "yes", "was-po_number": "PO-7" };
  const confirmed = { ...review, po_number: "PO-8" };
  const own = await refuse(409, `/orders/${orderId}/confirm`, confirmed);
  assert.match(own, /<h2>You changed this order in another tab<\/h2>/);
  assert.match(own, /The order was not confirmed\. Your version is not saved yet/);
  assert.match(own, /PO number<\/th><td[^>]*>PO-7<\/td><td[^>]*>PO-8</);
  assert.match(own, /Quantity of U-TAB-1<\/th><td[^>]*>3<\/td><td[^>]*>1, not changed</);
  assert.doesNotMatch(own, /Someone else|Quantity of U-TAB-2<\/th>/);
  const colleague = await openColleague();
  const again = { ...(await openForm(orderId)), "quantity-2": "6" };
  await colleague.post(`/orders/${orderId}`, again);
  const other = await buyer.post(`/orders/${orderId}/confirm`, { ...confirmed, version: "2" });
  assert.match(other.body, /<h2>Someone else changed this<\/h2>/);
  assert.match(other.body, /The order was not confirmed\. This draft was changed/);
  assert.match(other.body, /Quantity of U-TAB-2<\/th><td[^>]*>6<\/td><td[^>]*>4, not changed</);
});
