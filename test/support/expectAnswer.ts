// What a test expects of an answer and of the text of a page.
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";

type Text = string | RegExp;

/** Fails unless a body has each of the texts. */
export function expectTexts(body: string, ...texts: readonly Text[]): void {
  for (const text of texts) {
    if (typeof text === "string") assert.ok(body.includes(text), text);
    else assert.match(body, text);
  }
}

/** Fails unless an answer has a status, or redirects to an address, and has each of the texts. */
export async function expectAnswer(
  request: Promise<LightMyRequestResponse>,
  expected: number | string,
  ...texts: readonly Text[]
): Promise<LightMyRequestResponse> {
  const answer = await request;
  const { statusCode, headers, body } = answer;
  if (typeof expected === "string") assert.equal(headers.location, expected, body);
  else assert.equal(statusCode, expected, body.replace(/<[^>]+>/g, " ").slice(0, 2_000));
  expectTexts(body, ...texts);
  return answer;
}
