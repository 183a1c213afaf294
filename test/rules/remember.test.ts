// A memory of texts: each is made once while it is kept, and few are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { remember } from "../../src/catalog/remember.ts";

test("what was made of a text is given again, until so many others came", () => {
  const made: string[] = [];
  const upper = remember(2, (text) => {
    made.push(text);
    return text.toUpperCase();
  });
  assert.deepEqual(["a", "b", "a", "b"].map(upper), ["A", "B", "A", "B"]);
  assert.deepEqual(made, ["a", "b"]);
  assert.deepEqual(["c", "a"].map(upper), ["C", "A"]);
  assert.deepEqual(made, ["a", "b", "c", "a"]);
});

test("a long text is not kept, and any other is as it came", () => {
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
