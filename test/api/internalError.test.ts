import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp } from "../support/testApp.ts";

test("an unexpected error is INTERNAL_ERROR with the request id and without details", async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const buyer = await app.openAccount();
  const owner = await app.database.openOwner();
  await owner.client.query("alter table orders rename to lost");
  await owner.close();
  const response = await buyer.get("orders");
  assert.equal(response.statusCode, 500);
  const { error } = response.json();
  assert.equal(error.code, "INTERNAL_ERROR");
  assert.equal(error.request_id, response.headers["x-request-id"]);
  assert.doesNotMatch(response.body, /relation|orders|lost|select|stack/);
  const line = app.logLines.find((each) => each["msg"] === "request failed");
  assert.equal(line?.["request_id"], error.request_id);
});
