// Pages of both sites at every width of a window, with data that is as long as it gets: no page is
// wider than its window, and no table is wider than its card.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import { skipWithoutBrowser } from "../support/browser.ts";
import { catalogOf, uploadInBrowser } from "../support/importInBrowser.ts";
import { type DemoSite, openDemoSite } from "./demoSite.ts";

/** 1,263 is a window of 1,280 beside a scroll bar that takes room. */
const widths = [
  360, 390, 480, 600, 768, 820, 900, 1024, 1100, 1160, 1200, 1263, 1280, 1360, 1440, 1680,
];

const skip = skipWithoutBrowser;
let site: DemoSite;

/** Long names and numbers, and a key in each state. */
const lengthen = [
  `update accounts set name = name || ' Maintenance and Component Services GmbH & Co. KG'`,
  `update orders set po_number = 'PO-2026-0001234567-REPAIR-STATION-17-' || order_number
    where order_id in (select order_id from orders order by order_id desc limit 4)`,
  `update api_keys set name = name || ' of the maintenance planning system'`,
  `insert into api_keys (key_id, account_id, name, key_hash, last_four, created_at, last_used_at,
      expires_at, revoked_at)
    select gen_random_uuid(), k.account_id, 'Key in another state', sha256(one.state::bytea),
      'wWmM', k.created_at, k.created_at, one.expires_at, one.revoked_at
    from api_keys k cross join (values
      ('revoked', null::timestamptz, '2026-10-30T14:05:00Z'::timestamptz),
      ('expired', '2026-11-02T14:05:00Z'::timestamptz, null),
      ('expires', '2026-11-28T14:05:00Z'::timestamptz, null),
      ('ends', '2027-12-20T14:05:00Z'::timestamptz, null)
    ) as one (state, expires_at, revoked_at)
    where k.name like 'demo %'`,
];

before(async () => {
  if (skip) return;
  site = await openDemoSite();
  for (const text of lengthen) await site.db.query({ name: "", text });
});

after(() => site?.close());

/** A string, because browser types are not available here. */
const findWide = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? ["the page by " + (scrollWidth - clientWidth)] : [];
  const tables = [...document.querySelectorAll("table")]
    .filter((table) => table.checkVisibility() && table.closest(".unseen") === null)
    .map((table) => [table, table.parentElement.getBoundingClientRect()])
    .map(([table, card]) => [table, table.getBoundingClientRect().right - card.right])
    .filter(([, beyond]) => beyond > 0.5)
    .map(([table, beyond]) => table.caption?.textContent + " by " + Math.round(beyond));
  return [...page, ...tables];
})()`;

async function expectFit(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate<string[]>(findWide);
    wide.push(...found.map((one) => `${page.url()} at ${width} px: ${one}`));
  }
  return wide;
}

/** Addresses, and the first link below them that matches, for those that contain an id. */
type Place = readonly [path: string, link?: string];

const ofOperator: readonly Place[] = [
  ["/console"],
  ["/console/orders?status=all"],
  ["/console/orders?status=all", "main table a[href^='/console/orders/']"],
  ["/console/key-requests"],
  ["/console/quote-requests"],
  ["/console/catalog"],
  [`/console/catalog/parts/${demoShowcase.severalOffers}`],
  [`/console/catalog/parts/${demoShowcase.severalOffers}?view=history`],
  ["/console/imports"],
  ["/console/imports", "main table a[href^='/console/imports/']:not([href*='files'])"],
  ["/console/agreements"],
  ["/console/agreements", "main table a[href^='/console/agreements/']"],
  ["/console/accounts"],
  ["/console/keys", "main table a[href^='/console/accounts/']"],
  ["/console/keys"],
  ["/console/keys", "main table a[href^='/console/keys/']"],
  ["/console/requests"],
  ["/console/outbox"],
  ["/console/audit"],
  ["/console/operators"],
];

const ofBuyer: readonly Place[] = [
  ["/"],
  [`/parts?q=${encodeURIComponent("fuel boost pump")}`],
  [`/parts/${demoShowcase.severalOffers}`],
  ["/orders"],
  ["/orders?status=draft", "main table a[href^='/orders/']"],
  ["/quick-order"],
  ["/quick-order", "main a[href^='/quick-order/']"],
  ["/quote-requests"],
  ["/quote-requests", "main table a[href^='/quote-requests/']"],
  [`/quote-requests/new?part=${demoShowcase.notInCatalog}`],
  ["/developers"],
  ["/developers/calls"],
  ["/account/people"],
];

async function visit(page: Page, places: readonly Place[]): Promise<string[]> {
  const wide: string[] = [];
  for (const [path, link] of places) {
    await page.goto(path);
    if (link !== undefined) await page.goto((await page.getAttribute(link, "href")) ?? "");
    wide.push(...(await expectFit(page)));
  }
  return wide;
}

async function visitConsole(): Promise<string[]> {
  const page = await site.browser.open("/console", { as: site.people.operator });
  const wide = await visit(page, ofOperator);
  await page.goto("/console/agreements");
  const agreement = await page.getAttribute("main table a[href^='/console/agreements/']", "href");
  await page.goto(agreement ?? "");
  const part = await page.textContent("main tbody th a");
  const price = await visit(page, [[`${agreement}/price?part=${part}&quantity=1000`]]);
  await uploadInBrowser(page, "headers of a catalog.csv", catalogOf("Example Supply", "12.50"));
  return [...wide, ...price, ...(await expectFit(page))];
}

async function visitPortal(): Promise<string[]> {
  const page = await site.browser.open("/", { as: site.people.buyer, locale: "en-US" });
  return visit(page, ofBuyer);
}

test("no page is wider than its window and no table wider than its card", { skip }, async () => {
  assert.deepEqual([...(await visitConsole()), ...(await visitPortal())], []);
  await site.browser.settle();
});
