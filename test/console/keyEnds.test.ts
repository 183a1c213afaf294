// The last days of a key: both sites mark it, and the console leads to a new one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let operator: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app);
});

after(() => app.close());

test("a key that ends within 14 days says so on both sites, and leads to a new one", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const ends = async (days: number) => {
    const at = new Date(app.clock.now.getTime() + days * 86_400_000 + 60_000);
    await app.database.db.query({
      name: "",
      text: "update api_keys set expires_at = $2 where key_id = $1",
      values: [account.keyId, at],
    });
    const shown = await operator.get(`/console/keys/${account.keyId}`);
    const listed = await buyer.get("/developers");
    return [shown.body, listed.body] as const;
  };
  const [late, lateListed] = await ends(14);
  assert.doesNotMatch(late, /This key ends on/);
  for (const body of [late, lateListed]) assert.doesNotMatch(body, /Expires (in|within)/);
  const [soon, soonListed] = await ends(8);
  for (const body of [soon, soonListed]) assert.match(body, /Expires in 8 days<\/span> <time/);
  assert.match(soon, /This key ends on <time/);
  assert.ok(soon.includes(`<a href="/console/accounts/${account.accountId}/keys/new">`));
  assert.match((await ends(0))[1], /Expires within a day/);
});
