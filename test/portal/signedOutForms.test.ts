// A form sent after its session ended is kept, and sent again after signing in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNoAxeViolations } from "../support/browser.ts";
import { account, app, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { visit } from "../support/portalVisitor.ts";
import { placeNew, submit } from "../support/steps.ts";
import { uploadFile } from "../support/uploadFile.ts";

const publicUrl = "http://127.0.0.1";

openPortalBrowser({ publicUrl });

/** The hidden fields of a page. */
function readHidden(body: string): Record<string, string> {
  const inputs = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
}

test("a draft's form sent after the session ended is kept and saved after signing in", async () => {
  const orderId = await placeNew({ "X-1": 1 }, "PO-1");
  const fields = { version: "1", "quantity-1": "7", notes: 'dock 3\ngate "4" <b>' };
  const refused = await visit(app.server).post(`/orders/${orderId}`, fields);
  assert.equal(refused.statusCode, 403);
  assert.match(refused.body, /You were signed out/);
  assert.match(refused.body, /href="\/sign-in[^"]*" target="_blank"/);
  assert.match(refused.body, new RegExp(`action="/orders/${orderId}"`));
  const kept = readHidden(refused.body);
  assert.equal(kept["quantity-1"], "7");
  assert.match(kept["notes"] ?? "", /^dock 3\ngate .+4.+b/);
  await submit(`/orders/${orderId}`, fields);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.equal(order.line_items[0].quantity, 7);
});

test("a form without fields, or with a password, is not repeated to a signed-out visitor", async () => {
  for (const fields of [{}, { current_password: "secret-1", password: "secret-2" }]) {
    const sent = await visit(app.server).post("/account/password", fields);
    assert.equal(sent.statusCode, 303);
    assert.match(String(sent.headers.location), /^\/sign-in/);
    assert.doesNotMatch(sent.body, /secret/);
  }
});

test("a file sent after the session ended is not lost without a word", async () => {
  for (const [url, page] of [
    ["/quick-order/file", "/quick-order"],
    ["/console/imports/new", "/console/imports/new"],
    ["/console/company", "/console/company"],
  ] as const) {
    const nobody = { cookie: "", referer: `${publicUrl}${page}` };
    const sent = await uploadFile(app, nobody, url, "list.csv", Buffer.alloc(1_000_000, "a"));
    assert.equal(sent.statusCode, 403, url);
    assert.match(sent.body, /You were signed out/);
    assert.match(sent.body, /The file was not uploaded\./);
    const [, href = ""] = /href="([^"]*sign-in[^"]*)" target="_blank"/.exec(sent.body) ?? [];
    assert.equal(decodeURIComponent(href.replaceAll("&#61;", "=")).split("next=")[1], page);
  }
});

testInBrowser(
  "the form keeps a file that was sent after the session ended, and sends it again",
  async () => {
    const page = await browser.open("/quick-order", { as: await openStranger() });
    const session = await page.context().cookies();
    await page.context().clearCookies();
    const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("PN,Qty\nX-1,4\n") };
    await page.locator("input[type=file]").setInputFiles(file);
    const send = page.getByRole("button", { name: "Check file" });
    await send.click();
    const alert = page.getByRole("alert");
    await alert.getByRole("link", { name: "Sign in (new tab)" }).waitFor();
    assert.match((await alert.textContent()) ?? "", /^You were signed out\./);
    await expectNoAxeViolations(page);
    await page.context().addCookies(session);
    await send.click();
    await page.waitForURL(/\/quick-order\/[0-9a-f-]{36}/);
  },
);
