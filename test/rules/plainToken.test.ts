// Tokens: hard to guess, recognized without a query, stored only as a hash.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hashToken, mintToken, parseToken } from "../../src/signIn/plainToken.ts";

test("every created token is accepted, and none occurs twice", () => {
  const tokens = Array.from({ length: 2_000 }, mintToken);
  for (const token of tokens) assert.equal(parseToken(token), token);
  assert.equal(new Set(tokens).size, tokens.length);
  assert.equal(new Set(tokens.map((token) => hashToken(token).toString("hex"))).size, 2_000);
});

test("a token has one spelling: other texts that decode to the same bytes are refused", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: "binary" }), (text) => {
      const bytes = Buffer.from(text, "base64url");
      const isToken = bytes.length === 32 && bytes.toString("base64url") === text;
      assert.equal(parseToken(text) !== undefined, isToken);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(63), (bytes, place) => {
      const token = Buffer.from(bytes).toString("base64url");
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      const other = token.slice(0, 42) + alphabet.charAt(place);
      const isCanonical = Buffer.from(other, "base64url").toString("base64url") === other;
      assert.equal(parseToken(other) !== undefined, isCanonical);
    }),
  );
});
