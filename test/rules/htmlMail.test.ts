import assert from "node:assert/strict";
import { test } from "node:test";
import { renderHtmlMail, unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";

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

test("the HTML of a mail shows the distributor's name, color and address", () => {
  const letterhead = { name: "Sky & Co", color: "#aa0000", address: "1 Main St\nSpringfield" };
  const html = renderHtmlMail(text, letterhead);
  assert.match(html, /color:#aa0000">Sky &amp; Co<\/p>/);
  assert.match(html, /Sky &amp; Co<br>1 Main St<br>\nSpringfield/);
});
