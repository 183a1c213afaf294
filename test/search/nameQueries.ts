// The queries of the quality set: what a buyer types, and the name of the part that must
// come first. An empty name means that nothing may be found.
import { readFileSync } from "node:fs";

/** A query; one that is `must` may not fail, the others are desirable. */
export type NameQuery = {
  readonly kind: string;
  readonly entry: string;
  readonly first: string;
  readonly must: boolean;
};

export const readLists = (name: string): string =>
  readFileSync(new URL(`queries/${name}.txt`, import.meta.url), "utf8").trim();

/** The texts between bars and line breaks. */
export const splitList = (list: string): string[] => list.split(/[|\n]/).map((one) => one.trim());

/** `a > b`, or a name that is its own answer; with `b?` any answer that starts with it counts. */
function readQuery(kind: string, text: string): NameQuery {
  const [entry = "", first = entry] = text.split(/ ?>(?: |$)/);
  return { kind, entry, first: first.replace(/\?$/, "*"), must: kind !== "good" };
}

/** All queries; a first name that ends in `*` matches any name that starts with it. */
export const nameQueries: readonly NameQuery[] = readLists("names")
  .split(/^# /m)
  .slice(1)
  .flatMap((section) => {
    const [kind = "", ...lines] = section.trim().split("\n");
    return splitList(lines.join("\n")).map((text) => readQuery(kind, text));
  });
