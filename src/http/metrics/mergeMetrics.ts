// One page of metrics from those of all threads of a node.
import { AggregatorRegistry, Registry } from "prom-client";
import type { MeasuredMetrics } from "./metrics.ts";

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * How the values of threads become one, where prom-client's own way would not do: the slowest
 * thread is the one that matters, and what one thread measures for the process is not omitted.
 */
const ownAggregators: Readonly<Record<string, MeasuredMetrics[number]["aggregator"]>> = {
  average: "max",
  omit: "first",
};

function choose(metrics: MeasuredMetrics): MeasuredMetrics {
  return metrics.map((metric) => ({
    ...metric,
    aggregator: ownAggregators[metric.aggregator] ?? metric.aggregator,
  }));
}

function merge(parts: readonly MeasuredMetrics[]): Registry {
  return AggregatorRegistry.aggregate(parts.map(choose));
}

/** Writes the sums of all threads, and of the lag of their event loops the largest. */
export function writeMetrics(parts: readonly MeasuredMetrics[]): Promise<string> {
  return merge(parts).metrics();
}

/**
 * The sums that outlast the threads that counted them: a sum that fell would be read as a restart.
 */
export function mergeCounts(parts: readonly MeasuredMetrics[]): Promise<MeasuredMetrics> {
  const counts = parts.map((metrics) =>
    metrics.filter(({ type }) => ["counter", "histogram"].includes(String(type))),
  );
  return merge(counts).getMetricsAsJSON();
}
