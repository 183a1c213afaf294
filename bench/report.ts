import { availableParallelism } from "node:os";
import { formatTable } from "../src/kit/shell/printResult.ts";
import { defaultWorkers } from "../src/server/config/workers.ts";
import type { Options } from "./options.ts";
import type { Outcome } from "./runScenario.ts";

export type Report = {
  readonly options: Options;
  readonly serveStartMs: number;
  readonly outcomes: readonly Outcome[];
};

const maxServeStartMs = 3_000;
const maxMemoryMb = 200;

function describeTarget(met: boolean): string {
  return met ? "met" : "missed";
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function meetsTarget({ nodeCpuMs, postgresCpuMs, targetCpuMs }: Outcome): boolean {
  return nodeCpuMs + postgresCpuMs <= targetCpuMs;
}

const head = [
  "scenario",
  "req/s",
  "p50 ms",
  "p95 ms",
  "p99 ms",
  "bare req/s",
  "p50 ms",
  "p95 ms",
  "p99 ms",
  "ratio",
  "CPU ms node",
  "postgres",
  "target",
  "reading alone",
  "faults",
];

function toRow(outcome: Outcome): (string | number)[] {
  const { service, bare, ratio, readingCpuMs } = outcome;
  return [
    `${outcome.name} ${outcome.description}`,
    round(service.perSecond, 0),
    round(service.p50Ms, 2),
    round(service.p95Ms, 2),
    round(service.p99Ms, 2),
    round(bare.perSecond, 0),
    round(bare.p50Ms, 2),
    round(bare.p95Ms, 2),
    round(bare.p99Ms, 2),
    round(ratio, 3),
    round(outcome.nodeCpuMs, 3),
    round(outcome.postgresCpuMs, 3),
    `${outcome.targetCpuMs} ${describeTarget(meetsTarget(outcome))}`,
    readingCpuMs === null ? "" : round(readingCpuMs, 3),
    outcome.faults,
  ];
}

function describeMemory(report: Report): string[] {
  const lookup = report.outcomes.find((outcome) => outcome.name === "L50");
  if (lookup === undefined) return [];
  const workers = report.options.workers ?? defaultWorkers();
  const ofWorker = lookup.memoryMb / workers;
  const met = describeTarget(ofWorker < maxMemoryMb);
  return [
    `Memory of the node without pages of files: up to ${round(lookup.memoryMb, 0)} MB during L50` +
      `, divided by the number of workers (${workers}): ${round(ofWorker, 0)} MB ` +
      `(target: less than ${maxMemoryMb}: ${met}).`,
  ];
}

export function describeReport(report: Report): string[] {
  const { options, serveStartMs } = report;
  const startMet = describeTarget(serveStartMs < maxServeStartMs);
  return [
    ...formatTable(head, report.outcomes.map(toRow)),
    "",
    `Start until /readyz is OK, including the database: ${round(serveStartMs / 1000, 2)} s ` +
      `(target: less than ${maxServeStartMs / 1000} s: ${startMet}).`,
    ...describeMemory(report),
    `${options.offers} offers, ${options.connections} concurrent requests, ${options.rounds} ` +
      `measurements of ${options.seconds} s each, ${availableParallelism()} cores, ` +
      `Node ${process.versions.node}.`,
  ];
}

export function toJson({ options, serveStartMs, outcomes }: Report) {
  return {
    offers: options.offers,
    connections: options.connections,
    rounds: options.rounds,
    seconds: options.seconds,
    cores: availableParallelism(),
    node: process.versions.node,
    serve_start_ms: Math.round(serveStartMs),
    workers: options.workers,
    scenarios: outcomes.map((outcome) => ({
      name: outcome.name,
      requests_per_second: outcome.service.perSecond,
      p50_ms: outcome.service.p50Ms,
      p95_ms: outcome.service.p95Ms,
      p99_ms: outcome.service.p99Ms,
      bare_requests_per_second: outcome.bare.perSecond,
      bare_p50_ms: outcome.bare.p50Ms,
      bare_p95_ms: outcome.bare.p95Ms,
      bare_p99_ms: outcome.bare.p99Ms,
      ratio: outcome.ratio,
      requests: outcome.requests,
      faults: outcome.faults,
      node_cpu_ms_per_request: outcome.nodeCpuMs,
      postgres_cpu_ms_per_request: outcome.postgresCpuMs,
      target_cpu_ms_per_request: outcome.targetCpuMs,
      target_met: meetsTarget(outcome),
      reading_cpu_ms_per_request: outcome.readingCpuMs,
      memory_mb: outcome.memoryMb,
    })),
  };
}
