// What is left of an error that another thread threw.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isUnavailable,
  UnavailableError,
  UnknownOutcomeError,
} from "../../src/db/databaseErrors.ts";
import { Failure } from "../../src/kit/errors.ts";
import { toError, toSentFault } from "../../src/kit/sentFault.ts";

const send = (error: unknown): Error => toError(structuredClone(toSentFault(error)));

test("a failure keeps its code, message and time to wait", () => {
  const failure = new Failure("UNAVAILABLE", { message: "Try later.", retryAfterS: 3 });
  const sent = send(failure);
  assert.ok(sent instanceof Failure);
  assert.deepEqual(
    [sent.code, sent.message, sent.retryAfterS],
    [failure.code, failure.message, failure.retryAfterS],
  );
});

test("a database that cannot be reached is still an outage, other errors are not", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  for (const error of [refused, new UnavailableError("The server is a standby.")]) {
    assert.ok(isUnavailable(error));
    assert.ok(isUnavailable(send(error)), error.message);
  }
  assert.equal(isUnavailable(send(new Error("a defect"))), false);
});

test("a commit whose outcome is unknown stays one", () => {
  assert.ok(send(new UnknownOutcomeError({})) instanceof UnknownOutcomeError);
});
