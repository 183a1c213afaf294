// The list of import runs: filters, and addresses of runs that do not exist.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { catalogHeader, checkSent, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", importFileBytes: 4_000_000 });
  admin = await openOperator(app);
});

after(() => app.close());

test("the list is filtered by state and kind, and invalid filters are ignored", async () => {
  const file = `${catalogHeader}\nB-1,BOLT,NE,EA,10,10.00,USD,Acme\n`;
  await checkSent(app, admin, await sendImport(app, admin, file, { name: "seen.csv" }));
  assert.match((await admin.get("/console/imports?state=previewed")).body, /seen\.csv/);
  assert.equal((await admin.get("/console/imports?state=failed")).body.includes("seen.csv"), false);
  assert.equal((await admin.get("/console/imports?kind=stock")).body.includes("seen.csv"), false);
  for (const odd of ["state=x", "kind=constructor", "before=x", "before=0", "state=toString"]) {
    assert.equal((await admin.get(`/console/imports?${odd}`)).statusCode, 200, odd);
  }
  for (const odd of ["0", "x", "999999999", "1e3", "-1", "99999999999"]) {
    assert.equal((await admin.get(`/console/imports/${odd}`)).statusCode, 404, odd);
    for (const verb of ["commit", "cancel"]) {
      const answer = await admin.post(`/console/imports/${odd}/${verb}`);
      assert.equal(answer.statusCode, 404, `${odd} ${verb}`);
    }
  }
});
