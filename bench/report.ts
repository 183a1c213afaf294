// How a run's figures are told: a table for people, one JSON value for machines.
import { availableParallelism } from "node:os";
import { formatTable } from "../src/cli/printResult.ts";
import type { Options } from "./options.ts";
import type { Outcome } from "./runScenario.ts";

/** The figures of a run. Memory in MB (10^6 bytes), null where /proc is missing. */
export type Report = {
  readonly options: Options;
  readonly serveStartMs: number;
  readonly peakMemoryMb: number | null;
  readonly outcomes: readonly Outcome[];
};

const mostServeStartMs = 3_000;
const mostMemoryMb = 250;

function judge(met: boolean): string {
  return met ? "met" : "missed";
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
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
  "target",
  "CPU ms node",
  "postgres",
  "faults",
];

function toRow(outcome: Outcome): (string | number)[] {
  const { service, bare, ratio, targetRatio } = outcome;
  const target =
    targetRatio === null ? "none" : `${targetRatio.toFixed(2)} ${judge(ratio >= targetRatio)}`;
  return [
    `${outcome.name} ${outcome.asks}`,
    round(service.perSecond, 0),
    round(service.p50Ms, 2),
    round(service.p95Ms, 2),
    round(service.p99Ms, 2),
    round(bare.perSecond, 0),
    round(bare.p50Ms, 2),
    round(bare.p95Ms, 2),
    round(bare.p99Ms, 2),
    round(ratio, 3),
    target,
    round(outcome.nodeCpuMs, 3),
    round(outcome.postgresCpuMs, 3),
    outcome.faults,
  ];
}

function describeMemory(report: Report): string[] {
  const lookup = report.outcomes.find((outcome) => outcome.name === "L50");
  if (report.peakMemoryMb === null || lookup === undefined) return [];
  const met = judge(lookup.memoryMb < mostMemoryMb);
  return [
    `Resident memory of the node: ${round(lookup.memoryMb, 0)} MB at most during L50 ` +
      `(target under ${mostMemoryMb}: ${met}), ` +
      `${round(report.peakMemoryMb, 0)} MB in the whole run.`,
  ];
}

/** The lines of a report, its table first. */
export function describeReport(report: Report): string[] {
  const { options, serveStartMs } = report;
  const startMet = judge(serveStartMs < mostServeStartMs);
  return [
    ...formatTable(head, report.outcomes.map(toRow)),
    "",
    `serve to the first good /readyz, database included: ${round(serveStartMs / 1000, 2)} s ` +
      `(target under ${mostServeStartMs / 1000} s: ${startMet}).`,
    ...describeMemory(report),
    `${options.offers} offers, ${options.connections} requests at a time, ${options.rounds} ` +
      `measurements of ${options.seconds} s each, ${availableParallelism()} cores, ` +
      `Node ${process.versions.node}.`,
  ];
}

/** A report as one value, its names as on the wire. */
export function toJson({ options, serveStartMs, peakMemoryMb, outcomes }: Report) {
  return {
    offers: options.offers,
    connections: options.connections,
    rounds: options.rounds,
    seconds: options.seconds,
    cores: availableParallelism(),
    node: process.versions.node,
    serve_start_ms: Math.round(serveStartMs),
    peak_memory_mb: peakMemoryMb,
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
      target_ratio: outcome.targetRatio,
      target_met: outcome.targetRatio === null ? null : outcome.ratio >= outcome.targetRatio,
      requests: outcome.requests,
      faults: outcome.faults,
      node_cpu_ms_per_request: outcome.nodeCpuMs,
      postgres_cpu_ms_per_request: outcome.postgresCpuMs,
      memory_mb: outcome.memoryMb,
    })),
  };
}
