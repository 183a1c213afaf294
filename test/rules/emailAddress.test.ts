// Which texts are accepted as a person's e-mail address.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mailTo } from "../../src/kit/html/mailTo.ts";
import { parseEmail, parseTypedEmail } from "../../src/mail/emailAddress.ts";
import { parsePersonName } from "../../src/people/personName.ts";

test("an address is compared regardless of case and surrounding white space", () => {
  assert.equal(parseEmail(" Ann.Lee+PO@Example-Air.example\n"), "ann.lee+po@example-air.example");
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const folded = parseEmail(address);
      if (folded === undefined) return;
      assert.equal(parseEmail(address.toUpperCase()), folded);
      assert.equal(parseEmail(folded), folded);
      assert.match(folded, /^[!-~]+@[!-~]+$/);
    }),
  );
});

test("an address in a link adds no other recipient", () => {
  const email = parseEmail("50%?bcc=x&cc=y@a.example") ?? "";
  const { pathname, search } = new URL(mailTo(email, "S", "a\nb"));
  assert.equal(decodeURIComponent(pathname), email);
  assert.equal(search, "?subject=S&body=a%0D%0Ab");
});

test("an address that resembles another one or could break a header is refused", () => {
  const refused = [
    "",
    "a",
    "@b.example",
    "a@",
    "a@b@c.example",
    "a b@c.example",
    "a@b.example\r\nBcc: x@y.example",
    "a@b.example\0",
    "\u0430nn@example.example",
    "ann@ex\u0430mple.example",
    "\u212Aen@example.example",
    "ann@example..example",
    "ann@-example.example",
    "<ann@example.example>",
    "\ud800@b.example",
    `${"a".repeat(65)}@b.example`,
    `a@${"b".repeat(64)}.example`,
  ];
  for (const text of refused) assert.equal(parseEmail(text), undefined, JSON.stringify(text));
});

test("an address typed into a form has a complete domain; a known one may do without", () => {
  assert.equal(parseTypedEmail(" Ann@Air.example "), "ann@air.example");
  assert.equal(parseEmail("root@mailhost"), "root@mailhost");
  for (const text of ["ann@air", "ann@air.example.", "ann@@air.example", "ann lee@air.example"]) {
    assert.equal(parseTypedEmail(text), undefined, text);
  }
});

test("an address has at most 254 characters", () => {
  const domain = (length: number) => {
    const labels = `${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.`;
    return labels + "e".repeat(length - labels.length);
  };
  assert.notEqual(parseEmail(`a@${domain(252)}`), undefined);
  assert.equal(parseEmail(`a@${domain(253)}`), undefined);
});

test("a name is one line of 1 to 200 visible characters that do not change the text direction", () => {
  assert.equal(parsePersonName("  Zoë \t O'Brien-张  "), "Zoë O'Brien-张");
  assert.equal(parsePersonName("é".repeat(200)), "é".repeat(200));
  assert.equal(parsePersonName("😀".repeat(200)), "😀".repeat(200));
  for (const text of [
    "",
    " ",
    "a\0b",
    "a\nb",
    "a\u2028b",
    "a\ud800",
    "a\u202eb",
    "x".repeat(201),
  ]) {
    assert.equal(parsePersonName(text), undefined, JSON.stringify(text));
  }
});
