// What is taken as a password (decision 79).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findPasswordWeakness, normalisePassword } from "../../src/signIn/findPasswordWeakness.ts";

const names = [
  "partsdesk",
  "orders.example-air.example",
  "Example Air",
  "Ann O'Brien",
  "ann@b.example",
];
const alone = { secondFactor: false, ownNames: names };
const beside = { secondFactor: true, ownNames: names };

test("a password has 15 characters or more, 8 beside a second factor, and 128 at most", () => {
  assert.equal(findPasswordWeakness("tvqz hmro wkxb", alone), "too short");
  assert.equal(findPasswordWeakness("tvqz hmro wkxbe", alone), null);
  assert.equal(findPasswordWeakness("tvqz hmr", beside), null);
  assert.equal(findPasswordWeakness("tvqz hm", beside), "too short");
  const long = "tvqz hmro wkxbe ufgy".repeat(7).slice(0, 127);
  assert.equal(findPasswordWeakness(`${long}!`, alone), null);
  assert.equal(findPasswordWeakness(`${long}!!`, alone), "too long");
});

test("length counts characters as people see them typed, after they are composed", () => {
  const fourteen = "tvqz hmro wkx";
  assert.equal(findPasswordWeakness(`${fourteen}😀`, alone), "too short");
  assert.equal(findPasswordWeakness(`${fourteen}e\u0301`, alone), "too short");
  assert.equal(findPasswordWeakness(`${fourteen}e\u0301😀`, alone), null);
  assert.equal(normalisePassword("e\u0301"), normalisePassword("é"));
});

test("passwords that everybody tries are refused, decorated or repeated too", () => {
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
    assert.equal(findPasswordWeakness(password, beside), "common", password);
  }
});

test("names around the password do not make one", () => {
  const made = ["partsdesk2026!!", "Example Air 2026", "example-air.example", "AnnO'Brien-2026"];
  for (const password of made) {
    assert.equal(findPasswordWeakness(password, beside), "names", password);
  }
  assert.equal(findPasswordWeakness("partsdesk is where I buy rivets", alone), null);
});

test("no composition is asked for, and none is refused", () => {
  const taken = [
    "correct horse battery",
    "пароль для самолёта",
    "今日は部品を十個買いました嬉しいな",
    "!? ;; ~~ %% ()&& #",
  ];
  for (const password of taken) assert.equal(findPasswordWeakness(password, alone), null, password);
});

test("every text of fit length gets an answer, and the same one however it is composed", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 200, unit: "binary" }), (text) => {
      const flaw = findPasswordWeakness(text, alone);
      const isText = text.isWellFormed() && !text.includes("\0");
      assert.equal(flaw === "not text", !isText);
      if (isText) assert.equal(findPasswordWeakness(text.normalize("NFD"), alone), flaw);
    }),
  );
  assert.equal(findPasswordWeakness("x".repeat(1_000_000), alone), "too long");
  assert.equal(findPasswordWeakness("\ud800".repeat(20), alone), "not text");
});
