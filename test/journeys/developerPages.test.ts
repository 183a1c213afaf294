// The pages for developers in a real browser.
import { before } from "node:test";
import { createKey } from "../../src/keys/issueKey.ts";
import { expectGoodPage } from "../support/browser.ts";
import { account, app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { offer } from "../support/steps.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let admin: TestVisitor;

openPortalBrowser();

before(async () => {
  await offer("EX100-1");
  admin = await openVisitor(app, account.accountId, { role: "admin" });
});

const issue = (name: string) => {
  const { accountId } = account;
  return app.database.db.transaction((tx) =>
    createKey(tx, { accountId, name, expiresAt: null, now: app.clock.now }),
  );
};

test("the pages for developers are accessible and fit any window, light and dark", async () => {
  const key = await issue(
    "A rather long name of a key, as integration departments like to give them",
  );
  await admin.post("/developers/request", { name: "Night feed", purpose: "Stock, every hour." });
  for (const as of [admin, buyer]) {
    const page = await browser.open("/developers", { as });
    await expectGoodPage(page);
    const paths = [`/developers/keys/${key.keyId}`];
    for (const path of as === admin ? [...paths, "/developers/request"] : paths) {
      await page.goto(path);
      await expectGoodPage(page);
    }
  }
});
