// Runs a scenario. Invariant: service and bare server alternate under the same load, so that
// disturbances of the machine affect both.
import { randomUUID } from "node:crypto";
import type { BareServerAnswer } from "./bareServer.ts";
import type { Child } from "./children.ts";
import type { Client } from "./client.ts";
import type { Load, LoadResult } from "./load.ts";
import { measureLoad, startBareServer } from "./measure.ts";
import type { Options } from "./options.ts";
import { readCpuMs, readMemoryMb, readPostgresCpuMs } from "./readMemoryMb.ts";
import type { Samples } from "./samples.ts";
import type { Scenario, ScenarioName } from "./scenarios.ts";

/** Medians of all rounds. */
type Rate = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
};

/** CPU times are in ms per request of the service; `memoryMb` is the maximum. */
export type Outcome = {
  readonly name: ScenarioName;
  readonly description: string;
  readonly service: Rate;
  readonly bare: Rate;
  readonly ratio: number;
  readonly targetRatio: number | null;
  readonly requests: number;
  readonly faults: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
  readonly memoryMb: number;
};

export type Bench = {
  readonly options: Options;
  readonly client: Client;
  readonly samples: Samples;
  readonly node: Child;
};

type Round = LoadResult & { readonly nodeCpuMs: number; readonly postgresCpuMs: number };

const warmUpSeconds = 3;
const typicalOf = 31;
const memoryEveryMs = 200;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function summarize(rounds: readonly LoadResult[]): Rate {
  return {
    perSecond: median(rounds.map(({ requests, seconds }) => requests / seconds)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p95Ms: median(rounds.map((round) => round.p95Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}

function countFaults(rounds: readonly LoadResult[]): number {
  const faults = rounds.flatMap((round) => Object.values(round.faults));
  return faults.reduce((sum, count) => sum + count, 0);
}

/** Returns the response of median size. */
async function findTypicalAnswer(scenario: Scenario, client: Client, bodies: readonly string[]) {
  const answers: BareServerAnswer[] = [];
  for (const body of bodies.slice(0, typicalOf)) {
    const own: Record<string, string> =
      scenario.path === "orders" ? { "idempotency-key": randomUUID() } : {};
    answers.push(await client.post(scenario.path, body, own));
  }
  const sorted = answers.toSorted((one, other) => one.body.length - other.body.length);
  const typical = sorted[Math.floor(sorted.length / 2)];
  if (typical === undefined) throw new Error(`${scenario.name} has no requests.`);
  return typical;
}

/** Warms up and measures; faults during the warm-up also count. */
async function measureRound(load: Load, bench: Bench): Promise<Round> {
  const warm = await measureLoad({ ...load, seconds: warmUpSeconds });
  const readCpu = () => [readCpuMs(bench.node.pid), readPostgresCpuMs(bench.options.dataDir)];
  const [nodeBefore = 0, postgresBefore = 0] = readCpu();
  const idempotency = load.idempotency && randomUUID();
  const result = await measureLoad({ ...load, idempotency });
  const [nodeAfter = 0, postgresAfter = 0] = readCpu();
  const { errors, timeouts, non2xx } = warm.faults;
  return {
    ...result,
    faults: {
      errors: errors + result.faults.errors,
      timeouts: timeouts + result.faults.timeouts,
      non2xx: non2xx + result.faults.non2xx,
    },
    nodeCpuMs: (nodeAfter - nodeBefore) / result.requests,
    postgresCpuMs: (postgresAfter - postgresBefore) / result.requests,
  };
}

/** Watches the memory of a process. The returned function stops and returns the maximum. */
function watchMemory(pid: number): () => number {
  let max = 0;
  const read = () => {
    max = Math.max(max, readMemoryMb(pid)?.ownNow ?? 0);
  };
  const timer = setInterval(read, memoryEveryMs);
  return () => {
    clearInterval(timer);
    read();
    return max;
  };
}

/** Measures a scenario alternately on the service and on a bare server. */
export async function runScenario(scenario: Scenario, bench: Bench): Promise<Outcome> {
  const { client, samples, options } = bench;
  const writeLoad = async (url: string): Promise<Load> => ({
    url,
    headers: client.headers,
    bodies: await scenario.writeBodies(samples, client),
    idempotency: scenario.path === "orders" ? randomUUID() : null,
    connections: options.connections,
    seconds: options.seconds,
  });
  const first = await scenario.writeBodies(samples, client);
  const bare = await startBareServer(await findTypicalAnswer(scenario, client, first));
  const serviceRounds: Round[] = [];
  const bareRounds: Round[] = [];
  const stopWatching = watchMemory(bench.node.pid);
  for (let round = 0; round < options.rounds; round += 1) {
    serviceRounds.push(await measureRound(await writeLoad(client.urlOf(scenario.path)), bench));
    bareRounds.push(await measureRound(await writeLoad(bare.url), bench));
  }
  const memoryMb = stopWatching();
  await bare.child.stop();
  const service = summarize(serviceRounds);
  const compared = summarize(bareRounds);
  return {
    name: scenario.name,
    description: scenario.description,
    service,
    bare: compared,
    ratio: service.perSecond / compared.perSecond,
    targetRatio: scenario.targetRatio,
    requests: serviceRounds.reduce((sum, round) => sum + round.requests, 0),
    faults: countFaults([...serviceRounds, ...bareRounds]),
    nodeCpuMs: median(serviceRounds.map((round) => round.nodeCpuMs)),
    postgresCpuMs: median(serviceRounds.map((round) => round.postgresCpuMs)),
    memoryMb,
  };
}
