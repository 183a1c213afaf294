// The outbox: what is found, for whom an e-mail is, what is sent again, and which ones are tasks.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { maxSearchedMails } from "../../src/mail/outbox.ts";
import {
  type MailId,
  type MailKind,
  type MailState,
  markSent,
  markUndelivered,
} from "../../src/mail/queries.ts";
import { queueMail } from "../../src/mail/queueMail.ts";
import { actionsOn, admin, app, openConsole, query } from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { readAttribute } from "../support/readAttribute.ts";

let accountId: string;

openConsole();

before(async () => {
  ({ accountId } = await app.openAccount());
});

async function add(kind: MailKind, state: MailState, to = "x@a.example", subject = "S") {
  const mailId = newId();
  const { now } = app.clock;
  const [sentAt, error] = [
    state === "sent" ? now : null,
    state === "bounced" ? "550 no such user" : null,
  ];
  await query(
    `insert into mails (mail_id, kind, account_id, recipient, subject, body, state, due_at,
        created_at, sent_at, last_error)
      values ($1, $2, $3, $4, $5, 'Hello', $6, $7, $7, $8, $9)`,
    [mailId, kind, accountId, to, subject, state, now, sentAt, error],
  );
  return mailId;
}

const readHome = async () => readAttribute((await admin.get("/console")).body);

/** The number of a task on the home page. */
const countOf = (home: string, task: string) =>
  Number(new RegExp(`${task}</strong>[\\s\\S]*?>(\\d+)</span>`).exec(home)?.[1] ?? 0);

