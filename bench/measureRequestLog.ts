// What the log of calls costs: two nodes on one database, one with it and one without, take turns
// under the same lookups of 50.
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { createClient } from "./client.ts";
import { measureLoad } from "./measure.ts";
import type { Options } from "./options.ts";
import { readCpuMs, readPostgresCpuMs } from "./readMemoryMb.ts";
import { scenarios } from "./scenarios.ts";
import { type ServedNode, startServedNode } from "./servedNode.ts";

/** Medians over the rounds; CPU in ms a request, of the node and of PostgreSQL. */
export type LogFigures = {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
};

/** Both ways, and every answer that was not good. */
export type LogComparison = {
  readonly on: LogFigures;
  readonly off: LogFigures;
  readonly faults: number;
};

const warmUpSeconds = 3;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Round = LogFigures & { readonly faults: number };

function summarise(rounds: readonly Round[]): LogFigures {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p95Ms: median(rounds.map((round) => round.p95Ms)),
    nodeCpuMs: median(rounds.map((round) => round.nodeCpuMs)),
    postgresCpuMs: median(rounds.map((round) => round.postgresCpuMs)),
  };
}

type Bodies = (node: ServedNode) => Promise<Parameters<typeof measureLoad>[0]>;

async function measureRound(node: ServedNode, writeLoad: Bodies, dataDir: string): Promise<Round> {
  const load = await writeLoad(node);
  const warm = await measureLoad({ ...load, seconds: warmUpSeconds });
  const nodeBefore = readCpuMs(node.child.pid);
  const postgresBefore = readPostgresCpuMs(dataDir);
  const result = await measureLoad(load);
  const faults = [warm, result].flatMap((one) => Object.values(one.faults));
  return {
    perSecond: result.requests / result.seconds,
    p95Ms: result.p95Ms,
    nodeCpuMs: (readCpuMs(node.child.pid) - nodeBefore) / result.requests,
    postgresCpuMs: (readPostgresCpuMs(dataDir) - postgresBefore) / result.requests,
    faults: faults.reduce((sum, count) => sum + count, 0),
  };
}

/** Measures lookups of 50 with and without the log, in turns. */
export async function measureRequestLog(
  options: Options,
  report: (line: string) => void,
): Promise<LogComparison> {
  const { dataDir, offers, connections, seconds, rounds } = options;
  const { key, samples } = await prepareBenchDatabase({ dataDir, offers, report });
  const scenario = scenarios.find(({ name }) => name === "L50");
  if (scenario === undefined) throw new Error("There is no scenario L50.");
  const on = await startServedNode(dataDir, { REQUEST_LOG: "on" });
  const off = await startServedNode(dataDir, { REQUEST_LOG: "off" });
  const writeLoad: Bodies = async ({ url }) => {
    const client = createClient(url, key);
    const bodies = await scenario.writeBodies(samples, client);
    const { headers } = client;
    return {
      url: client.urlOf("catalog"),
      headers,
      bodies,
      idempotency: null,
      connections,
      seconds,
    };
  };
  const withLog: Round[] = [];
  const without: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each goes first as often as the other: a machine that is warming up favours neither.
    const turns = [() => measureRound(on, writeLoad, dataDir).then((one) => withLog.push(one))];
    turns.push(() => measureRound(off, writeLoad, dataDir).then((one) => without.push(one)));
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    report(
      `Round ${round + 1}: ${withLog.at(-1)?.perSecond} on, ${without.at(-1)?.perSecond} off.`,
    );
  }
  await off.child.stop();
  await on.child.stop();
  const faults = [...withLog, ...without].reduce((sum, round) => sum + round.faults, 0);
  return { on: summarise(withLog), off: summarise(without), faults };
}

/** The figures in words. */
export function describeRequestLog({ on, off, faults }: LogComparison): string[] {
  const tell = (name: string, figures: LogFigures) =>
    `${name}: ${figures.perSecond.toFixed(0)} lookups of 50 a second, ` +
    `p95 ${figures.p95Ms.toFixed(1)} ms, CPU ms a lookup ${figures.nodeCpuMs.toFixed(3)} node, ` +
    `${figures.postgresCpuMs.toFixed(3)} PostgreSQL`;
  const cost = (1 - on.perSecond / off.perSecond) * 100;
  return [
    tell("log on", on),
    tell("log off", off),
    `The log costs ${cost.toFixed(1)} % of the rate (target at most 5 %: ` +
      `${cost <= 5 ? "met" : "missed"}); ${faults} faults.`,
  ];
}
