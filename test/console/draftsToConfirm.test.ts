// Drafts that end unless a buyer confirms them, and accounts whose invited people have not come.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { draftLifeDays } from "../../src/orders/order.ts";
import { confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;
const dayMs = 86_400_000;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app, { role: "operator" });
});

after(() => app.close());

test("a draft shows until when it can be confirmed, and an order a mail that names it", async () => {
  const { orderId, orderNumber, account, buyer } = await draftOrder(app, "4306");
  const { now } = app.clock;
  const end = new Date(now.getTime() + draftLifeDays * dayMs).toISOString();
  const list = (await operator.get("/console/orders?status=draft")).body;
  assert.match(list, />Confirm until</);
  assert.ok(list.includes(`datetime="${end}"`));
  assert.doesNotMatch((await operator.get("/console/orders")).body, />Confirm until</);
  const page = readAttribute((await operator.get(`/console/orders/${orderId}`)).body);
  assert.ok(page.includes(`datetime="${end}"`));
  const subject = encodeURIComponent(`Order ${orderNumber} (PO 4306)`);
  const [own] = await app.database.db.query<{ email: string }>({
    name: "",
    text: "select email from accounts where account_id = $1",
    values: [account.accountId],
  });
  assert.ok(page.includes(`href="mailto:${own?.email}?subject=${subject}"`), "made by a key");
  const copy = await buyer.post(`/orders/${orderId}/duplicate`);
  const made = copy.headers.location?.split("/").at(-1)?.split("?")[0];
  const ofBuyer = readAttribute((await operator.get(`/console/orders/${made}`)).body);
  assert.ok(ofBuyer.includes(`href="mailto:${buyer.email}?subject=`), "made by a person");
  const confirmed = await confirmOne(app, null);
  const other = (await operator.get(`/console/orders/${confirmed.orderId}`)).body;
  assert.doesNotMatch(other, />Confirm until</);
});

test("an order shows a delivery reference once it has one", async () => {
  const { orderId } = await confirmOne(app, null);
  const path = `/console/orders/${orderId}`;
  const term = /<dt>Delivery reference<\/dt>/;
  assert.doesNotMatch((await operator.get(path)).body, term);
  const form = readForm((await operator.get(path)).body, `${path}/fulfil`);
  await operator.post(`${path}/fulfil`, { ...form, reference: "AWB 020-1" });
  assert.match((await operator.get(path)).body, term);
});

test("an account is no task while an invitation is open, and one again when it has expired", async () => {
  const account = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "D-1", stock: 50 });
  await placeDraft(account, { "D-1": 1 }, null);
  const page = `/console/accounts/${account.accountId}`;
  const isTask = async () => {
    const listed = (await operator.get("/console/accounts?state=unattended")).body;
    const home = (await operator.get("/console")).body;
    const is = listed.includes(account.accountId);
    assert.equal(home.includes("drafts nobody can confirm"), is);
    return is;
  };
  assert.equal(await isTask(), true);
  const people = (await operator.get(`${page}/people`)).body;
  const form = readForm(people, `${page}/invitations`);
  const [own] = await app.database.db.query<{ email: string }>({
    name: "",
    text: "select email from accounts where account_id = $1",
    values: [account.accountId],
  });
  assert.equal(form["email"], own?.email);
  assert.equal((await operator.post(`${page}/invitations`, form)).statusCode, 200);
  const invited = (await operator.get(page)).body;
  assert.match(invited, /Nobody can confirm this account&#39;s 1 draft yet/);
  assert.match(invited, />1 person invited<\/a>, not yet\s+accepted \(until <time/);
  assert.doesNotMatch(invited, /it has no people/);
  assert.equal(await isTask(), false);
  assert.equal(
    readForm((await operator.get(`${page}/people`)).body, `${page}/invitations`)["email"],
    "",
  );
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() + 8 * dayMs);
  operator = await openOperator(app, { role: "operator" });
  assert.equal(await isTask(), true);
  assert.match((await operator.get(page)).body, /it has no people/);
  app.clock.now = now;
});