async function listed(query: string): Promise<string[]> {
  const { body } = await admin.get(`/console/outbox?${query}`);
  return [...body.matchAll(/\/console\/outbox\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id);
}

test("an e-mail is found by part of its address or subject, an old one by its whole address", async () => {
  const first = await add("order confirmed", "sent", "mara.lind@first.example", "Order of bolts");
  const other = await add("order confirmed", "sent", "jo@fictional-jets.example", "Quote 50% off");
  for (const [filter, ids] of [
    ["to=MARA", [first]],
    ["to=fictional-jets", [other]],
    ["to=of%20Bolts", [first]],
    ["to=50%25", [other]],
    ["to=%25", [other]],
    ["to=mara&state=bounced", []],
  ] as const) {
    assert.deepEqual(await listed(filter), ids, filter);
  }
  await query(
    `insert into mails (mail_id, kind, recipient, subject, body, state, due_at, created_at,
        sent_at)
      select uuidv7(), 'order confirmed', 'z@z.example', 'Z', '', 'sent', now(), now(), now()
      from generate_series(1, $1::integer)`,
    [maxSearchedMails],
  );
  assert.deepEqual(await listed("to=mara"), []);
  assert.deepEqual(await listed("to=Mara.Lind@first.example"), [first]);
});

test("without a mail server, only what customers need is to be delivered, and Home counts that", async () => {
  const countTasks = async () => countOf(await readHome(), "Undelivered e-mails");
  const earlier = await countTasks();
  const addAll = (kinds: readonly MailKind[]) =>
    Promise.all(kinds.map(async (kind) => add(kind, "kept")));
  const tasks = await addAll(["order confirmed", "invitation", "key issued"]);
  const notices = await addAll([
    "order received",
    "key requested",
    "password changed",
    "key changed",
  ]);
  const listedOf = async (filter: string) => {
    const ids = await listed(filter);
    return [...tasks, ...notices].filter((id) => ids.includes(id));
  };
  assert.equal(await countTasks(), earlier + 3);
  expectTexts(await readHome(), 'href="/console/outbox?tasks=yes"');
  assert.deepEqual(await listedOf("state=kept&tasks=yes"), tasks);
  assert.deepEqual(await listedOf("state=kept"), [...tasks, ...notices]);
  const needed = `${earlier + 3} e-mails need manual delivery`;
  await expectAnswer(admin.get("/console/system"), 200, needed);
});

test("the count of undelivered e-mails on Home is that of the list it leads to", async () => {
  const ids = [await add("order confirmed", "bounced"), await add("key issued", "bounced")];
  await query(
    `insert into key_requests (request_id, source, email, key_name, state, mail_id,
        created_at, due_at, account_id, key_id)
      select uuidv7(), 'form', 'x@a.example', 'ERP', 'issued', $1, now(), now(), k.account_id,
        k.key_id
      from api_keys k where k.account_id = $2`,
    [ids[1], accountId],
  );
  const tasks = await listed("state=bounced&tasks=yes");
  assert.deepEqual(
    ids.map((id) => tasks.includes(id)),
    [true, false],
  );
  const home = await readHome();
  assert.equal(countOf(home, "Undelivered e-mails"), (await listed("tasks=yes")).length);
  expectTexts(home, 'href="/console/outbox?tasks=yes"', `${tasks.length} bounced`);
  const all = await listed("state=bounced");
  assert.ok(ids.every((id) => all.includes(id)));
  const { body } = await admin.get("/console/outbox?state=bounced&tasks=yes");
  const shown = new RegExp(`>Bounced <span class="quiet">${tasks.length}</span>`);
  assert.match(body, shown, "the tab counts the same");
  assert.match(body, />Failed <span class="quiet">0<\/span>/);
});

async function queueTestMail(secrets?: Record<string, string>): Promise<MailId> {
  const text = secrets === undefined ? "Plain words" : "Open {{link}} once";
  const about = { kind: "invitation", accountId: null, subject: "A subject", text } as const;
  const message = { ...about, to: `${newId()}@b.example`, ...(secrets && { secrets }) };
  const encryption = createMailEncryption(app.secret);
  return app.database.db.transaction((tx) => queueMail(tx, encryption, message, new Date()));
}

async function stateOf(mailId: string): Promise<string | undefined> {
  const text = "select state from mails where mail_id = $1";
  return (await query<{ state: string }>(text, [mailId]))[0]?.state;
}

test("a stored e-mail can be queued again, a copy of a sent one, unless it contained a secret; its page has no secret", async () => {
  const { db } = app.database;
  const send = (mailId: string) => admin.post(`/console/outbox/${mailId}/resend`);
  const secret = await queueTestMail({ link: "https://parts.example/secret-link" });
  const shown = /Open \(link: not shown\) once/;
  const page = await expectAnswer(admin.get(`/console/outbox/${secret}`), 200, shown);
  assert.ok(!page.body.includes("secret-link"));
  await expectAnswer(send(secret), 409, "This e-mail is already queued.");
  await markUndelivered(db, secret);
  assert.match(String((await send(secret)).headers.location), /done=queued$/);
  assert.equal(await stateOf(secret), "queued");
  await markSent(db, secret, new Date());
  await expectAnswer(send(secret), 409, "the secrets of this e-mail were deleted");
  assert.deepEqual(await actionsOn(secret), ["resent an e-mail"]);
  assert.ok(!(await admin.get(`/console/outbox/${secret}`)).body.includes("/resend"));
  const plain = await queueTestMail();
  await markSent(db, plain, new Date());
  const { location } = (await send(plain)).headers;
  const [, copy = ""] = /outbox\/([^?]+)\?done=copied$/.exec(String(location)) ?? [];
  assert.notEqual(copy, plain);
  assert.equal(await stateOf(copy), "queued");
});

test("an undelivered e-mail is a task until it is dismissed, sent again, or delivered", async () => {
  const mailId = await queueTestMail();
  const dismiss = () => admin.post(`/console/outbox/${mailId}/dismiss`);
  const isKept = async () => (await listed("state=kept")).includes(mailId);
  await expectAnswer(dismiss(), 409, "Nothing changed.");
  await markUndelivered(app.database.db, mailId);
  assert.equal(await isKept(), true);
  assert.match(String((await dismiss()).headers.location), /done=dismissed$/);
  await expectAnswer(dismiss(), 409, "Nothing changed.");
  assert.deepEqual(await actionsOn(mailId), ["dismissed an e-mail"]);
  await expectAnswer(admin.get(`/console/outbox/${mailId}`), 200, />Dismissed</);
  assert.equal(await isKept(), false);
  assert.ok((await listed("")).includes(mailId));
  await admin.post(`/console/outbox/${mailId}/resend`);
  await markUndelivered(app.database.db, mailId);
  assert.equal(await isKept(), true);
  const nobody = admin.get("/console/outbox?to=nobody@b.example");
  await expectAnswer(nobody, 200, /No matching e-mails/);
});
