import assert from "node:assert/strict";
import { test } from "node:test";
import { storedLimits } from "../../src/kit/contract/limits.ts";
import { toValidationFailure } from "../../src/server/http/validationFailure.ts";

const faults = (count: number) =>
  Array.from({ length: count }, (_, line) => ({
    keyword: "type",
    instancePath: `/items/${line}/quantity`,
    schemaPath: "",
    params: { type: "integer" },
  }));

const cases: readonly (readonly [
  keyword: string,
  pointer: string,
  params: Record<string, unknown>,
  text: string,
])[] = [
  ["type", "/part_numbers/1", { type: "string" }, "part_numbers[1] must be a string."],
  ["type", "/items/0/quantity", { type: "integer" }, "items[0].quantity must be an integer."],
  ["type", "/in_stock", { type: "boolean,null" }, "in_stock must be a boolean or null."],
  ["type", "", { type: "object" }, "The body must be an object."],
  ["maxLength", "/notes", { limit: 2000 }, "notes is longer than 2,000 characters."],
  ["minItems", "/items", { limit: 1 }, "items must have at least 1 element."],
  ["maxItems", "/items", { limit: 500 }, "items must have at most 500 elements."],
  ["minimum", "/items/0/quantity", { limit: 1 }, "items[0].quantity must be at least 1."],
  ["pattern", "/limit", {}, "limit must be an integer from 1 to 100."],
  ["pattern", "/cursor", {}, "cursor is not valid. Use next_cursor of the previous page."],
  ["pattern", "/notes", {}, "notes has the wrong format."],
];

for (const [keyword, instancePath, params, text] of cases) {
  test(`a fault is reported as: ${text}`, () => {
    const found = toValidationFailure([{ keyword, instancePath, schemaPath: "", params }]);
    assert.equal(found.message, text);
  });
}

const { validationFaults: maxFaults } = storedLimits;

test("at most 1,000 faults of a request are listed, two for each line of the largest order", () => {
  assert.equal(toValidationFailure(faults(maxFaults)).details?.length, maxFaults);
  const beyond = toValidationFailure(faults(maxFaults + 1));
  assert.equal(beyond.details?.length, maxFaults);
  assert.match(beyond.message, / 1,001 errors in total; see details\.$/);
});
