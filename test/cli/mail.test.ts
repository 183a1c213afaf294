import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { beforeEach, test } from "node:test";
import { promisify } from "node:util";
import { insertOffer } from "../support/insertOffer.ts";
import { startMailServer } from "../support/mailServer.ts";
import { runCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const run = promisify(execFile);
const database = renew(openTestDatabase);
const mailbox = share(startMailServer);

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "MS-1", stock: 4 });
  const account = ["--name", "Acme", "--email", "keys@acme.example"];
  assert.equal((await runCommand(database, ["account", "create", ...account])).exitCode, 0);
});

const issue = (extra: Record<string, string>, ...args: string[]) =>
  runCommand(database, ["key", "issue", "--account", "acme", "--send", ...args], extra);

test("the sample request in a key e-mail works when pasted", async (t) => {
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: "desk@parts.example" };
  const arrives = mailbox.next();
  const node = await startServed(database, settings);
  t.after(() => node.end());
  const issued = await issue({ ...settings, PUBLIC_URL: node.url }, "--name", "ERP", "--json");
  assert.equal(issued.exitCode, 0, issued.stderr);
  const { key, last_four, mail } = issued.json();
  assert.equal(mail.to, "keys@acme.example");
  assert.ok(!("text" in mail));
  const { to, text, headers } = await arrives;
  assert.deepEqual(to, ["keys@acme.example"]);
  assert.match(headers.get("subject") ?? "", new RegExp(`ERP \\(ending in ${last_four}\\)$`));
  assert.ok(text.includes(key));
  const call = /^curl [\s\S]*?[^\\]\n/m.exec(text)?.[0] ?? "";
  const answer = JSON.parse((await run("sh", ["-c", call])).stdout);
  assert.equal(answer.found_parts[0].part_number, "MS-1");
  assert.ok(!node.output().includes(key));
});

test("without a mail server, the e-mail of a key is printed", async () => {
  const shown = await issue({ PUBLIC_URL: "https://parts.example" });
  assert.equal(shown.exitCode, 0, shown.stderr);
  assert.match(shown.stdout, /SMTP_URL is not set: send this e-mail to keys@acme.example/);
  assert.match(shown.stdout, /Authorization: Bearer sk_live_[0-9A-Za-z]{38}'/);
  const { key, mail } = (await issue({}, "--json")).json();
  assert.ok(mail.text.includes(key));
});

test("doctor connects to the mail server and reports why it cannot", async () => {
  const doctor = async (smtpUrl: string) => {
    const settings = { SMTP_URL: smtpUrl, MAIL_FROM: "desk@parts.example" };
    const found = await runCommand(database, ["doctor", "--json"], settings);
    const findings: { check: string; state: string; detail: string }[] = found.json();
    return { ...found, mail: findings.find(({ check }) => check === "mail") };
  };
  const good = await doctor(mailbox.url);
  const detail = `127.0.0.1:${mailbox.port} responds; sender desk@parts.example`;
  assert.deepEqual(good.mail, { check: "mail", state: "good", detail });
  const bad = await doctor("smtp://name:pass%40word@127.0.0.1:1");
  assert.equal(bad.exitCode, 1);
  assert.equal(bad.mail?.state, "fault");
  assert.match(bad.mail?.detail ?? "", /127\.0\.0\.1:1: .*ECONNREFUSED/);
  assert.doesNotMatch(bad.stdout + bad.stderr, /pass@word|pass%40word/);
});

test("a mail server needs a sender and a complete address", async () => {
  const faultsOf = async (settings: Record<string, string>) =>
    (await runCommand(database, ["config"], settings)).stderr;
  assert.match(await faultsOf({ SMTP_URL: mailbox.url }), /MAIL_FROM: required with SMTP_URL/);
  for (const url of [
    "smtp://",
    "smtp://a:b@",
    "smtp://a:%zz@host",
    "smtp://host/x",
    "smtp://h?a=b",
  ]) {
    const faults = await faultsOf({ SMTP_URL: url, MAIL_FROM: "desk@parts.example" });
    assert.match(faults, /SMTP_URL: expected smtp:/, url);
  }
  const list = await faultsOf({ MAIL_FROM: "a@b.example,c@d.example" });
  assert.match(list, /MAIL_FROM: expected an e-mail address/);
});
