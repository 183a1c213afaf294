// How many faults of a request are listed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxFaults, toValidationFailure } from "../../src/http/validationFailure.ts";

const faults = (count: number) =>
  Array.from({ length: count }, (_, line) => ({
    keyword: "type",
    instancePath: `/items/${line}/quantity`,
    schemaPath: "",
    params: { type: "integer" },
  }));

test("every fault of the longest order is listed, and no more than two a line of it", () => {
  assert.equal(toValidationFailure(faults(maxFaults)).details?.length, maxFaults);
  const beyond = toValidationFailure(faults(maxFaults + 1));
  assert.equal(beyond.details?.length, maxFaults);
  assert.match(beyond.message, /There are 1000 more/);
});
