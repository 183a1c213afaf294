// The page of search results, as a buyer reads it.
import assert from "node:assert/strict";
import type { TestVisitor } from "./testVisitor.ts";

export type Query = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export const resultsAddress = (query: Query) =>
  `/parts?${new URLSearchParams(query as Record<string, string>)}`;

/** A page with the addresses in it as they are. */
export const readable = (body: string) => body.replaceAll("&#61;", "=").replaceAll("&#38;", "&");

export async function searchParts(by: TestVisitor, query: Query): Promise<string> {
  const page = await by.get(resultsAddress(query));
  assert.equal(page.statusCode, 200);
  return readable(page.body);
}

/** The part numbers of a page, in order. */
export function numbersOf(body: string): string[] {
  return [...body.matchAll(/class="pn"><a href="\/parts\/[^"]*">([^<]*)/g)].map(
    ([, number = ""]) => number,
  );
}

/** Label and count of the filters of a page. */
export function facetsOf(body: string): string[] {
  const choice = /<span>([^<]*)<\/span> <span class="quiet">([^<]*)</g;
  return [...body.matchAll(choice)].map(([, label, count]) => `${label} ${count}`);
}
