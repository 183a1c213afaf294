// A key from the request to the first API request: sent with the public form, issued in the console
// with clicks, delivered by a real mail server, and used as its e-mail says.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, afterEach, before, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "pg";
import { pino } from "pino";
import { startJobs } from "../../src/jobs/startJobs.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { openMailServer } from "../../src/mail/openMailServer.ts";
import { unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";
import { readConfig } from "../../src/server/config.ts";
import {
  expectNoAxeViolations,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { type MailServerForTest, startMailServer } from "../support/mailServer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const run = promisify(execFile);
const skip = skipWithoutBrowser;
const senderAddress = "desk@parts.example";
const supportEmail = "parts@desk.example";
let app: TestApp;
let browser: TestBrowser;
let owner: Client;
let publicUrl: string;

before(async () => {
  if (skip !== false) return;
  const port = await findFreePort();
  publicUrl = `http://127.0.0.1:${port}`;
  // `smtpUrl` only says that a server is configured; the test runs the jobs with its own server.
  app = await openTestApp({ publicUrl, supportEmail, smtpUrl: "smtp://127.0.0.1:1" });
  await insertOffer(app.database.db, { partNumber: "MS-1", stock: 4 });
  browser = await openBrowser(app, port);
  owner = new Client(app.database.address);
  await owner.connect();
});

/** For state that a job changes; the default of a second is too short for a busy machine. */
const patience = { timeout: 20_000 };

afterEach(() => browser?.settle());

after(async () => {
  await owner?.end();
  await browser?.close();
  await app?.close();
});

/** Runs the service's jobs with a mail server of the test, until the test ends. */
function runJobs(t: TestContext, smtpUrl: string): void {
  const mailServer = openMailServer({
    smtpUrl,
    from: senderAddress,
    replyTo: supportEmail,
    readLetterhead: async () => unsetLetterhead,
  });
  const jobs = startJobs({
    retention: readConfig({}, {}).retention,
    address: app.database.address,
    db: app.database.db,
    replica: app.database.replica,
    clock: () => new Date(),
    log: pino({ level: "silent" }),
    mailEncryption: createMailEncryption(app.secret),
    mailServer,
    site: { publicUrl, supportEmail },
    onJobEnd: () => undefined,
  });
  t.after(async () => {
    await jobs.stop();
    mailServer.close();
  });
}

/** Waits for the e-mail to an address. */
async function mailTo(mailbox: MailServerForTest, to: string) {
  for (;;) {
    const next = mailbox.next();
    const found = mailbox.received.find((mail) => mail.to.includes(to));
    if (found !== undefined) return found;
    await next;
  }
}

/** The tables that contain a text in any column, including binary ones. */
async function findEverywhere(text: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const found: string[] = [];
  const hex = Buffer.from(text).toString("hex");
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select from ${name} as stored
        where strpos(stored::text, $1) > 0 or strpos(stored::text, $2) > 0 limit 1`,
      [text, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function callAsPasted(text: string): Promise<{ found_parts: { part_number: string }[] }> {
  const call = /^curl [\s\S]*?[^\\]\n/m.exec(text)?.[0] ?? "";
  return JSON.parse((await run("sh", ["-c", call])).stdout);
}

test("a request sent with the form becomes a delivered key after seven clicks, and its sample request works as pasted", {
  skip,
}, async (t) => {
  const mailbox = await startMailServer();
  t.after(() => mailbox.close());
  runJobs(t, mailbox.url);
  const email = "dana@delta-jet.example";
  const form = await browser.open("/request-key");
  await form.getByLabel("Company").fill("Delta Jet");
  await form.getByLabel("Your name").fill("Dana Dale");
  await form.getByLabel("E-mail").fill(email);
  await form.getByRole("button", { name: "Request key" }).click();
  await form.waitForURL(/done=requested$/);
  assert.match((await mailTo(mailbox, supportEmail)).text, /\/console\/key-requests\//);
  const page = await browser.open("/console", {
    as: await openOperator(app, { role: "operator" }),
  });
  await page.getByRole("link", { name: "Key requests" }).first().click();
  await page.getByRole("link", { name: "Delta Jet", exact: true }).click();
  await expectNoAxeViolations(page);
  await page.getByText("Create account …").click();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/done=opened$/);
  await expectNoAxeViolations(page);
  await page.getByLabel("Delivery").selectOption("mail");
  await page.getByRole("button", { name: "Preview e-mail" }).click();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: `Issue key and send to ${email}` }).click();
  await page.waitForURL(/done=issued$/);
  await expectNoAxeViolations(page);
  const mail = await mailTo(mailbox, email);
  const key = /sk_live_[0-9A-Za-z]{38}/.exec(mail.text)?.[0] ?? assert.fail("no key in the mail");
  const answer = await callAsPasted(mail.text);
  assert.equal(answer.found_parts[0]?.part_number, "MS-1");
  await t.waitFor(async () => {
    await page.reload();
    await page.getByText("Sent", { exact: true }).waitFor({ timeout: 500 });
  }, patience);
  assert.deepEqual(await findEverywhere(key), []);
  assert.ok(!JSON.stringify(app.logLines).includes(key));
  const encrypted = await owner.query("select from mails where encrypted_secrets is not null");
  assert.equal(encrypted.rowCount, 0);
});
