// Runs a scenario. Invariants: the service and the servers for comparison alternate under the same
// load, so that disturbances of the machine affect all; what reads for comparison finds the same.
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

/**
 * CPU times are in ms per request. `readingCpuMs` is of a server that only reads the same offers
 * from the same replica and joins them; null for orders. `memoryMb` is the maximum.
 */
export type Outcome = {
  readonly name: ScenarioName;
  readonly description: string;
  readonly service: Rate;
  readonly bare: Rate;
  readonly ratio: number;
  readonly targetCpuMs: number;
  readonly requests: number;
  readonly faults: number;
  readonly nodeCpuMs: number;
  readonly postgresCpuMs: number;
  readonly readingCpuMs: number | null;
  readonly memoryMb: number;
};

export type Bench = {
  readonly options: Options;
  readonly client: Client;
  readonly samples: Samples;
  readonly node: Child;
  readonly replicaFolder: string;
};

/** CPU time in ms per request, of the server that was measured and of PostgreSQL. */
export type Round = LoadResult & { readonly cpuMs: number; readonly postgresCpuMs: number };

const warmUpSeconds = 3;
const typicalOf = 31;
const memoryEveryMs = 200;

export function median(values: readonly number[]): number {
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

/** The parts of a response in one order, without what is created for it. */
function listParts(answer: string): string {
  const { found_parts } = JSON.parse(answer) as { found_parts: { part_id?: string }[] };
  const parts = found_parts.map(({ part_id: _, ...part }) => JSON.stringify(part));
  return parts.sort().join("\n");
}

/** Starts a server that only reads. Throws if it does not find what the service finds. */
async function startReadingServer(
  answer: BareServerAnswer,
  bodies: readonly string[],
  bench: Bench,
) {
  const { client, replicaFolder } = bench;
  const server = await startBareServer({ answer, replicaFolder });
  for (const body of bodies.slice(0, typicalOf)) {
    const read = await fetch(server.url, { method: "POST", body });
    const expected = await client.post("catalog", body);
    const parts = listParts(expected.body);
    if (parts !== "" && parts === listParts(await read.text())) continue;
    throw new Error("The server for comparison reads other parts than the service.");
  }
  return server;
}

/** Warms up and measures; faults during the warm-up also count. */
export async function measureRound(
  load: Load,
  { pid }: Child,
  { dataDir }: Options,
): Promise<Round> {
  const warm = await measureLoad({ ...load, seconds: warmUpSeconds });
  const readCpu = () => [readCpuMs(pid), readPostgresCpuMs(dataDir)];
  const [before = 0, postgresBefore = 0] = readCpu();
  const idempotency = load.idempotency && randomUUID();
  const result = await measureLoad({ ...load, idempotency });
  const [after = 0, postgresAfter = 0] = readCpu();
  const { errors, timeouts, non2xx } = warm.faults;
  return {
    ...result,
    faults: {
      errors: errors + result.faults.errors,
      timeouts: timeouts + result.faults.timeouts,
      non2xx: non2xx + result.faults.non2xx,
    },
    cpuMs: (after - before) / result.requests,
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

/** Measures a scenario alternately on the service and on the servers for comparison. */
export async function runScenario(scenario: Scenario, bench: Bench): Promise<Outcome> {
  const { client, samples, options, node } = bench;
  const writeLoad = async (url: string): Promise<Load> => ({
    url,
    headers: client.headers,
    bodies: await scenario.writeBodies(samples, client),
    idempotency: scenario.path === "orders" ? randomUUID() : null,
    connections: options.connections,
    seconds: options.seconds,
  });
  const first = await scenario.writeBodies(samples, client);
  const answer = await findTypicalAnswer(scenario, client, first);
  const bare = await startBareServer({ answer, replicaFolder: null });
  const isLookup = scenario.path === "catalog";
  const reading = isLookup ? await startReadingServer(answer, first, bench) : null;
  const rounds = { service: [] as Round[], bare: [] as Round[], reading: [] as Round[] };
  const stopWatching = watchMemory(node.pid);
  for (let round = 0; round < options.rounds; round += 1) {
    const measure = async (url: string, child: Child) =>
      measureRound(await writeLoad(url), child, options);
    rounds.service.push(await measure(client.urlOf(scenario.path), node));
    rounds.bare.push(await measure(bare.url, bare.child));
    if (reading !== null) rounds.reading.push(await measure(reading.url, reading.child));
  }
  const memoryMb = stopWatching();
  await Promise.all([bare.child.stop(), reading?.child.stop()]);
  const service = summarize(rounds.service);
  const compared = summarize(rounds.bare);
  return {
    name: scenario.name,
    description: scenario.description,
    service,
    bare: compared,
    ratio: service.perSecond / compared.perSecond,
    targetCpuMs: scenario.targetCpuMs,
    requests: rounds.service.reduce((sum, round) => sum + round.requests, 0),
    faults: countFaults(Object.values(rounds).flat()),
    nodeCpuMs: median(rounds.service.map((round) => round.cpuMs)),
    postgresCpuMs: median(rounds.service.map((round) => round.postgresCpuMs)),
    readingCpuMs: reading && median(rounds.reading.map((round) => round.cpuMs)),
    memoryMb,
  };
}
