// The currency of a new account, and whether the catalog has prices in it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;
const path = "/console/accounts/new";

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app, { role: "operator" });
});

after(() => app.close());

async function listChoices(): Promise<string[]> {
  const { body } = await operator.get(path);
  const [select = ""] = /<select[^>]*name="currency"[\s\S]*?<\/select>/.exec(body) ?? [];
  return [...select.matchAll(/<option value="([A-Z]+)"/g)].map(([, code = ""]) => code);
}

test("currencies of the catalog and of accounts come first, and funds are no choice", async () => {
  assert.doesNotMatch((await operator.get(path)).body, /prices in the catalog/);
  await insertOffer(app.database.db, { partNumber: "C-1" });
  await app.openAccount({ currency: "NOK" });
  const choices = await listChoices();
  assert.deepEqual(choices.slice(0, 3), ["NOK", "USD", "AED"]);
  for (const code of ["USN", "CHW", "CHE", "CLF", "XXX"]) assert.ok(!choices.includes(code), code);
  assert.match((await operator.get(path)).body, /Catalog prices are in USD\./);
});

test("the page of an account says if no price of the catalog is in its currency", async () => {
  const hint = /Catalog prices are in USD\./;
  const pageOf = async (currency: string) => {
    const { accountId } = await app.openAccount({ currency });
    return (await operator.get(`/console/accounts/${accountId}`)).body;
  };
  assert.match(await pageOf("EUR"), hint);
  assert.doesNotMatch(await pageOf("USD"), hint);
});
