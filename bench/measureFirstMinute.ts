// Measures what an order takes in the first minute of a new database, whose statements are planned
// while `orders` is empty and was never analyzed, and after ANALYZE.
import { randomUUID } from "node:crypto";
import { formatTable } from "../src/kit/shell/printResult.ts";
import type { BenchDatabase } from "./benchDatabase.ts";
import { createClient } from "./client.ts";
import type { Options } from "./options.ts";
import { measureRound, median, type Round } from "./runScenario.ts";
import { scenarios } from "./scenarios.ts";
import { startServedNode } from "./servedNode.ts";
import { withBenchDatabase } from "./withBenchDatabase.ts";

/** CPU times in ms per order; `orders` is the number of orders at the end. */
type State = {
  readonly state: "first minute" | "analyzed";
  readonly orders: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
};

type FirstMinute = { readonly states: readonly State[]; readonly faults: number };

const tables = "orders, order_lines, order_events";

/** The tables as in a new database, for as long as the measurement lasts. */
const renew = `truncate ${tables}, order_notes cascade;
  delete from pg_statistic where starelid = any('{${tables}}'::regclass[]);
  alter table orders set (autovacuum_enabled = off);
  alter table order_lines set (autovacuum_enabled = off)`;

async function runOnDatabase(dataDir: string, text: string): Promise<number> {
  return withBenchDatabase(dataDir, async ({ client }) => {
    await client.query(text);
    const { rows } = await client.query("select count(*)::integer as orders from orders");
    return rows[0].orders;
  });
}

/** Measures order scenarios on the data folder, whose orders are deleted. */
export async function measureFirstMinute(
  options: Options,
  { key, samples }: BenchDatabase,
): Promise<FirstMinute> {
  const { dataDir, connections, seconds, workers } = options;
  const scenario = scenarios.find(({ path }) => path === "orders");
  if (scenario === undefined) throw new Error("No scenario places orders.");
  const node = await startServedNode(dataDir, workers === null ? {} : { WORKERS: String(workers) });
  const client = createClient(node.url, key);
  const measure = async (): Promise<Round> => {
    const bodies = await scenario.writeBodies(samples, client);
    const url = client.urlOf(scenario.path);
    const load = { url, headers: client.headers, bodies, idempotency: randomUUID() };
    return measureRound({ ...load, connections, seconds }, node.child, options);
  };
  // The node compiles its code; then the empty tables make it plan all statements again.
  await measure();
  const states: State[] = [];
  let faults = 0;
  for (const [state, prepare] of [
    ["first minute", renew],
    ["analyzed", `analyze ${tables}`],
  ] as const) {
    await runOnDatabase(dataDir, prepare);
    const rounds: Round[] = [];
    while (rounds.length < options.rounds) rounds.push(await measure());
    faults += rounds.flatMap((round) => Object.values(round.faults)).reduce((a, b) => a + b, 0);
    states.push({
      state,
      orders: await runOnDatabase(dataDir, ""),
      nodeCpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
      postgresCpuMs: median(rounds.map(({ postgresCpuMs }) => postgresCpuMs)),
    });
  }
  await node.child.stop();
  return { states, faults };
}

/** Target: at most a tenth more in the first minute. */
export function describeFirstMinute({ states }: FirstMinute): string[] {
  const rows = states.map(({ state, orders, nodeCpuMs, postgresCpuMs }) => [
    state,
    String(orders),
    nodeCpuMs.toFixed(2),
    postgresCpuMs.toFixed(2),
    (nodeCpuMs + postgresCpuMs).toFixed(2),
  ]);
  return formatTable(["state", "orders", "node CPU ms", "PostgreSQL CPU ms", "total"], rows);
}
