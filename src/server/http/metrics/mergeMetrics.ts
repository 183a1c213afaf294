// One page of metrics from those of all threads of a node.
import { AggregatorRegistry, Registry } from "prom-client";
import type { MeasuredMetrics } from "./metrics.ts";

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * How the values of threads are merged where prom-client's default does not fit: the slowest thread
 * counts, and values that one thread measures for the process are kept.
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

/** Writes the sums of all threads, and the largest event loop lag. */
export function writeMetrics(parts: readonly MeasuredMetrics[]): Promise<string> {
  return merge(parts).metrics();
}

/** Sums that are kept after their threads end: a sum that fell would be read as a restart. */
export function mergeCounts(parts: readonly MeasuredMetrics[]): Promise<MeasuredMetrics> {
  const counts = parts.map((metrics) =>
    metrics.filter(({ type }) => ["counter", "histogram"].includes(String(type))),
  );
  return merge(counts).getMetricsAsJSON();
}
