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

test("at most 1,000 faults of a request are listed, two for each line of the largest order", () => {
  assert.equal(toValidationFailure(faults(maxFaults)).details?.length, maxFaults);
  const beyond = toValidationFailure(faults(maxFaults + 1));
  assert.equal(beyond.details?.length, maxFaults);
  assert.match(beyond.message, /Faults in total: 1001/);
});
