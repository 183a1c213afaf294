// Which key requests are tasks of the operators.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addDays, utcDay } from "../../src/day.ts";
import { markUnsent } from "../../src/mail/queries.ts";
import {
  keyTerms,
  openKeyRequestFixture,
  keyRequestsPath as root,
} from "../support/keyRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;
let requests: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl: "smtp://127.0.0.1:9" });
  operator = await openOperator(app, { role: "operator" });
  requests = openKeyRequestFixture(app, operator);
});

after(() => app.close());

test("a request that waits for the customer is neither a task nor overdue, until it is edited", async () => {
  const email = "ann@asked.example";
  const received = `${addDays(utcDay(app.clock.now), -8)} 09:00`;
  const asked = { company: "Asked Air", person: "Ann Lee", email, purpose: "ERP" };
  const entered = await operator.post(root, { ...asked, received });
  const [, id = ""] = /key-requests\/([0-9a-f-]{36})/.exec(String(entered.headers.location)) ?? [];
  const page = `${root}/${id}`;
  await operator.post(`${page}/ask`, { version: "1", text: "Which system?" });
  for (const path of [root, "/console"]) {
    assert.ok(!(await operator.get(path)).body.includes(id), path);
  }
  for (const path of [`${root}?view=waiting`, page]) {
    const { body } = await operator.get(path);
    assert.match(body, /Waiting for customer/);
    assert.doesNotMatch(body, /Overdue/);
  }
  await operator.post(`${page}/edit`, { ...asked, name: "API", version: "2" });
  assert.equal((await requests.rowOf(id)).state, "new");
  assert.match((await operator.get(page)).body, /Overdue by/);
  for (const path of [root, "/console"]) {
    assert.ok((await operator.get(path)).body.includes(id), path);
  }
});

test("an undelivered key is one task, and none once its e-mail is dismissed", async () => {
  const { db } = app.database;
  /** The tasks about e-mails. */
  const tasks = async () => {
    const { body } = await operator.get("/console");
    return body
      .split(/<li\b/)
      .map((row) => /<strong>(.*?)<\/strong>/.exec(row)?.[1] ?? "")
      .filter((what) => /Undelivered keys|bounced e-mails/i.test(what));
  };
  assert.deepEqual(await tasks(), []);
  const { page, email, id } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  await operator.post(`${page}/issue`, form);
  const mailId = (await requests.rowOf(id)).mail_id ?? assert.fail();
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(db, mailId, end);
  assert.deepEqual(await tasks(), ["Undelivered keys"]);
  await operator.post(`/console/outbox/${mailId}/dismiss`);
  assert.deepEqual(await tasks(), []);
  assert.ok(!(await operator.get(`${root}?view=bounced`)).body.includes(id));
  assert.ok((await operator.get(`${root}?view=sent`)).body.includes(id));
});
