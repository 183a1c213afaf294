import assert from "node:assert/strict";
import { test } from "node:test";
import { describeError } from "../../src/http/describeError.ts";

test("an error is logged with its code and cause, and without the values of rows", () => {
  const row = { detail: "Failing row contains (PO-SECRET)", where: "PO-SECRET", code: "23514" };
  const error = Object.assign(new Error("violates check", { cause: new TypeError("why") }), row);
  const described = describeError(error);
  assert.equal(described["code"], "23514");
  assert.equal((described["cause"] as Record<string, unknown>)["message"], "why");
  assert.doesNotMatch(JSON.stringify(described), /SECRET/);
  const quoting = Object.assign(new Error('word is too long: "PO-SECRET"'), { code: "54000" });
  assert.equal(describeError(quoting)["code"], "54000");
  assert.doesNotMatch(JSON.stringify(describeError(quoting)), /SECRET/);
  assert.deepEqual(describeError("PO-SECRET"), { type: "string" });
});
