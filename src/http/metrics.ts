// What is measured for Prometheus: rate, errors and duration by route and code, event-loop lag,
// and gauges that others register.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  /** Counts a finished request; `durationS` in seconds. */
  observeRequest(method: string, route: string, status: number, durationS: number): void;
  /** A gauge that is read when the page is: label values and numbers. */
  addGauge(name: string, help: string, label: string, read: () => Record<string, number>): void;
  /** The page in Prometheus' text format, and its media type. */
  write(): Promise<string>;
  readonly contentType: string;
};

// From a tenth of a good lookup up to the five seconds after which every answer is out.
const durationBucketsS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one process, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by method, route and status code.",
    labelNames: ["method", "route", "code"] as const,
    buckets: durationBucketsS,
    registers: [registry],
  });
  return {
    observeRequest: (method, route, status, durationS) =>
      durations.labels(method, route, String(status)).observe(durationS),
    addGauge(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
        },
      });
    },
    write: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
