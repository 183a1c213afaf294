// How long calls take to be found among millions of them.

import { Client } from "pg";
import type { AccountId } from "../src/accounts/account.ts";
import { readConfig } from "../src/config.ts";
import { connect } from "../src/connect.ts";
import { addDays, utcDay } from "../src/day.ts";
import type { Database } from "../src/db/database.ts";
import { newId } from "../src/db/newId.ts";
import { type RequestFilter, selectRequest, selectRequests } from "../src/requests/queries.ts";
import { selectUnmetDemand } from "../src/requests/unmetDemandQueries.ts";
import { weekOf } from "../src/requests/unmetDemandTally.ts";
import { loadCalls, seldomPart } from "./loadCalls.ts";

/** A search with its times in ms over the rounds, and how many rows its page had. */
export type SearchFigures = {
  readonly search: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly rows: number;
};

const rounds = 40;

async function time(search: string, ask: () => Promise<number>): Promise<SearchFigures> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const begunMs = performance.now();
    rows = await ask();
    times.push(performance.now() - begunMs);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { search, p50Ms: at(0.5), p95Ms: at(0.95), rows };
}

async function measureSearches(
  db: Database,
  calls: number,
  accountId: AccountId,
): Promise<SearchFigures[]> {
  const now = new Date();
  const anything = { accountId: null, keyId: null, end: null, poNumber: null };
  const all: RequestFilter = {
    ...anything,
    partNumberKey: null,
    from: null,
    until: null,
    before: null,
    limit: 51,
  };
  const own: RequestFilter = { ...all, accountId };
  const list = (filter: RequestFilter) => async () =>
    (await selectRequests(db, filter, now)).length;
  const [newest] = await selectRequests(db, all, now);
  const page = await selectRequests(db, { ...own, limit: 200 }, now);
  const before = page.at(-1)?.loggedId ?? null;
  const poNumber = `PO-${Math.floor(calls / 200)}`;
  const week = weekOf(addDays(utcDay(now), -7));
  return [
    await time("one by its id", async () =>
      (await selectRequest(db, null, newest?.loggedId ?? newId())) === undefined ? 0 : 1,
    ),
    await time("the newest of all", list(all)),
    await time("a page of an account", list({ ...own, before })),
    await time("refused ones of an account", list({ ...own, end: "refused" })),
    await time("by a PO", list({ ...all, poNumber })),
    await time("by the part asked most", list({ ...all, partNumberKey: "PART-0" })),
    await time("by a part asked seldom", list({ ...all, partNumberKey: seldomPart })),
    await time("by a part, of an account", list({ ...own, partNumberKey: "PART-500" })),
    await time("by a part nobody asked", list({ ...all, partNumberKey: "NO-SUCH-PART" })),
    await time(
      "most missed of a week",
      async () =>
        (await selectUnmetDemand(db, { week, accountId: null, kind: "not found", limit: 50 }))
          .length,
    ),
  ];
}

/** Loads calls into a database of the folder that has none, and measures the ways to find them. */
export async function measureCalls(dataDir: string, calls: number): Promise<SearchFigures[]> {
  const config = readConfig({ DATA_DIR: dataDir }, {});
  const report = () => undefined;
  const connection = await connect(config, { applicationName: "partsdesk bench", report });
  const client = new Client(connection.address);
  await client.connect();
  try {
    const mostCalling = await loadCalls(connection.db, client, calls);
    return await measureSearches(connection.db, calls, mostCalling);
  } finally {
    await client.end();
    await connection.close();
  }
}

/** A line for each search. */
export function describeCalls(figures: readonly SearchFigures[]): string[] {
  return figures.map(
    ({ search, p50Ms, p95Ms, rows }) =>
      `${search}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${rows} rows`,
  );
}
