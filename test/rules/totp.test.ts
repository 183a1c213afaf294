// Codes of an authenticator app: the test vectors of RFC 4226, 6238 and 4648, and used steps.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  findTotpStep,
  formatTotpSecret,
  mintTotpSecret,
  toBase32,
  totpAddress,
  totpCode,
  totpStep,
} from "../../src/signIn/totp.ts";

const rfcSecret = Buffer.from("12345678901234567890");

test("codes match the test vectors of RFC 4226 and RFC 6238", () => {
  const hotp = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split(" ");
  assert.deepEqual(
    hotp.map((_, counter) => totpCode(rfcSecret, counter)),
    hotp,
  );
  const totp: [number, string][] = [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ];
  for (const [seconds, code] of totp) {
    assert.equal(totpCode(rfcSecret, totpStep(new Date(seconds * 1000))), code);
  }
});

test("base32 matches RFC 4648 without padding", () => {
  const vectors = {
    "": "",
    f: "MY",
    fo: "MZXQ",
    foo: "MZXW6",
    foob: "MZXW6YQ",
    fooba: "MZXW6YTB",
    foobar: "MZXW6YTBOI",
  };
  for (const [text, encoded] of Object.entries(vectors)) {
    assert.equal(toBase32(Buffer.from(text)), encoded);
  }
});

test("a code is valid only in its own step, the previous one and the next one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 100_000_000 }),
      fc.integer({ min: -4, max: 4 }),
      (step, off) => {
        const secret = mintTotpSecret();
        const now = new Date(step * 30_000 + 17_000);
        const found = findTotpStep(secret, totpCode(secret, step + off), now, null);
        if (Math.abs(off) <= 1) assert.notEqual(found, undefined);
        else if (found !== undefined)
          assert.equal(totpCode(secret, found), totpCode(secret, step + off));
      },
    ),
  );
});

test("codes of a used step and of earlier steps are not valid", () => {
  const now = new Date(1_800_000_000_000);
  const step = totpStep(now);
  const code = totpCode(rfcSecret, step);
  assert.equal(findTotpStep(rfcSecret, code, now, null), step);
  assert.equal(
    findTotpStep(rfcSecret, ` ${code.slice(0, 3)} ${code.slice(3)}\n`, now, step - 1),
    step,
  );
  assert.equal(findTotpStep(rfcSecret, code, now, step), undefined);
  assert.equal(findTotpStep(rfcSecret, totpCode(rfcSecret, step - 1), now, step), undefined);
});

test("a text that is not a code is refused", () => {
  const now = new Date(59_000);
  for (const typed of [
    "",
    "28708",
    "2870822",
    "28708a",
    "２８７０８２",
    "\0",
    "x".repeat(100_000),
  ]) {
    assert.equal(findTotpStep(rfcSecret, typed, now, null), undefined);
  }
});

test("the secret is in the address for apps, and in groups of four for people", () => {
  const address = new URL(totpAddress(rfcSecret, "parts & desk", "a+b@c.example"));
  assert.equal(address.protocol, "otpauth:");
  assert.equal(address.searchParams.get("secret"), toBase32(rfcSecret));
  assert.equal(address.searchParams.get("issuer"), "parts & desk");
  assert.match(address.pathname, /parts%20%26%20desk:a%2Bb%40c\.example$/);
  assert.equal(formatTotpSecret(rfcSecret), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
});
