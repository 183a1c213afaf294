// The job of a password reset, which the database adds itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import { startJobs } from "../../src/jobs/startJobs.ts";
import { requestReset } from "../../src/signIn/requestReset.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, makeUser, readMails } from "../support/testPeople.ts";

const database = share(openTestDatabase);

test("the runner queues the e-mail of a requested reset, which is stored if there is no mail server", async (t) => {
  const { db, address } = database;
  const people = createTestPeople(db);
  const now = new Date();
  const user = await makeUser(people, now);
  const logged: string[] = [];
  const done: string[] = [];
  const mailed = Promise.withResolvers<void>();
  const { mailEncryption, publicUrl, supportEmail } = people;
  const jobs = startJobs({
    retention: readConfig({}, {}).retention,
    address,
    db,
    replica: database.replica,
    clock: () => now,
    log: pino({}, { write: (line: string) => logged.push(line) }),
    mailEncryption,
    mailServer: null,
    site: { publicUrl, supportEmail },
    onJobEnd: (task, outcome) => {
      done.push(`${task} ${outcome}`);
      if (task === "send_mail") mailed.resolve();
    },
  });
  t.after(() => jobs.stop());
  const client = "192.0.2.1";
  await requestReset(people, { email: user.email, address: client }, now);
  await mailed.promise;
  assert.deepEqual(done, ["send_reset done", "send_mail done"]);
  const [mail] = await readMails(people, user.email);
  assert.equal(mail?.kind, "reset");
  assert.ok(!logged.join("\n").includes(user.email), "the log does not contain the address");
});
