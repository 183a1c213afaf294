// Where clauses contain only conditions that are set, each parameter with its value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildConditions } from "../../src/db/conditions.ts";

test("a statement contains only conditions with a value, numbered after the given values", () => {
  const built = buildConditions(
    [
      ["a = ?", "x"],
      ["b = ?", null],
      ["c >= lower(?) and c < lower(?) || 'z'", "y"],
      ["d is not null", true],
      ["e is null", null],
      ["f < ?", 0],
    ],
    [25],
  );
  assert.equal(
    built.where,
    "a = $2 and c >= lower($3) and c < lower($3) || 'z' and d is not null and f < $4",
  );
  assert.deepEqual(built.values, [25, "x", "y", 0]);
});

test("without conditions, every row matches", () => {
  assert.deepEqual(buildConditions([["a = ?", null]]), { where: "true", values: [], key: "" });
});

test("each set of conditions has its own key", () => {
  const keyOf = (...values: (string | null)[]) =>
    buildConditions(values.map((value, place) => [`c${place} = ?`, value])).key;
  const keys = [keyOf("x", null), keyOf(null, "x"), keyOf("x", "x"), keyOf(null, null)];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keyOf("x", null), keyOf("y", null));
});
