import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RequestText, toLoggedText } from "../../src/requests/requestText.ts";

test("texts of any length are written one after the other in storable form", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const written = new RequestText();
      for (const text of texts) written.add(text);
      assert.equal(written.bytes().toString("utf8"), texts.map(toLoggedText).join(""));
      assert.equal(written.length, written.bytes().length);
    }),
  );
  const long = new RequestText();
  for (const text of ["\u0000".repeat(20_000), "x".repeat(50_000), "\u20ac".repeat(20_000)]) {
    long.add(text);
  }
  assert.equal(long.length, 60_000 + 50_000 + 60_000);
});

test("integers are written in decimal form", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999, max: 99_999 }), (value) => {
      const written = new RequestText();
      written.addInteger(value);
      assert.equal(written.bytes().toString(), String(value));
    }),
  );
});

test("no text contains separators of requests, values or entries", () => {
  const separators = ["\u001d", "\u001e", "\u001f"];
  const written = new RequestText();
  written.addEntries(["a", "", separators.join("")]);
  written.endValue();
  written.add(separators.join(""));
  written.endRequest();
  const replaced = "\ufffd".repeat(3);
  const expected = `\u001fa\u001f\u001f${replaced}\u001e${replaced}\u001d`;
  assert.equal(written.bytes().toString("utf8"), expected);
});
