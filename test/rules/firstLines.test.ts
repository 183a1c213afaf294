// The first line of each offer in a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFirstLines } from "../../src/imports/rows/firstLines.ts";

test("every repetition gets the line of the first occurrence", () => {
  const identities = fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 });
  fc.assert(
    fc.property(identities, (all) => {
      const firstLines = createFirstLines();
      all.forEach((identity, index) => {
        const first = all.indexOf(identity);
        assert.equal(firstLines.add(identity, index + 1), first === index ? null : first + 1);
      });
    }),
  );
});

test("no line is forgotten while the table grows", () => {
  const firstLines = createFirstLines();
  const count = 50_000;
  for (let line = 1; line <= count; line += 1) {
    assert.equal(firstLines.add(`part ${line}`, line), null);
  }
  for (let line = 1; line <= count; line += 1) {
    assert.equal(firstLines.add(`part ${line}`, count + line), line);
  }
});
