// The outbox: what is found, for whom an e-mail is, and which ones are tasks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { maxSearchedMails } from "../../src/mail/outboxQueries.ts";
import type { MailKind, MailState } from "../../src/mail/queries.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;
let accountId: string;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  admin = await openOperator(app);
  ({ accountId } = await app.openAccount());
});

after(() => app.close());

async function add(kind: MailKind, state: MailState, to = "x@a.example", subject = "S") {
  const mailId = newId();
  await app.database.db.query({
    name: "",
    text: `insert into mails (mail_id, kind, account_id, recipient, subject, body, state, due_at,
        created_at, sent_at, last_error)
      values ($1, $2, $3, $4, $5, 'Hello', $6, $7, $7, $8, $9)`,
    values: [
      mailId,
      kind,
      accountId,
      to,
      subject,
      state,
      app.clock.now,
      state === "sent" ? app.clock.now : null,
      state === "bounced" ? "550 no such user" : null,
    ],
  });
  return mailId;
}

async function listed(query: string): Promise<string[]> {
  const { body } = await admin.get(`/console/outbox?${query}`);
  return [...body.matchAll(/\/console\/outbox\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id);
}

test("an e-mail is found by part of its address or subject, an old one by its whole address", async () => {
  const first = await add("order confirmed", "sent", "mara.lind@first.example", "Order of bolts");
  const other = await add("order confirmed", "sent", "jo@fictional-jets.example", "Quote 50% off");
  assert.deepEqual(await listed("to=MARA"), [first]);
  assert.deepEqual(await listed("to=fictional-jets"), [other]);
  assert.deepEqual(await listed("to=of%20Bolts"), [first]);
  assert.deepEqual(await listed("to=50%25"), [other]);
  assert.deepEqual(await listed("to=%25"), [other]);
  assert.deepEqual(await listed("to=mara&state=bounced"), []);
  await app.database.db.query({
    name: "",
    text: `insert into mails (mail_id, kind, recipient, subject, body, state, due_at, created_at,
        sent_at)
      select uuidv7(), 'order confirmed', 'z@z.example', 'Z', '', 'sent', now(), now(), now()
      from generate_series(1, $1::integer)`,
    values: [maxSearchedMails],
  });
  assert.deepEqual(await listed("to=mara"), []);
  assert.deepEqual(await listed("to=Mara.Lind@first.example"), [first]);
});

test("without a mail server, only what customers need is to be delivered, and Home counts that", async () => {
  const tasks = [
    await add("order confirmed", "kept"),
    await add("invitation", "kept"),
    await add("key issued", "kept"),
  ];
  const notices = [
    await add("order received", "kept"),
    await add("key requested", "kept"),
    await add("password changed", "kept"),
    await add("key changed", "kept"),
  ];
  const home = readAttribute((await admin.get("/console")).body);
  assert.match(home, /E-mails to deliver manually<\/strong>[\s\S]*?>3<\/span>/);
  const link = "/console/outbox?state=kept&tasks=yes";
  assert.ok(home.includes(`href="${link}"`));
  assert.deepEqual(await listed("state=kept&tasks=yes"), tasks.toReversed());
  assert.deepEqual(await listed("state=kept"), [...tasks, ...notices].toReversed());
  const { body } = await admin.get("/console/outbox?state=kept");
  const readerOf = (id = "") =>
    />(Customer|Distributor|Operator)</.exec(
      body.split("<tr ").find((one) => one.includes(id)) ?? "",
    )?.[1];
  assert.deepEqual([tasks[0], tasks[1], notices[0], notices[1]].map(readerOf), [
    "Customer",
    "Customer",
    "Distributor",
    "Distributor",
  ]);
  const only = (await admin.get(link)).body;
  assert.match(only, /Only e-mails that need you[\s\S]+Show all<\/a>/);
  const { body: system } = await admin.get("/console/system");
  assert.match(system, /3 e-mails need manual delivery/);
});

test("the count of bounced e-mails on Home is that of the list it leads to", async () => {
  await add("order confirmed", "bounced");
  const ofRequest = await add("key issued", "bounced");
  await app.database.db.query({
    name: "",
    text: `insert into key_requests (request_id, source, email, key_name, state, mail_id,
        created_at, due_at, account_id, key_id)
      select uuidv7(), 'form', 'x@a.example', 'ERP', 'issued', $1, now(), now(), k.account_id,
        k.key_id
      from api_keys k where k.account_id = $2`,
    values: [ofRequest, accountId],
  });
  const home = readAttribute((await admin.get("/console")).body);
  assert.match(home, /Other bounced e-mails<\/strong>[\s\S]*?>1<\/span>/);
  assert.ok(home.includes('href="/console/outbox?state=bounced&tasks=yes"'));
  assert.equal((await listed("state=bounced&tasks=yes")).length, 1);
  assert.equal((await listed("state=bounced")).length, 2);
});

test("an undelivered e-mail begins with why it did not arrive, until it is dismissed", async () => {
  const mailId = await add("order confirmed", "bounced");
  const path = `/console/outbox/${mailId}`;
  const notice = /class="notice fault" role="alert">[\s\S]*?Bounced: 550 no such user/;
  const { body } = await admin.get(path);
  assert.match(body, notice);
  assert.ok(body.search(notice) < body.indexOf("<dl"));
  await admin.post(`${path}/dismiss`);
  assert.doesNotMatch((await admin.get(path)).body, notice);
});
