// Fields that ask for an account, key, order or part by name: their suggestions, and what the
// server makes of a part of a name.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type ConfirmedOrder, draftOrder } from "../support/confirmedOrder.ts";
import { admin, app, openConsole, query } from "../support/console.ts";

let nordwind: ConfirmedOrder;
let nordstern: ConfirmedOrder;

async function draftOf(name: string): Promise<ConfirmedOrder> {
  const order = await draftOrder(app, `PO of ${name}`);
  const text = "update accounts set name = $1 where account_id = $2";
  await query(text, [name, order.account.accountId]);
  return order;
}

openConsole();

before(async () => {
  nordwind = await draftOf("Nordwind Cargo");
  nordstern = await draftOf("Nordstern Jets");
});

/** What the options of a kind fill their field with. */
async function suggest(kind: string, q: string): Promise<string[]> {
  const { body } = await app.server.inject({
    url: `/console/search?${new URLSearchParams({ kind, q })}`,
    headers: { cookie: admin.cookie, "x-fragment": "yes" },
  });
  return [...body.matchAll(/data-value="([^"]*)"/g)].map(([, value = ""]) => value);
}

test("each kind suggests what its field then contains", async () => {
  assert.deepEqual(await suggest("accounts", "nord"), ["Nordstern Jets", "Nordwind Cargo"]);
  assert.deepEqual(await suggest("parts", nordwind.partNumber), [nordwind.partNumber]);
  assert.deepEqual(await suggest("orders", "PO of Nordw"), [nordwind.orderNumber]);
  const lastFour = nordwind.account.key.slice(-4);
  const [key = ""] = await suggest("keys", lastFour);
  assert.ok(key.endsWith(` …${lastFour}`), key);
});

const lists = [
  "/console/orders?status=all",
  "/console/requests?",
  "/console/requests/unmet-demand?",
  "/console/audit?",
];

for (const list of lists) {
  test(`${list} resolves a part of a name, shows the name of an id, and asks which of several`, async () => {
    const { accountId } = nordwind.account;
    for (const typed of ["nordw", accountId, "NORDWIND CARGO"]) {
      const { body } = await admin.get(`${list}&${new URLSearchParams({ account: typed })}`);
      assert.match(body, /name="account"[^>]* value="Nordwind Cargo"/, typed);
      assert.doesNotMatch(body, /Several accounts match/);
    }
    const { body } = await admin.get(`${list}&account=nord`);
    assert.match(body, /Several accounts match “nord”/);
    for (const { account } of [nordwind, nordstern]) {
      assert.match(body.replaceAll("&#61;", "="), new RegExp(`[?;&]account=${account.accountId}`));
    }
    assert.match(body, /name="account"[^>]* value="nord"/);
  });
}
