// The guide of a new service: from its first import to its first order.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { placeDraft } from "../support/placeDraft.ts";
import { checkSent, endOfRun, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  admin = await openOperator(app);
});

after(() => app.close());

/** The steps with their states, as on the page of an operator. */
async function readSteps(operator: TestOperator): Promise<string[]> {
  const { body } = await operator.get("/console");
  const guide = body.slice(body.indexOf(">First steps<"));
  const rows = guide.split("</table>", 1)[0]?.split(/<tr\b/).slice(2) ?? [];
  return rows.map((row) => {
    const [, what] = /<strong>([^<]+)/.exec(row) ?? [];
    return `${what}: ${/Done|Next|To do/.exec(row)?.[0]}`;
  });
}

test("an empty service is guided from its name and a sample import to its first order", async () => {
  assert.deepEqual(await readSteps(admin), [
    "Set name and logo: Next",
    "Import a catalog: To do",
    "Create an account: To do",
    "Issue an API key: To do",
    "Receive an order: To do",
  ]);
  const named = await admin.post("/console/company", { name: "Example Aero" });
  assert.equal(named.statusCode, 303);
  assert.deepEqual((await readSteps(admin)).slice(0, 2), [
    "Set name and logo: Done",
    "Import a catalog: Next",
  ]);
  const sample = await admin.get("/console/imports/sample-catalog.csv");
  const run = await checkSent(app, admin, await sendImport(app, admin, sample.body));
  assert.deepEqual([run.report?.counts["rows"], run.report?.counts["refused"]], [6, 0]);
  await endOfRun(app, await admin.post(`/console/imports/${run.runId}/commit`));
  assert.deepEqual((await readSteps(admin)).slice(1, 3), [
    "Import a catalog: Done",
    "Create an account: Next",
  ]);
  const account = await app.openAccount();
  assert.deepEqual((await readSteps(admin)).slice(2), [
    "Create an account: Done",
    "Issue an API key: Done",
    "Receive an order: Next",
  ]);
  await placeDraft(account, { "AN3-5A": 2 }, "PO-1");
  assert.doesNotMatch((await admin.get("/console")).body, /First steps/);
});
