// Keys are shown once to the operator if there is no mail server. Accounts whose drafts nobody can
// confirm are pointed out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { expectGoodPage } from "../support/browser.ts";
import { app, olga, query } from "../support/console.ts";
import { browser, openConsoleInBrowser, testWithoutScriptToo } from "../support/consoleBrowser.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { readForm } from "../support/openedForm.ts";
import { canonicalPrefix } from "../support/testApp.ts";

const plainKey = /<code>(sk_live_[0-9A-Za-z]{38})<\/code>/;

openConsoleInBrowser({ smtpUrl: null });

let requests: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  requests = openKeyRequestFixture(app, olga);
});

/** Previews a key of an account; returns what its form sends. */
async function preview(accountId: string) {
  const path = `/console/accounts/${accountId}/keys/new`;
  const shown = await olga.post(path, { name: "ERP", expires: "", step: "show" });
  const form = { ...readForm(shown.body, path), step: "send" };
  return { path, form, body: shown.body };
}

test("an issued key is shown once, with a button to copy it, and counts as delivered", async () => {
  const { accountId } = await app.openAccount();
  const { path, form, body } = await preview(accountId);
  expectTexts(body, /No mail server is configured/, />Issue and show key</);
  const sent = await Promise.all([1, 2, 3].map(() => olga.post(path, form)));
  const [shown = assert.fail(), ...late] = sent.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.deepEqual([shown.statusCode, shown.headers["cache-control"]], [200, "no-store"]);
  assert.match(shown.body, /data-copy hidden\s+aria-label="Copy the key"/);
  const [, key = ""] = plainKey.exec(shown.body) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  await expectAnswer(app.server.inject({ url: `${canonicalPrefix}/orders`, headers }), 200);
  for (const other of late) {
    assert.match(String(other.headers.location), /done=issued-already$/);
    assert.ok(!other.body.includes(key));
  }
  const text = `select state, delivered_by, encrypted_secrets from mails where account_id = $1`;
  const delivered = { state: "sent", delivered_by: "Olga Operator", encrypted_secrets: null };
  assert.deepEqual(await query(text, [accountId]), [delivered]);
  const log = olga.get(`/console/audit?account=${accountId}`);
  const audit = await expectAnswer(log, 200, "delivered an e-mail manually");
  assert.ok(!audit.body.includes(key));
});

test("the key of a request and one that replaces another are shown once too, or the link to it", async () => {
  const one = await requests.enterMatched();
  const { form } = await requests.previewed(one.page, keyTerms(one.email));
  await expectAnswer(olga.post(`${one.page}/issue`, form), 200, plainKey);
  await expectAnswer(olga.post(`${one.page}/issue`, form), 409);
  const other = await requests.enterMatched();
  const terms = { ...keyTerms(other.email), delivery: "link" };
  const link = await requests.previewed(other.page, terms);
  const revealed = /<code>https:\/\/parts\.example\/keys\/reveal\/[^<]+<\/code>/;
  const sent = olga.post(`${other.page}/issue`, link.form);
  const shown = await expectAnswer(sent, 200, revealed, "Copy the link to the key");
  assert.doesNotMatch(shown.body, /sk_live_[0-9A-Za-z]/);
  const { keyId } = await app.openAccount();
  const rotated = olga.post(`/console/keys/${keyId}/rotate`, { overlap: "24" });
  await expectAnswer(rotated, 200, plainKey);
});

testWithoutScriptToo(
  "a key is issued, shown and its person invited by keyboard",
  async (script) => {
    const { accountId } = await app.openAccount();
    const path = `/console/accounts/${accountId}/keys/new`;
    const page = await browser.open(path, { as: olga, script });
    await page.getByLabel("Key name").fill("ERP");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Issue and show key" }).press("Enter");
    await page.getByRole("heading", { name: "Key issued" }).waitFor();
    assert.match(await page.innerText("main"), /sk_live_[0-9A-Za-z]{38}/);
    if (script) {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const copy = page.getByRole("button", { name: "Copy the key" });
      await copy.press("Enter");
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate("navigator.clipboard.readText()");
      assert.match(String(copied), /^sk_live_[0-9A-Za-z]{38}$/);
      await expectGoodPage(page, [360, 390, 1280]);
    }
    await page.getByRole("button", { name: "Send invitation" }).press("Enter");
    await page.getByRole("heading", { name: "Invitation created" }).waitFor();
    assert.match(await page.innerText("main"), /buyer@example\.com/);
    await browser.settle();
  },
);
