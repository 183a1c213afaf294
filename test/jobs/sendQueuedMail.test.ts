// E-mail jobs: the runner sends each committed e-mail, and the service's role can add no other job;
// the database adds the job of a password reset itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { sessionSettings } from "../../src/db/connection.ts";
import { sendQueuedMail } from "../../src/jobs/sendMails.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { type MailServer, openMailServer } from "../../src/mail/openMailServer.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { queueMail } from "../../src/mail/queueMail.ts";
import { unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";
import { sendMail } from "../../src/mail/sendMail.ts";
import { requestReset } from "../../src/signIn/requestReset.ts";
import { startMailServer } from "../support/mailServer.ts";
import { runJobs } from "../support/runJobs.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, makeUser, readMails } from "../support/testPeople.ts";

const mailEncryption = createMailEncryption(Buffer.from("a secret that is long enough for a test"));
const database = renew(openTestDatabase);
const owner = renew(() => database.openOwner());

const queue = (now: Date): Promise<MailId> =>
  database.db.transaction((tx) =>
    queueMail(
      tx,
      mailEncryption,
      {
        kind: "reset",
        to: "buyer@example.com",
        accountId: null,
        subject: "A link",
        text: "{{link}}\n",
        secrets: { link: "https://parts.example/reset/s3cr3t" },
      },
      now,
    ),
  );

type Job = { readonly key: string; readonly run_at: Date; readonly attempts: number };

const readJobs = async (mailId: MailId): Promise<Job[]> => {
  const found = await owner.client.query<Job>(
    "select key, run_at, attempts from graphile_worker.jobs where key = $1",
    [`mail:${mailId}`],
  );
  return found.rows;
};

function openServer(smtpUrl: string): MailServer {
  return openMailServer({
    smtpUrl,
    from: "desk@parts.example",
    replyTo: "help@parts.example",
    readLetterhead: async () => unsetLetterhead,
  });
}

test("the runner sends a queued e-mail and logs neither its text nor its secret", async (t) => {
  const mailbox = await startMailServer();
  const mailServer = openServer(mailbox.url);
  const arrives = mailbox.next();
  const mailId = await queue(new Date());
  const address = { ...database.address, user: sessionSettings.role };
  const jobs = runJobs(t, { ...database, address }, { mailEncryption, mailServer });
  t.after(async () => {
    mailServer.close();
    await mailbox.close();
  });
  assert.equal((await arrives).text, "https://parts.example/reset/s3cr3t\n");
  assert.equal(await jobs.endOf("send_mail"), "done");
  assert.deepEqual(await readJobs(mailId), []);
  assert.deepEqual(await jobs.countUnsentMails(), { queued: 0, kept: 0, failed: 0, bounced: 0 });
  const sent = jobs.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === "mail");
  assert.deepEqual(
    sent.map(({ mail_id, outcome }) => [mail_id, outcome]),
    [[mailId, "sent"]],
  );
  assert.doesNotMatch(jobs.lines.join(""), /s3cr3t|A link/);
});

test("the job of an e-mail is due with it, and is deleted when the e-mail is no longer queued", async () => {
  const now = new Date(Date.now() + 3_600_000);
  const mailId = await queue(now);
  const first = await readJobs(mailId);
  assert.deepEqual(
    first.map((job) => job.run_at.getTime()),
    [now.getTime()],
  );
  const delivery = {
    db: database.db,
    encryption: mailEncryption,
    server: openServer("smtp://127.0.0.1:1"),
  };
  assert.equal((await sendMail(delivery, { mailId, attempt: 0 }, now)).outcome, "again");
  const second = await readJobs(mailId);
  assert.deepEqual(
    second.map((job) => job.run_at.getTime()),
    [now.getTime() + 15_000],
  );
  await sendMail({ ...delivery, server: null }, { mailId, attempt: 1 }, now);
  assert.deepEqual(await readJobs(mailId), []);
});

test("an attempt whose process ended is repeated ten minutes later", async () => {
  const now = new Date(Date.now() + 3_600_000);
  const mailId = await queue(now);
  const taken = Promise.withResolvers<void>();
  const cutOff = Promise.withResolvers<void>();
  const server: MailServer = {
    ...openServer("smtp://127.0.0.1:1"),
    deliver: () => {
      taken.resolve();
      return cutOff.promise;
    },
  };
  const sending = sendMail(
    { db: database.db, encryption: mailEncryption, server },
    { mailId, attempt: 0 },
    now,
  );
  await taken.promise;
  const [lease] = await readJobs(mailId);
  assert.equal(lease?.run_at.getTime(), now.getTime() + 600_000);
  cutOff.resolve();
  await sending;
});

test("a job without an e-mail fails", async () => {
  const delivery = { db: database.db, encryption: mailEncryption, server: null };
  const log = pino({ level: "silent" });
  for (const payload of [undefined, null, {}, { mail_id: 1, attempt: 0 }, { mail_id: "x" }]) {
    await assert.rejects(sendQueuedMail(delivery, payload, log, new Date()), /names no mail/);
  }
});

test("the runner queues the e-mail of a requested reset, which is stored if there is no mail server", async (t) => {
  const people = createTestPeople(database.db);
  const now = new Date();
  const user = await makeUser(people, now);
  const { mailEncryption, publicUrl, supportEmail } = people;
  const site = { publicUrl, supportEmail };
  const jobs = runJobs(t, database, { clock: () => now, mailEncryption, site });
  await requestReset(people, { email: user.email, address: "192.0.2.1" }, now);
  assert.equal(await jobs.endOf("send_reset"), "done");
  assert.equal(await jobs.endOf("send_mail"), "done");
  const [mail] = await readMails(people, user.email);
  assert.equal(mail?.kind, "reset");
  assert.ok(!jobs.lines.join("\n").includes(user.email), "the log does not contain the address");
});
