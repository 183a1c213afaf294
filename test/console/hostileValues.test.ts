// Hostile values in every address and form of the console: each gets a response, never a 500, and
// none is rendered as markup.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { admin, app, openConsole, query } from "../support/console.ts";
import { findLogged } from "../support/findLogged.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { openKeyRequestFixture } from "../support/keyRequestFixture.ts";

let ids: Readonly<Record<string, string>>;

const names = `
  account account_email account_name action after asked before code company currency day
  delivery discount done email expires from header id kept key kind mode name names needs next
  notes of operator overlap part password pasted person po policy present purpose q quantity
  reason received reference removed role run seen span state status step stock
  shown_on_hand
  subject text ticket to until valid_to vendor version view week part_number price unit_price
  condition min_quantity multiple on_hand title description superseded_by alternates
  order_min discount_percent valid_from lead_time_days shelf_life_expires nsn cage
`
  .trim()
  .split(/\s+/);

const hostile = [
  "\0",
  "%",
  "'\"><script>alert(1)</script>",
  "99999999999999999999",
  "2024-13-45",
  "0000-01-01",
  "9999-12-31",
  "{{key}}",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "01900000-0000-7000-8000-000000000000",
  "x".repeat(3_000),
];

openConsole();

before(async () => {
  const { db } = app.database;
  const { account, orderId, partNumber, buyer } = await confirmOne(app, "PO-HOSTILE");
  const called = await account.get("orders");
  const { requestId } = await findLogged(db, String(called.headers["x-request-id"]));
  const entered = await openKeyRequestFixture(app, admin).enter();
  await insertAgreementRule(db, { accountId: account.accountId, discount: 100 });
  const select = `select (select mail_id::text from mails limit 1) as mail,
    (select rule_id::text from agreement_rules limit 1) as rule,
    (select offer_id::text from offers limit 1) as offer`;
  const [found] = await query<Record<string, string>>(select);
  ids = {
    account: account.accountId,
    key: account.keyId,
    order: orderId,
    number: partNumber,
    call: requestId,
    request: entered.id,
    user: buyer.userId,
    operator: admin.operatorId,
    ...found,
  };
});

function fill(path: string, odd?: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (odd !== undefined) return encodeURIComponent(odd);
    const at = path.startsWith("/console/requests/") && name === "request" ? "call" : name;
    return encodeURIComponent(ids[at] ?? "01900000-0000-7000-8000-000000000000");
  });
}

function fields(value: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function routesOf(wanted: "GET" | "POST"): string[] {
  return consoleRoutes.flatMap(({ method, path }) => (method === wanted ? [path] : []));
}

/** Routes that would sign the test's operator out or change their password. */
const own = /sign-out|\/account\/|operators\/:/;

/** It opens every page with every hostile value: more than a minute on a slow machine. */
const limitMs = 180_000;

test("no value in an address or its query causes a 500 or is rendered as markup", {
  timeout: limitMs,
}, async () => {
  for (const path of routesOf("GET")) {
    for (const value of hostile) {
      const query = new URLSearchParams(fields(value)).toString();
      const named = path.includes(":") ? [fill(path, value)] : [];
      for (const url of [`${fill(path)}?${query}`, ...named]) {
        const answer = await admin.get(url);
        assert.ok(answer.statusCode < 500, `${path} ${JSON.stringify(value.slice(0, 30))}`);
        const isPage = String(answer.headers["content-type"]).startsWith("text/html");
        assert.ok(!isPage || !answer.body.includes("<script>alert"), path);
      }
    }
  }
});

test("no value in a form causes a 500 or is rendered as markup", async () => {
  for (const path of routesOf("POST").filter((one) => !own.test(one))) {
    for (const value of hostile) {
      const answer = await admin.post(fill(path), { ...fields(value), version: "1" });
      assert.ok(answer.statusCode < 500, `${path} ${JSON.stringify(value.slice(0, 30))}`);
      assert.ok(!answer.body.includes("<script>alert"), path);
    }
  }
});
