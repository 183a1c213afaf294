import assert from "node:assert/strict";
import { test } from "node:test";
import { isUuid } from "../../src/db/isUuid.ts";
import { minIdAt, newId } from "../../src/db/newId.ts";

test("ids sort in the order of creation, even within a millisecond", () => {
  const made = Array.from({ length: 2_000 }, () => newId());
  assert.deepEqual(made.toSorted(), made);
  const milliseconds = new Set(made.map((id) => id.slice(0, 13)));
  assert.ok(milliseconds.size < made.length / 2, "many of a millisecond were tried");
});

test("an id is a UUID version 7 with the current time and a random end", () => {
  const before = minIdAt(new Date());
  const ids = Array.from({ length: 100 }, () => newId());
  const after = minIdAt(new Date(Date.now() + 1));
  for (const id of ids) {
    assert.ok(isUuid(id), id);
    assert.match(id, /^.{14}7.{4}[89ab]/);
    assert.ok(before <= id && id < after, id);
  }
  assert.equal(new Set(ids.map((id) => id.slice(19))).size, 100);
});
