// A small cache of results by text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { remember } from "../../src/catalog/remember.ts";

test("a result is computed once while it is in the cache, and old ones are evicted", () => {
  const computed: string[] = [];
  const upper = remember(2, (text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  assert.deepEqual(["a", "b", "a", "b"].map(upper), ["A", "B", "A", "B"]);
  assert.deepEqual(computed, ["a", "b"]);
  assert.deepEqual(["c", "a"].map(upper), ["C", "A"]);
  assert.deepEqual(computed, ["a", "b", "c", "a"]);
});

test("a long text is not cached, and any other is returned unchanged", () => {
  let count = 0;
  const same = remember(9, (text) => {
    count += 1;
    return text;
  });
  const long = "x".repeat(201);
  assert.deepEqual([same(long), same(long), count], [long, long, 2]);
  for (const text of ["", "L\u00e4ger", "\u65e5\u672c", "\ud800", "a\u0000b"]) {
    assert.deepEqual([same(text), same(text)], [text, text]);
  }
});
