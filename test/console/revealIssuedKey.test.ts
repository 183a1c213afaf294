// Keys are shown once to the operator if there is no mail server. Accounts whose drafts nobody can
// confirm are pointed out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let operator: TestOperator;
let browser: TestBrowser;
const skip = skipWithoutBrowser;
const plainKey = /<code>(sk_live_[0-9A-Za-z]{38})<\/code>/;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl: null });
  operator = await openOperator(app, { role: "operator" });
  await insertOffer(app.database.db, { partNumber: "H-1" });
  if (!skip) browser = await openBrowser(app);
});

after(async () => {
  if (!skip) await browser.close();
  await app.close();
});

/** Previews a key of an account; returns what its form sends. */
async function preview(accountId: string) {
  const path = `/console/accounts/${accountId}/keys/new`;
  const shown = await operator.post(path, { name: "ERP", expires: "", step: "show" });
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(shown.body)?.[1] ?? "";
  const form = { name: "ERP", expires: "", step: "send", key: field("key"), to: field("to") };
  return { path, form, body: shown.body };
}

test("an issued key is shown once, with a button to copy it, and counts as delivered", async () => {
  const { accountId } = await app.openAccount();
  const { path, form, body } = await preview(accountId);
  assert.match(body, /No mail server is configured/);
  assert.match(body, />Issue and show key</);
  const sent = await Promise.all([1, 2, 3].map(() => operator.post(path, form)));
  const [shown, ...late] = sent.toSorted((one, other) => one.statusCode - other.statusCode);
  assert.equal(shown?.statusCode, 200);
  assert.equal(shown?.headers["cache-control"], "no-store");
  const [, key = ""] = plainKey.exec(shown?.body ?? "") ?? [];
  assert.match(shown?.body ?? "", /data-copy hidden\s+aria-label="Copy the key"/);
  const call = await app.server.inject({
    method: "POST",
    url: "/public/api/v1/b2b/catalog",
    headers: { authorization: `Bearer ${key}` },
    payload: { part_numbers: ["H-1"] },
  });
  assert.equal(call.statusCode, 200);
  for (const { headers, body: other } of late) {
    assert.match(String(headers.location), /done=issued-already$/);
    assert.ok(!other.includes(key));
  }
  const text = `select state, delivered_by, encrypted_secrets from mails where account_id = $1`;
  const mails = await app.database.db.query({ name: "", text, values: [accountId] });
  assert.deepEqual(mails, [
    { state: "sent", delivered_by: "Olga Operator", encrypted_secrets: null },
  ]);
  const audit = await operator.get(`/console/audit?account=${accountId}`);
  assert.match(audit.body, /delivered an e-mail manually/);
  assert.ok(!audit.body.includes(key));
});

test("the recipient can be invited from there, unless they can already sign in", async () => {
  const { accountId } = await app.openAccount();
  const first = await preview(accountId);
  const { body } = await operator.post(first.path, first.form);
  assert.match(body, /Invite this person to the site/);
  assert.match(body, /name="email"[^>]*value="buyer@example.com"/);
  const invited = await operator.post(`/console/accounts/${accountId}/invitations`, {
    email: "buyer@example.com",
    name: "",
    role: "admin",
  });
  assert.match(invited.body, /Invitation created/);
  await openVisitor(app, accountId);
  const text = "update users set email = 'buyer@example.com' where account_id = $1";
  await app.database.db.query({ name: "", text, values: [accountId] });
  const second = await preview(accountId);
  const known = await operator.post(second.path, second.form);
  assert.match(known.body, /buyer@example\.com can already sign in/);
  assert.doesNotMatch(known.body, /Invite this person/);
});

test("the key of a request is shown once too, or the link to it", async () => {
  const requests = openKeyRequestFixture(app, operator);
  const one = await requests.enterMatched();
  const { form } = await requests.previewed(one.page, keyTerms(one.email));
  const issued = await operator.post(`${one.page}/issue`, form);
  assert.equal(issued.statusCode, 200);
  assert.match(issued.body, plainKey);
  assert.equal((await operator.post(`${one.page}/issue`, form)).statusCode, 409);
  const other = await requests.enterMatched();
  const terms = { ...keyTerms(other.email), delivery: "link" };
  const link = await requests.previewed(other.page, terms);
  const shown = await operator.post(`${other.page}/issue`, link.form);
  assert.match(shown.body, /<code>https:\/\/parts\.example\/keys\/reveal\/[^<]+<\/code>/);
  assert.match(shown.body, /Copy the link to the key/);
  assert.doesNotMatch(shown.body, /sk_live_[0-9A-Za-z]/);
});

test("the key that replaces another is shown once too", async () => {
  const { keyId } = await app.openAccount();
  const replaced = await operator.post(`/console/keys/${keyId}/rotate`, { overlap: "24" });
  assert.equal(replaced.statusCode, 200);
  assert.match(replaced.body, plainKey);
});

test("accounts whose drafts nobody can confirm are pointed out until someone can", async () => {
  const account = await app.openAccount();
  await placeDraft(account, { "H-1": 1 }, null);
  const page = `/console/accounts/${account.accountId}`;
  const list = "/console/accounts?state=unattended";
  const today = async () => (await operator.get("/console")).body;
  assert.match(await today(), /Accounts with drafts nobody can confirm[\s\S]*state&#61;unattended/);
  assert.ok((await operator.get(list)).body.includes(account.accountId));
  assert.match((await operator.get(page)).body, /Nobody can confirm this account&#39;s 1 draft/);
  await openVisitor(app, account.accountId);
  assert.ok(!(await operator.get(list)).body.includes(account.accountId));
  assert.doesNotMatch((await operator.get(page)).body, /Nobody can confirm/);
  assert.doesNotMatch(await today(), /nobody can confirm/);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`a key is issued, shown and its person invited by keyboard, ${how}`, {
    skip,
  }, async () => {
    const { accountId } = await app.openAccount();
    const path = `/console/accounts/${accountId}/keys/new`;
    const page = await browser.open(path, { as: operator, script });
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
  });
}
