// Sending an e-mail to a real mail server: sent once, retried, refused or stored.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { SMTPServerOptions } from "smtp-server";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { openMailServer } from "../../src/mail/openMailServer.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { type MailMessage, queueMail } from "../../src/mail/queueMail.ts";
import { unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";
import { type MailDelivery, type SendOutcome, sendMail } from "../../src/mail/sendMail.ts";
import { startMailServer } from "../support/mailServer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const encryption = createMailEncryption(Buffer.from("a secret that is long enough for a test"));
const now = new Date("2026-11-21T14:02:00Z");
const database = share(openTestDatabase);

const message: MailMessage = {
  kind: "reset",
  to: "buyer@example.com",
  accountId: null,
  subject: "Choose a new password",
  text: "Good day,\n\n{{link}}\n",
  secrets: { link: "https://parts.example/reset/s3cr3t" },
};

const queue = (changes: Partial<MailMessage> = {}): Promise<MailId> =>
  database.db.transaction((tx) => queueMail(tx, encryption, { ...message, ...changes }, now));

function openDelivery(t: TestContext, smtpUrl: string): MailDelivery {
  const from = "desk@parts.example";
  const server = openMailServer({
    smtpUrl,
    from,
    replyTo: "help@parts.example",
    readLetterhead: async () => unsetLetterhead,
  });
  t.after(() => server.close());
  return { db: database.db, encryption, server };
}

async function serve(t: TestContext, options: SMTPServerOptions = {}, port = 0) {
  const mailbox = await startMailServer(options, port);
  t.after(() => mailbox.close());
  return { mailbox, delivery: openDelivery(t, mailbox.url) };
}

type Row = {
  state: string;
  attempts: number;
  last_error: string | null;
  encrypted_secrets: Buffer | null;
  due_at: Date;
  body: string;
};

async function readMail(mailId: MailId): Promise<Row> {
  const rows = await runSql<Row>(database.db, "select * from mails where mail_id = $1", [mailId]);
  const [row] = rows;
  assert.ok(row);
  return row;
}

function errorOf(ended: SendOutcome): string {
  assert.ok("error" in ended, ended.outcome);
  return ended.error;
}

test("an e-mail is sent completely and once, even if attempts are repeated or concurrent", async (t) => {
  const { mailbox, delivery } = await serve(t);
  const mailId = await queue();
  const attempts = Array.from({ length: 8 }, () => sendMail(delivery, { mailId, attempt: 0 }, now));
  const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes.sort(), [...Array(7).fill("gone"), "sent"]);
  assert.equal((await sendMail(delivery, { mailId, attempt: 1 }, now)).outcome, "gone");
  assert.equal(mailbox.received.length, 1);
  const [mail] = mailbox.received;
  assert.deepEqual(mail?.to, ["buyer@example.com"]);
  assert.equal(mail?.from, "desk@parts.example");
  assert.equal(mail?.text, "Good day,\n\nhttps://parts.example/reset/s3cr3t\n");
  assert.equal(mail?.headers.get("message-id"), `<${mailId}@parts.example>`);
  assert.equal(mail?.headers.get("reply-to"), "help@parts.example");
  assert.equal(mail?.headers.get("subject"), "Choose a new password");
  assert.equal(mail?.headers.get("auto-submitted"), "auto-generated");
});

test("secrets are stored encrypted and deleted once the e-mail is sent", async (t) => {
  const { delivery } = await serve(t);
  const mailId = await queue();
  const stored = await readMail(mailId);
  assert.ok(stored.encrypted_secrets !== null && !stored.encrypted_secrets.includes("s3cr3t"));
  assert.ok(!stored.body.includes("s3cr3t"));
  await sendMail(delivery, { mailId, attempt: 0 }, now);
  const sent = await readMail(mailId);
  assert.deepEqual([sent.state, sent.encrypted_secrets], ["sent", null]);
});

test("an e-mail stays queued while the mail server is unavailable and is sent when it is back", async (t) => {
  const first = await startMailServer();
  const delivery = openDelivery(t, first.url);
  const mailId = await queue();
  await first.close();
  const failed = await sendMail(delivery, { mailId, attempt: 0 }, now);
  assert.equal(failed.outcome, "again");
  const waiting = await readMail(mailId);
  assert.deepEqual([waiting.state, waiting.attempts], ["queued", 1]);
  assert.equal(waiting.due_at.getTime(), now.getTime() + 15_000);
  assert.match(waiting.last_error ?? "", /ECONNREFUSED/);
  const { mailbox } = await serve(t, {}, first.port);
  assert.equal((await sendMail(delivery, { mailId, attempt: 1 }, now)).outcome, "sent");
  assert.equal(mailbox.received.length, 1);
});

function refuse(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}

test("a permanently refused recipient bounces with the server's reply", async (t) => {
  const { delivery } = await serve(t, {
    onRcptTo: (_address, _session, done) => done(refuse("no such mailbox", 550)),
  });
  const mailId = await queue();
  const ended = await sendMail(delivery, { mailId, attempt: 0 }, now);
  assert.equal(ended.outcome, "bounced");
  assert.match(errorOf(ended), /550 no such mailbox/);
  assert.equal((await readMail(mailId)).state, "bounced");
  assert.equal((await sendMail(delivery, { mailId, attempt: 1 }, now)).outcome, "gone");
});

