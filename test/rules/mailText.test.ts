// The text of e-mails: user input on one line, placeholders of secrets, and the result of failures.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMailEncryption, fillSecrets, listPlaceholders } from "../../src/mail/mailSecrets.ts";
import { oneLine } from "../../src/mail/mailText.ts";
import { readMailAddress } from "../../src/mail/openMailServer.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { isMailbox } from "../../src/mail/queueMail.ts";
import { renderHtmlMail, unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";
import { classifyFailure } from "../../src/mail/sendMail.ts";

test("any text becomes one well-formed line without control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const line = oneLine(text);
      assert.ok(line.isWellFormed());
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\{\{/u);
      assert.equal(oneLine(line), line);
    }),
  );
  assert.equal(oneLine(" a\r\nBcc:\tb\u0000c "), "a Bcc: b c");
});

test("a line that is too long is truncated with an ellipsis", () => {
  assert.equal(oneLine("é".repeat(200)), "é".repeat(200));
  assert.equal(oneLine("é".repeat(201)), `${"é".repeat(199)}…`);
});

test("each placeholder is replaced by its secret, and placeholders in secrets are not replaced", () => {
  const text = "{{key}} and {{key}}, {{other}}, {{constructor}}";
  assert.deepEqual([...listPlaceholders(text)], ["key", "other", "constructor"]);
  const filled = fillSecrets(text, { key: "{{other}}$&", other: "x" });
  assert.equal(filled, "{{other}}$& and {{other}}$&, x, {{constructor}}");
});

test("secrets of one mail cannot be decrypted for another mail, with another key or after a change", () => {
  const encryption = createMailEncryption(Buffer.from("one"));
  const mailId = "a" as MailId;
  const encrypted = encryption.encrypt(mailId, { key: "sk" });
  assert.deepEqual(encryption.decrypt(mailId, encrypted), { key: "sk" });
  assert.equal(encryption.decrypt("b" as MailId, encrypted), undefined);
  assert.equal(createMailEncryption(Buffer.from("two")).decrypt(mailId, encrypted), undefined);
  assert.equal(encryption.decrypt(mailId, encrypted.subarray(0, 20)), undefined);
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
  assert.equal(encryption.decrypt(mailId, changed), undefined);
});

test("the delay grows with each failed attempt, and the last attempt is final", () => {
  const refused = Object.assign(new Error("x"), { code: "ECONNECTION" });
  const delays = [1, 2, 3, 4, 479].map((attempt) => classifyFailure(refused, "x", attempt));
  assert.deepEqual(
    delays.map((result) => "afterMs" in result && result.afterMs / 1_000),
    [15, 60, 300, 900, 900],
  );
  assert.equal(classifyFailure(refused, "x", 480).end, "failed");
});

test("only a refused recipient or text bounces; other failures are retried", () => {
  const classify = (command: string, responseCode?: number, code = "EENVELOPE") =>
    classifyFailure({ code, command, responseCode }, "x", 1).end;
  assert.deepEqual(
    [classify("RCPT TO", 550), classify("DATA", 554, "EMESSAGE"), classify("API")],
    ["bounced", "bounced", "bounced"],
  );
  assert.deepEqual(
    [classify("RCPT TO", 450), classify("MAIL FROM", 553), classify("AUTH PLAIN", 535, "EAUTH")],
    ["again", "again", "again"],
  );
  assert.equal(classifyFailure(new Error("x"), "x", 1).end, "again");
  assert.equal(classifyFailure("x", "x", 1).end, "again");
});

test("a mailbox has at most 64 characters before the @ and 254 in total", () => {
  const host = "b.example";
  assert.ok(isMailbox(`${"a".repeat(64)}@${host}`));
  assert.ok(!isMailbox(`${"a".repeat(65)}@${host}`));
  assert.ok(isMailbox(`${"a".repeat(64)}@${"b".repeat(189)}`));
  assert.ok(!isMailbox(`${"a".repeat(64)}@${"b".repeat(190)}`));
});

test("a mail server password is sent only over TLS, except to this machine", () => {
  const read = (url: string) => {
    const { secure, ignoreTLS, requireTLS, port } = readMailAddress(url);
    return { secure, ignoreTLS, requireTLS, port };
  };
  const open = { secure: false, ignoreTLS: false, requireTLS: false, port: 587 };
  assert.deepEqual(read("smtp://mail.example"), open);
  assert.deepEqual(read("smtp://a:b@mail.example"), { ...open, requireTLS: true });
  assert.deepEqual(read("smtp://a:b@127.0.0.1:25"), { ...open, ignoreTLS: true, port: 25 });
  assert.deepEqual(read("smtp://a:b@[::1]"), { ...open, ignoreTLS: true });
  assert.deepEqual(read("smtps://a:b@localhost"), { ...open, secure: true, port: 465 });
  assert.deepEqual(readMailAddress("smtp://a%40b:c%2Fd@mail.example").auth, {
    user: "a@b",
    pass: "c/d",
  });
});

const text = `Hello Ann <b>,

Open https://parts.example/a?b=1&c=2. It works once.

curl -s https://parts.example
`;

test("the HTML of a mail has its text, escaped, with links and commands", () => {
  const html = renderHtmlMail(text, unsetLetterhead);
  assert.match(html, /Hello Ann &lt;b&gt;,/);
  assert.match(html, /<a href="https:\/\/parts\.example\/a\?b=1&amp;c=2" style="[^"]*">/);
  assert.match(html, /<\/a>\. It works once\./);
  assert.match(html, /<pre [^>]*>curl -s https:\/\/parts\.example<\/pre>/);
  assert.doesNotMatch(html, /<(script|img|link|b)\b/);
});
