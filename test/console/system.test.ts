// The verdict on top of the system page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  findSystemFaults,
  renderVerdict,
  type SystemState,
} from "../../src/console/findSystemFaults.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  admin = await openOperator(app);
});

after(() => app.close());

const fine: SystemState = {
  schemaFault: null,
  tasks: [{ task: "send_mail", waiting: 2, running: 1, failed: 0, nextAt: null }],
  lag: { seconds: 60, changes: 3 },
  serving: 2,
  workers: 2,
  driftS: 5,
  sendsMail: true,
  mails: new Map([["queued", 3]]),
  queuedAt: new Date("2026-11-24T09:45:00Z"),
  now: new Date("2026-11-24T10:00:00Z"),
};

test("the system page says that everything is fine, and nothing else, if it is", async () => {
  assert.deepEqual(findSystemFaults(fine), []);
  assert.match(String(renderVerdict([])), /Everything is fine\./);
  app.clock.now = new Date();
  const { body } = await admin.get("/console/system");
  assert.match(body, /One thing needs attention\.[\s\S]*No mail server is configured/);
  assert.doesNotMatch(body, /Everything is fine/);
});

test("each fault is listed with what to do and a link to its part of the page", async () => {
  const tasks = [{ task: "send_mail", waiting: 0, running: 0, failed: 1, nextAt: null }];
  const states: readonly (readonly [Partial<SystemState>, string, RegExp])[] = [
    [{ schemaFault: "Missing migrations: x." }, "migrations", /Missing migrations/],
    [{ tasks }, "jobs", /1 job failed\. Find the cause/],
    [{ lag: undefined }, "version", /being filled/],
    [{ lag: { seconds: 61, changes: 0 } }, "version", /61 s behind/],
    [{ serving: 1 }, "version", /Only 1 of 2 workers/],
    [{ driftS: 6 }, "version", /differ by 6 s/],
    [{ sendsMail: false }, "configuration", /No mail server is configured/],
  ];
  const mails: readonly (readonly [Partial<SystemState>, string, RegExp])[] = [
    [{ mails: new Map([["kept", 1]]) }, "?state=kept&tasks=yes", /1 e-mail needs manual delivery/],
    [
      {
        mails: new Map([
          ["bounced", 2],
          ["failed", 1],
        ]),
      },
      "",
      /3 e-mails were not delivered/,
    ],
    [
      { queuedAt: new Date("2026-11-24T09:44:59Z") },
      "?state=queued",
      /3 e-mails are queued, the oldest/,
    ],
  ];
  for (const [changes, query, text] of mails) {
    const found = findSystemFaults({ ...fine, ...changes });
    assert.equal(found.length, 1, query);
    assert.match(found[0]?.text ?? "", text);
    assert.ok(
      String(renderVerdict(found)).includes(
        `href="/console/outbox${query.replaceAll("&", "&#38;").replaceAll("=", "&#61;")}"`,
      ),
      query,
    );
  }
  const { body } = await admin.get("/console/system");
  for (const [changes, part, text] of states) {
    const found = findSystemFaults({ ...fine, ...changes });
    assert.equal(found.length, 1, part);
    assert.equal(found[0]?.part, part);
    assert.match(found[0]?.text ?? "", text);
    assert.ok(body.includes(`id="${part}"`), part);
  }
  const all = findSystemFaults(Object.assign({}, fine, ...states.map(([changes]) => changes)));
  assert.equal(all.length, 6, "a replica is filled or late, not both");
  assert.match(String(renderVerdict(all)), /6 things need attention/);
});
