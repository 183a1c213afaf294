// How lists of parts and files of offers are read, over all that the tests have of them: see
// main.ts, which also names what changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { measureReadings } from "./measureReadings.ts";
import { listWrong } from "./outcomes.ts";

test("no row is ready with another part, quantity, unit, condition or price than it asks for", async () => {
  assert.deepEqual(listWrong(await measureReadings("six sheets")), []);
});
