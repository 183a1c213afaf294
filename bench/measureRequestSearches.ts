import type { AccountId } from "../src/accounts/account.ts";
import type { Database } from "../src/db/database.ts";
import { newId } from "../src/db/newId.ts";
import { addDays, utcDay } from "../src/kit/day.ts";
import { type RequestFilter, selectRequest, selectRequests } from "../src/requests/queries.ts";
import { selectUnmetDemand } from "../src/requests/unmetDemandQueries.ts";
import { weekOf } from "../src/requests/unmetDemandTally.ts";
import { loadRequests, rarePart } from "./loadRequests.ts";
import { sortForPercentiles } from "./percentiles.ts";
import { withBenchDatabase } from "./withBenchDatabase.ts";

type SearchFigures = {
  readonly search: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly rows: number;
};

const rounds = 40;

async function time(search: string, run: () => Promise<number>): Promise<SearchFigures> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    rows = await run();
    times.push(performance.now() - startMs);
  }
  const at = sortForPercentiles(times);
  return { search, p50Ms: at(0.5), p95Ms: at(0.95), rows };
}

async function measureSearches(
  db: Database,
  requests: number,
  accountId: AccountId,
): Promise<SearchFigures[]> {
  const now = new Date();
  const all: RequestFilter = { account: undefined, before: null, limit: 51 };
  const own: RequestFilter = { ...all, account: accountId };
  const list = (filter: RequestFilter) => async () =>
    (await selectRequests(db, filter, now)).length;
  const [newest] = await selectRequests(db, all, now);
  const page = await selectRequests(db, { ...own, limit: 200 }, now);
  const before = page.at(-1)?.loggedId ?? null;
  const po = `PO-${Math.floor(requests / 200)}`;
  const week = weekOf(addDays(utcDay(now), -7));
  return [
    await time("by id", async () =>
      (await selectRequest(db, null, newest?.loggedId ?? newId())) === undefined ? 0 : 1,
    ),
    await time("newest", list(all)),
    await time("a page of an account", list({ ...own, before })),
    await time("refused requests of an account", list({ ...own, status: "refused" })),
    await time("by PO number", list({ ...all, po })),
    await time("by the most frequent part", list({ ...all, part: "PART-0" })),
    await time("by a rare part", list({ ...all, part: rarePart })),
    await time("by a part, of one account", list({ ...own, part: "PART-500" })),
    await time("by a part without requests", list({ ...all, part: "NO-SUCH-PART" })),
    await time("highest unmet demand of a week", async () => {
      const weeks = { firstWeek: week, lastWeek: week };
      const asked = { ...weeks, accountId: null, kind: "not found", limit: 50 } as const;
      return (await selectUnmetDemand(db, asked)).length;
    }),
  ];
}

/** Loads requests into the database of a folder and measures searches. */
export async function measureRequestSearches(
  dataDir: string,
  requests: number,
): Promise<SearchFigures[]> {
  return withBenchDatabase(dataDir, async ({ db, client }) => {
    const largestAccount = await loadRequests(db, client, requests);
    return measureSearches(db, requests, largestAccount);
  });
}

export function describeRequestSearches(figures: readonly SearchFigures[]): string[] {
  return figures.map(
    ({ search, p50Ms, p95Ms, rows }) =>
      `${search}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${rows} rows`,
  );
}
