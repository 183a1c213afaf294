// What the log of calls costs: nodes of one database, two with it and two without, take turns under
// the same lookups of 50. Two, since of two equal nodes the one that began first does more of the
// service's own work: measured against each other, it lost 4 % of its rate.
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

/**
 * Both ways; the part of the rate that the log costs, the median of what it did in each round; and
 * every answer that was not good.
 */
export type LogComparison = {
  readonly on: LogFigures;
  readonly off: LogFigures;
  readonly cost: number;
  readonly faults: number;
};

const warmUpSeconds = 1;

/** The order in which the nodes begin. */
const order = ["on", "off", "off", "on"] as const;
/** The nodes of a round, by their places: each kind goes first as often as the other. */
const pairs = [
  [0, 1],
  [2, 3],
  [1, 0],
  [3, 2],
];

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
  const nodes: ServedNode[] = [];
  for (const log of order) nodes.push(await startServedNode(dataDir, { REQUEST_LOG: log }));
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
  // Database and nodes have met the load before anything counts.
  for (const node of nodes) await measureRound(node, writeLoad, dataDir);
  const withLog: Round[] = [];
  const without: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const places = pairs[round % pairs.length] ?? [];
    for (const place of places) {
      const node = nodes[place];
      if (node === undefined) throw new Error(`There is no node ${place}.`);
      const figures = await measureRound(node, writeLoad, dataDir);
      (order[place] === "on" ? withLog : without).push(figures);
    }
    report(
      `Round ${round + 1}: ${withLog.at(-1)?.perSecond} on, ${without.at(-1)?.perSecond} off.`,
    );
  }
  for (const node of nodes) await node.child.stop();
  const costs = withLog.map((one, round) => 1 - one.perSecond / (without[round]?.perSecond ?? 0));
  const faults = [...withLog, ...without].reduce((sum, round) => sum + round.faults, 0);
  return { on: summarise(withLog), off: summarise(without), cost: median(costs), faults };
}

/** The figures in words. */
export function describeRequestLog({ on, off, cost, faults }: LogComparison): string[] {
  const tell = (name: string, figures: LogFigures) =>
    `${name}: ${figures.perSecond.toFixed(0)} lookups of 50 a second, ` +
    `p95 ${figures.p95Ms.toFixed(1)} ms, CPU ms a lookup ${figures.nodeCpuMs.toFixed(3)} node, ` +
    `${figures.postgresCpuMs.toFixed(3)} PostgreSQL`;
  return [
    tell("log on", on),
    tell("log off", off),
    `The log costs ${(cost * 100).toFixed(1)} % of the rate (target at most 5 %: ` +
      `${cost <= 0.05 ? "met" : "missed"}); ${faults} faults.`,
  ];
}
