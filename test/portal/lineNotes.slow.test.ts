// Remarks of lines on pages: any text fits.
import assert from "node:assert/strict";
import { insertOffer } from "../support/insertOffer.ts";
import { account, app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";

openPortalBrowser();

test("a remark without spaces widens no page of an order, also on a phone", async () => {
  await insertOffer(app.database.db, { partNumber: "LN-1" });
  const found = await account.post("catalog", { part_numbers: ["LN-1"] });
  const { part_id } = found.json().found_parts[0];
  const items = [{ part_id, quantity: 1, remark: "W".repeat(200), needed_by: "2099-12-12" }];
  const { order } = (await account.post("orders", { items })).json();
  for (const width of [360, 1280]) {
    for (const path of ["", "/confirm"]) {
      const at = `/orders/${order.order_id}${path}`;
      const page = await browser?.open(at, { as: buyer, width });
      const outside = `[...document.querySelectorAll("td, tbody th")]
        .filter((cell) => cell.getBoundingClientRect().right > innerWidth).length`;
      assert.equal(await page?.evaluate(outside), 0, `${at} at ${width}`);
    }
  }
});
