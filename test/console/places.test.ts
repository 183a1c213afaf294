import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { placeGroups } from "../../src/console/consolePlaces.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

let app: TestApp;

before(async () => {
  app = await openTestApp();
});

after(() => app.close());

test("each page of the navigation has the name that the navigation gives it", async () => {
  const admin = await openOperator(app);
  // The home page is headed by what it shows.
  const places = placeGroups.flatMap(({ places }) => places).slice(1);
  for (const { href, text } of places) {
    const { body } = await admin.get(href);
    assert.equal(/<h1[^>]*>\s*([^<]*?)\s*<\/h1>/.exec(body)?.[1], text, href);
  }
});
