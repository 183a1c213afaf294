// The cost of the request log: two nodes in one process, one with and one without it, alternate
// under the same lookups. Repeated in several processes, because differences in memory layout
// between processes are as large as the cost.
import { setTimeout as delay } from "node:timers/promises";
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { createClient } from "./client.ts";
import type { Load, LoadResult } from "./load.ts";
import { measureLoad, type StartedPair, startNodePair } from "./measure.ts";
import type { Options } from "./options.ts";
import { readCpuMs, readPostgresCpuMs } from "./readMemoryMb.ts";
import { scenarios } from "./scenarios.ts";

/** Means of all rounds; CPU times are in ms per request. */
type LogFigures = {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
};

/**
 * `cost` is the share of the rate that the log costs, as a mean of all rounds; `error` is the
 * standard error of that mean.
 */
type LogComparison = {
  readonly on: LogFigures;
  readonly off: LogFigures;
  readonly cost: number;
  readonly error: number;
  readonly rounds: number;
  readonly faults: number;
};

const programs = 3;
const warmUpSeconds = 4;
/** By then the log has been written, so that it does not affect the next turn. */
const settleMs = 1_000;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2));
  return Math.sqrt(variance / (values.length - 1));
}

type Turn = LogFigures & { readonly faults: number };

function summarize(turns: readonly Turn[]): LogFigures {
  return {
    perSecond: mean(turns.map((turn) => turn.perSecond)),
    p95Ms: mean(turns.map((turn) => turn.p95Ms)),
    nodeCpuMs: mean(turns.map((turn) => turn.nodeCpuMs)),
    postgresCpuMs: mean(turns.map((turn) => turn.postgresCpuMs)),
  };
}

/** Measures one turn of one node, including the CPU time of the log after it. */
async function measureTurn(pair: StartedPair, load: Load, dataDir: string): Promise<Turn> {
  const { pid } = pair.child;
  const nodeBefore = readCpuMs(pid);
  const postgresBefore = readPostgresCpuMs(dataDir);
  const result = await measureLoad(load);
  await delay(settleMs);
  return {
    perSecond: result.requests / result.seconds,
    p95Ms: result.p95Ms,
    nodeCpuMs: (readCpuMs(pid) - nodeBefore) / result.requests,
    postgresCpuMs: (readPostgresCpuMs(dataDir) - postgresBefore) / result.requests,
    faults: countFaults(result),
  };
}

type Turns = { readonly on: Turn[]; readonly off: Turn[]; warmUpFaults: number };

function countFaults({ faults }: LoadResult): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0);
}

async function measureProgram(
  { dataDir, rounds }: Options,
  writeLoad: (url: string) => Promise<Load>,
  turns: Turns,
): Promise<void> {
  const pair = await startNodePair(dataDir);
  const loads = { on: await writeLoad(pair.on), off: await writeLoad(pair.off) };
  for (const kind of ["off", "on"] as const) {
    const warm = await measureLoad({ ...loads[kind], seconds: warmUpSeconds });
    turns.warmUpFaults += countFaults(warm);
  }
  await delay(settleMs);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (["on", "off"] as const) : (["off", "on"] as const);
    for (const kind of order) turns[kind].push(await measureTurn(pair, loads[kind], dataDir));
  }
  await pair.child.stop();
}

/** Measures lookups of 50 part numbers alternately with and without the log. */
export async function measureRequestLog(
  options: Options,
  report: (line: string) => void,
): Promise<LogComparison> {
  const { dataDir, offers, connections, seconds } = options;
  const { key, samples } = await prepareBenchDatabase({ dataDir, offers, report });
  const scenario = scenarios.find(({ name }) => name === "L50");
  if (scenario === undefined) throw new Error("There is no scenario L50.");
  const writeLoad = async (address: string): Promise<Load> => {
    const client = createClient(address, key);
    const { headers } = client;
    const bodies = await scenario.writeBodies(samples, client);
    return {
      url: client.urlOf("catalog"),
      headers,
      bodies,
      idempotency: null,
      connections,
      seconds,
    };
  };
  const turns: Turns = { on: [], off: [], warmUpFaults: 0 };
  for (let program = 1; program <= programs; program += 1) {
    await measureProgram(options, writeLoad, turns);
    const { cost, error } = compare(turns);
    report(`Program ${program}: ${(cost * 100).toFixed(1)} ± ${(error * 100).toFixed(1)} %.`);
  }
  return compare(turns);
}

function compare({ on, off, warmUpFaults }: Turns): LogComparison {
  const costs = on.map((turn, round) => 1 - turn.perSecond / (off[round]?.perSecond ?? Number.NaN));
  return {
    on: summarize(on),
    off: summarize(off),
    cost: mean(costs),
    error: standardError(costs),
    rounds: costs.length,
    faults: [...on, ...off].reduce((sum, turn) => sum + turn.faults, warmUpFaults),
  };
}

export function describeRequestLog(comparison: LogComparison): string[] {
  const { on, off, cost, error, rounds, faults } = comparison;
  const describe = (name: string, figures: LogFigures) =>
    `${name}: ${figures.perSecond.toFixed(0)} lookups of 50 per second, ` +
    `p95 ${figures.p95Ms.toFixed(1)} ms, CPU ms per lookup ${figures.nodeCpuMs.toFixed(3)} node, ` +
    `${figures.postgresCpuMs.toFixed(3)} PostgreSQL`;
  return [
    describe("log on", on),
    describe("log off", off),
    `The log costs ${(cost * 100).toFixed(1)} ± ${(error * 100).toFixed(1)} % of the rate in ` +
      `${rounds} rounds (target: at most 5 %: ${cost <= 0.05 ? "met" : "missed"}); ` +
      `${faults} faults.`,
  ];
}
