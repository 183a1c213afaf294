// The help of each page: the request id is there, and no longer beside the links of the footer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;

before(async () => {
  app = await openTestApp();
});

after(() => app.close());

test("the request id of a page is under Help on both sites, with a button that copies it", async () => {
  const buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const operator = await openOperator(app, { role: "operator" });
  for (const page of [await buyer.get("/"), await operator.get("/console")]) {
    const id = String(page.headers["x-request-id"]);
    const [, help = ""] = /<summary>Help<\/summary>([\s\S]*?)<\/details>/.exec(page.body) ?? [];
    assert.ok(help.includes(`<code>${id}</code>`));
    assert.match(help, /aria-label="Copy the request ID"/);
    assert.equal(page.body.split(id).length, 2);
  }
});
