// The guide of a new service: from its first import to its first order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmDraft } from "../support/confirmedOrder.ts";
import { admin, app, checkFile, commitRun, openConsole } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import type { TestOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

openConsole();

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
    "Invite a person: To do",
    "Receive an order: To do",
  ]);
  const company = readForm((await admin.get("/console/company")).body, "/console/company");
  await expectAnswer(admin.post("/console/company", { ...company, name: "Example Aero" }), 303);
  assert.deepEqual((await readSteps(admin)).slice(0, 2), [
    "Set name and logo: Done",
    "Import a catalog: Next",
  ]);
  const sample = await admin.get("/console/imports/sample-catalog.csv");
  const run = await checkFile(sample.body);
  assert.deepEqual([run.report?.counts["rows"], run.report?.counts["refused"]], [6, 0]);
  await commitRun(run);
  assert.deepEqual((await readSteps(admin)).slice(1, 3), [
    "Import a catalog: Done",
    "Create an account: Next",
  ]);
  const account = await app.openAccount();
  assert.deepEqual((await readSteps(admin)).slice(2), [
    "Create an account: Done",
    "Issue an API key: Done",
    "Invite a person: Next",
    "Receive an order: To do",
  ]);
  const buyer = await openVisitor(app, account.accountId);
  assert.deepEqual((await readSteps(admin)).slice(4), [
    "Invite a person: Done",
    "Receive an order: Next",
  ]);
  const orderId = await placeDraft(account, { "AN3-5A": 2 }, "PO-1");
  assert.match((await admin.get("/console")).body, /First steps/, "a draft is no order yet");
  await confirmDraft(buyer, orderId);
  assert.doesNotMatch((await admin.get("/console")).body, /First steps/);
});
