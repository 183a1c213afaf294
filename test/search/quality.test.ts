// How well names are found: what comes first for each query of the quality set.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { nameCatalog } from "./nameCatalog.ts";
import { type NameQuery, nameQueries } from "./nameQueries.ts";

const entriesOfLookup = 50;
const minHitRate = 0.95;

const app = share(() => openTestApp({ rateLimitCatalog: 0 }));
const buyer = share(() => app.openAccount());

before(async () => {
  for (const [place, part] of nameCatalog.entries()) {
    const price = 1000 + ((place * 37) % 101) * 100;
    await insertOffer(app.database.db, { partNumber: `Q-${place}`, title: null, price, ...part });
  }
});

type Match = { part_ids: string[] };
type Found = { part_id: string; part_name: string };

/** The name of the first part for each entry; empty if there is none. */
async function findFirstNames(entries: readonly string[]): Promise<string[]> {
  const response = await buyer.post("catalog", { part_names: entries, include: ["matches"] });
  assert.equal(response.statusCode, 200, response.body);
  const answer: { matches: Match[]; found_parts: Found[] } = response.json();
  const names = new Map(answer.found_parts.map((part) => [part.part_id, part.part_name]));
  return answer.matches.map((match) => names.get(match.part_ids[0] ?? "") ?? "");
}

function isHit(query: NameQuery, found: string): boolean {
  if (!query.first.endsWith("*")) return found === query.first;
  return found !== "" && found.startsWith(query.first.slice(0, -1));
}

async function ask(queries: readonly NameQuery[]) {
  const answers: { query: NameQuery; found: string }[] = [];
  for (let from = 0; from < queries.length; from += entriesOfLookup) {
    const group = queries.slice(from, from + entriesOfLookup);
    const names = await findFirstNames(group.map((query) => query.entry));
    answers.push(...group.map((query, place) => ({ query, found: names[place] ?? "" })));
  }
  return answers;
}

test("every required name comes first, and 95 of 100 queries find the expected name", async (t) => {
  const answers = await ask(nameQueries);
  const misses = answers.filter(({ query, found }) => !isHit(query, found));
  for (const kind of new Set(nameQueries.map((query) => query.kind))) {
    const total = nameQueries.filter((query) => query.kind === kind).length;
    const hits = total - misses.filter(({ query }) => query.kind === kind).length;
    t.diagnostic(`${kind}: ${hits} of ${total}`);
  }
  const rate = 1 - misses.length / answers.length;
  t.diagnostic(`hit rate: ${(rate * 100).toFixed(1)} % of ${answers.length}`);
  const lost = misses.filter(({ query }) => query.must);
  assert.deepEqual(
    lost.map(({ query, found }) => `${query.entry}: expected ${query.first}, found ${found}`),
    [],
  );
  assert.ok(answers.length >= 150);
  assert.ok(rate >= minHitRate);
});

test("the exact name comes first for every name of the catalog, as written and in any case", async () => {
  const names = nameCatalog.map((part) => part.partName);
  const queries = names.flatMap((name) => [name, name.toLowerCase(), ` ${name.toUpperCase()}.`]);
  const answers = await ask(
    queries.map((entry, index) => {
      return { kind: "exact", entry, first: names[Math.floor(index / 3)] ?? "", must: true };
    }),
  );
  const misses = answers.filter(({ query, found }) => found !== query.first);
  assert.deepEqual(misses, []);
});
