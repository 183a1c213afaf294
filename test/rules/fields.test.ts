// Form fields as a browser sends them, and local addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { noFields, readFields, readForm } from "../../src/kit/site/fields.ts";
import { readLocalAddress } from "../../src/server/http/localAddress.ts";

test("fields are read by name, in the order in which they were sent", () => {
  const fields = readFields("a=1&b=x+y%26&a=2&c");
  assert.equal(fields.text("a"), "1");
  assert.deepEqual(fields.all("a"), ["1", "2"]);
  assert.equal(fields.text("b"), "x y&");
  assert.deepEqual([fields.has("c"), fields.text("c")], [true, ""]);
  assert.deepEqual([fields.has("d"), fields.text("d"), fields.all("d")], [false, "", []]);
  assert.equal(noFields.has("a"), false);
});

test("a field may have the name of a property that every object has", () => {
  const fields = readFields("__proto__=1&constructor=2");
  assert.deepEqual([fields.text("__proto__"), fields.text("constructor")], ["1", "2"]);
  assert.equal(fields.has("toString"), false);
});

test("a text is always well-formed, without NUL and CR", () => {
  const piece = fc.constantFrom(
    "%00",
    "%0D%0A",
    "%0D",
    "%ED%A0%80",
    "%FF",
    "%",
    "a",
    "&",
    "+",
    "=",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = readFields(`x=${pieces.join("")}`).text("x");
      assert.ok(text.isWellFormed());
      assert.doesNotMatch(text, /[\0\r]/);
    }),
  );
});

test("an address within the site is its path and query", () => {
  for (const text of ["/", "/orders", "/orders/1?a=b&c=%2F", "/parts/A%20B?q=%E2%82%AC"]) {
    assert.equal(readLocalAddress(text), text);
  }
  assert.equal(readLocalAddress("/orders#lines"), "/orders");
  assert.equal(readLocalAddress("/a/../orders"), "/orders");
});

const elsewhere = [
  "",
  "orders",
  "//evil.example",
  "/\\evil.example",
  "///evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " /orders",
  "https://evil.example/orders",
  "javascript:alert(1)",
  "/.//evil.example",
  "/x/..//evil.example",
  "/a\\b",
  "/a\0b",
  "/über",
];

test("an address that leads to another site, or may be read that way, is refused", () => {
  for (const text of elsewhere) assert.equal(readLocalAddress(text), undefined, text);
});

test("a browser that follows any accepted address stays on the site", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    ":",
    "@",
    "?",
    "#",
    "\t",
    "\n",
    "a",
    "e.g",
    "%2F",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const address = readLocalAddress(`/${pieces.join("")}`);
      if (address === undefined) return;
      assert.equal(new URL(address, "https://parts.example").host, "parts.example");
      assert.equal(readLocalAddress(address), address);
    }),
    { numRuns: 2_000 },
  );
});

test("a form with more fields than any page has is refused before it is parsed", () => {
  const form = (fields: number) => Buffer.from("a&".repeat(fields - 1));
  assert.equal(readForm(form(10_000)).all("a").length, 9_999);
  assert.throws(() => readForm(form(10_001)), { code: "PAYLOAD_TOO_LARGE" });
  assert.equal(readForm(Buffer.from("name=%C3%A9+1%2B1")).text("name"), "é 1+1");
});