test("a secret quoted by the mail server is not stored in the error", async (t) => {
  const quoted = "listed: https://parts.example/reset/s3cr3t";
  const { delivery } = await serve(t, {
    onData(stream, _session, done) {
      stream.resume().on("end", () => done(refuse(quoted, 554)));
    },
  });
  const mailId = await queue();
  const ended = await sendMail(delivery, { mailId, attempt: 0 }, now);
  assert.equal(ended.outcome, "bounced");
  assert.match(errorOf(ended), /listed: \(not shown\)/);
  assert.doesNotMatch((await readMail(mailId)).last_error ?? "", /s3cr3t/);
});

test("if the connection is lost after the text, the e-mail is sent again with the same Message-ID", async (t) => {
  const sources: string[] = [];
  const { mailbox, delivery } = await serve(t, {
    onData(stream, _session, done) {
      let source = "";
      stream.on("data", (chunk: Buffer) => {
        source += chunk.toString();
      });
      stream.on("end", () => {
        sources.push(source);
        if (sources.length === 1) mailbox.cut();
        else done();
      });
    },
  });
  const mailId = await queue();
  assert.equal((await sendMail(delivery, { mailId, attempt: 0 }, now)).outcome, "again");
  assert.equal((await sendMail(delivery, { mailId, attempt: 1 }, now)).outcome, "sent");
  const ids = sources.map((source) => /^Message-ID: (.*)$/m.exec(source)?.[1]?.trim());
  assert.deepEqual(ids, [`<${mailId}@parts.example>`, `<${mailId}@parts.example>`]);
});

test("without a mail server an e-mail is stored, and its secrets can still be decrypted", async () => {
  const mailId = await queue();
  const delivery = { db: database.db, encryption, server: null };
  assert.equal((await sendMail(delivery, { mailId, attempt: 0 }, now)).outcome, "kept");
  const kept = await readMail(mailId);
  assert.equal(kept.state, "kept");
  assert.ok(kept.encrypted_secrets);
  assert.deepEqual(encryption.decrypt(mailId, kept.encrypted_secrets), message.secrets);
  assert.equal((await sendMail(delivery, { mailId, attempt: 0 }, now)).outcome, "gone");
});

test("an e-mail encrypted with another SECRET_KEY fails with that reason", async (t) => {
  const { delivery, mailbox } = await serve(t);
  const mailId = await queue();
  const other = {
    ...delivery,
    encryption: createMailEncryption(Buffer.from("another secret, long enough too")),
  };
  const ended = await sendMail(other, { mailId, attempt: 0 }, now);
  assert.equal(ended.outcome, "failed");
  assert.match(errorOf(ended), /a different SECRET_KEY/);
  assert.equal(mailbox.received.length, 0);
});

test("hostile text stays text: it adds no header, recipient or placeholder", async (t) => {
  const { delivery, mailbox } = await serve(t);
  const subject = `Order\r\nBcc: thief@example.com\u0000 \u202eslaw ${"é".repeat(2_000)}\ud800`;
  const lines = `<b>"it's"</b> \u202eרק\n.\nRCPT TO:<x@y.example>\n${"z".repeat(2_000)}`;
  const text = `${lines.replaceAll("\n", "\r\n")}\u0000\ud800\n`;
  const mailId = await queue({ subject, text, secrets: {} });
  assert.equal((await sendMail(delivery, { mailId, attempt: 0 }, now)).outcome, "sent");
  const [mail] = mailbox.received;
  assert.deepEqual(mail?.to, ["buyer@example.com"]);
  assert.equal(mail?.headers.get("bcc"), undefined);
  assert.ok(mail?.source.split("\r\n").every((line) => line.length <= 998));
  assert.equal(mail?.text, `${lines}\ufffd\ufffd\n`);
  assert.equal((await readMail(mailId)).state, "sent");
});

test("an address is exactly one mailbox; lists, names and line breaks are refused", async () => {
  const hostile = [
    "",
    "a",
    "a@b@c.d",
    "a@b.c,d@e.f",
    "A <a@b.c>",
    "a@b.c\r\nRCPT TO:<x@y>",
    "a b@c.d",
  ];
  for (const to of hostile) await assert.rejects(queue({ to }), /has no valid address/, to);
});

test("a secret without a placeholder in the text is refused", async () => {
  await assert.rejects(queue({ text: "no place" }), /no placeholder for \{\{link\}\}/);
});

test("a transaction that fails leaves neither e-mail nor job", async () => {
  const count = async (): Promise<number> => {
    const rows = await runSql<{ count: number }>(
      database.db,
      "select count(*)::integer as count from mails",
    );
    return rows[0]?.count ?? -1;
  };
  const before = await count();
  const failing = database.db.transaction(async (tx) => {
    await queueMail(tx, encryption, message, now);
    throw new Error("changed my mind");
  });
  await assert.rejects(failing, /changed my mind/);
  assert.equal(await count(), before);
});
