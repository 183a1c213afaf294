// Which passwords are accepted.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findPasswordWeakness, normalizePassword } from "../../src/signIn/findPasswordWeakness.ts";

const names = [
  "partsdesk",
  "orders.example-air.example",
  "Example Air",
  "Ann O'Brien",
  "ann@b.example",
];
const withoutSecondFactor = { secondFactor: false, ownNames: names };
const withSecondFactor = { secondFactor: true, ownNames: names };

test("a password has at least 15 characters, or 8 with a second factor, and at most 128", () => {
  assert.equal(findPasswordWeakness("tvqz hmro wkxb", withoutSecondFactor), "too short");
  assert.equal(findPasswordWeakness("tvqz hmro wkxbe", withoutSecondFactor), null);
  assert.equal(findPasswordWeakness("tvqz hmr", withSecondFactor), null);
  assert.equal(findPasswordWeakness("tvqz hm", withSecondFactor), "too short");
  const long = "tvqz hmro wkxbe ufgy".repeat(7).slice(0, 127);
  assert.equal(findPasswordWeakness(`${long}!`, withoutSecondFactor), null);
  assert.equal(findPasswordWeakness(`${long}!!`, withoutSecondFactor), "too long");
});

test("the length counts visible characters, after normalization", () => {
  const fourteen = "tvqz hmro wkx";
  assert.equal(findPasswordWeakness(`${fourteen}😀`, withoutSecondFactor), "too short");
  assert.equal(findPasswordWeakness(`${fourteen}e\u0301`, withoutSecondFactor), "too short");
  assert.equal(findPasswordWeakness(`${fourteen}e\u0301😀`, withoutSecondFactor), null);
  assert.equal(normalizePassword("e\u0301"), normalizePassword("é"));
});

test("common passwords are refused, even decorated or repeated", () => {
  const common = [
    "password",
    "P@ssw0rd",
    "passwordpassword",
    "Password-Password-",
    "qwertyuiopasdfghjkl",
    "123456789012345",
    "abcdefghijklmnopqrstuvwxyz",
    "aaaaaaaaaaaaaaaaaaaa",
    "abababababababab",
    "iloveyou!!!!!!!",
    "Sunshine2026",
    "987654321987654321",
  ];
  for (const password of common) {
    assert.equal(findPasswordWeakness(password, withSecondFactor), "common", password);
  }
});

test("a password made of the names around it is refused", () => {
  const fromNames = [
    "partsdesk2026!!",
    "Example Air 2026",
    "example-air.example",
    "AnnO'Brien-2026",
  ];
  for (const password of fromNames) {
    assert.equal(findPasswordWeakness(password, withSecondFactor), "names", password);
  }
  assert.equal(findPasswordWeakness("partsdesk is where I buy rivets", withoutSecondFactor), null);
});

test("a password may consist of any kinds of characters", () => {
  const taken = [
    "correct horse battery",
    "пароль для самолёта",
    "今日は部品を十個買いました嬉しいな",
    "!? ;; ~~ %% ()&& #",
  ];
  for (const password of taken)
    assert.equal(findPasswordWeakness(password, withoutSecondFactor), null, password);
});

test("every text gets a result that does not depend on its normalization form", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 200, unit: "binary" }), (text) => {
      const weakness = findPasswordWeakness(text, withoutSecondFactor);
      const isText = text.isWellFormed() && !text.includes("\0");
      assert.equal(weakness === "not text", !isText);
      if (isText)
        assert.equal(findPasswordWeakness(text.normalize("NFD"), withoutSecondFactor), weakness);
    }),
  );
  assert.equal(findPasswordWeakness("x".repeat(1_000_000), withoutSecondFactor), "too long");
  assert.equal(findPasswordWeakness("\ud800".repeat(20), withoutSecondFactor), "not text");
});
