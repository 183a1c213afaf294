import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { isLockTimeout, isUnavailable, violates } from "../../src/db/databaseErrors.ts";
import { describeError } from "../../src/server/http/describeError.ts";

function databaseError(code: string, constraint?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("said by the server", 0, "error"), {
    code,
    constraint,
  });
}

const coded = (code: string) => Object.assign(new Error("said by the system"), { code });

test("an error that makes the database unavailable is an outage", () => {
  for (const code of ["08006", "28P01", "28000", "3D000", "40P01", "53300", "57014", "57P03"]) {
    assert.equal(isUnavailable(databaseError(code)), true, code);
  }
  const system = ["ECONNREFUSED", "ENOENT", "EPIPE", "EAI_AGAIN", "ENOTFOUND", "CERT_HAS_EXPIRED"];
  const tls = ["ERR_TLS_CERT_ALTNAME_INVALID", "SELF_SIGNED_CERT_IN_CHAIN"];
  for (const code of [...system, ...tls]) assert.equal(isUnavailable(coded(code)), true, code);
  const both = new AggregateError([coded("ECONNREFUSED"), coded("ETIMEDOUT")], "both failed");
  assert.equal(isUnavailable(both), true);
});

test("an error of a statement or of our own code is not an outage", () => {
  for (const code of ["23505", "42601", "42501", "22P02", "54000", "XX000"]) {
    assert.equal(isUnavailable(databaseError(code)), false, code);
  }
  assert.equal(isUnavailable(coded("ERR_INVALID_ARG_TYPE")), false);
  assert.equal(isUnavailable(new TypeError("x is not a function")), false);
  assert.equal(isUnavailable("text"), false);
});

test("a lock timeout and a violated constraint are recognized by code and name", () => {
  assert.equal(isLockTimeout(databaseError("55P03")), true);
  assert.equal(isLockTimeout(databaseError("57014")), false);
  assert.equal(violates(databaseError("23505", "accounts_name"), "accounts_name"), true);
  assert.equal(violates(databaseError("23505", "other"), "accounts_name"), false);
});

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
