// What the log of calls costs: two nodes in one program, one with it and one without, take turns
// under the same lookups of 50; then the next program, since a program has luck with its memory
// that is as large as what is measured.
import { setTimeout as delay } from "node:timers/promises";
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { createClient } from "./client.ts";
import type { Load, LoadResult } from "./load.ts";
import { measureLoad, type StartedTwins, startTwinNodes } from "./measure.ts";
import type { Options } from "./options.ts";
import { readCpuMs, readPostgresCpuMs } from "./readMemoryMb.ts";
import { scenarios } from "./scenarios.ts";

/** Means over the rounds; CPU in ms a request, of the node and of PostgreSQL. */
export type LogFigures = {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
};

/**
 * Both ways; the part of the rate that the log costs, the mean of what it did in each round, with
 * the standard error of that mean; and every answer that was not good.
 */
export type LogComparison = {
  readonly on: LogFigures;
  readonly off: LogFigures;
  readonly cost: number;
  readonly error: number;
  readonly rounds: number;
  readonly faults: number;
};

const programs = 3;
const warmUpSeconds = 4;
/** What was logged is written by then, so that the next turn does not pay for it. */
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

function summarise(turns: readonly Turn[]): LogFigures {
  return {
    perSecond: mean(turns.map((turn) => turn.perSecond)),
    p95Ms: mean(turns.map((turn) => turn.p95Ms)),
    nodeCpuMs: mean(turns.map((turn) => turn.nodeCpuMs)),
    postgresCpuMs: mean(turns.map((turn) => turn.postgresCpuMs)),
  };
}

/** One turn of one node; the CPU counts what the log has still to do after it. */
async function measureTurn(twins: StartedTwins, load: Load, dataDir: string): Promise<Turn> {
  const { pid } = twins.child;
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
  const twins = await startTwinNodes(dataDir);
  const loads = { on: await writeLoad(twins.on), off: await writeLoad(twins.off) };
  for (const kind of ["off", "on"] as const) {
    const warm = await measureLoad({ ...loads[kind], seconds: warmUpSeconds });
    turns.warmUpFaults += countFaults(warm);
  }
  await delay(settleMs);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (["on", "off"] as const) : (["off", "on"] as const);
    for (const kind of order) turns[kind].push(await measureTurn(twins, loads[kind], dataDir));
  }
  await twins.child.stop();
}

/** Measures lookups of 50 with and without the log, in turns. */
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
    on: summarise(on),
    off: summarise(off),
    cost: mean(costs),
    error: standardError(costs),
    rounds: costs.length,
    faults: [...on, ...off].reduce((sum, turn) => sum + turn.faults, warmUpFaults),
  };
}

/** The figures in words. */
export function describeRequestLog(comparison: LogComparison): string[] {
  const { on, off, cost, error, rounds, faults } = comparison;
  const tell = (name: string, figures: LogFigures) =>
    `${name}: ${figures.perSecond.toFixed(0)} lookups of 50 a second, ` +
    `p95 ${figures.p95Ms.toFixed(1)} ms, CPU ms a lookup ${figures.nodeCpuMs.toFixed(3)} node, ` +
    `${figures.postgresCpuMs.toFixed(3)} PostgreSQL`;
  return [
    tell("log on", on),
    tell("log off", off),
    `The log costs ${(cost * 100).toFixed(1)} ± ${(error * 100).toFixed(1)} % of the rate in ` +
      `${rounds} rounds (target at most 5 %: ${cost <= 0.05 ? "met" : "missed"}); ` +
      `${faults} faults.`,
  ];
}
