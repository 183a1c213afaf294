// What is measured for Prometheus: rate, errors and duration by route and code, event-loop lag,
// and gauges that others register.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

type ReadGauge = () => Record<string, number> | Promise<Record<string, number>>;

export type Metrics = {
  /** Counts a finished request; `durationS` in seconds. */
  observeRequest(method: string, route: string, status: number, durationS: number): void;
  /** Counts the end of a job. */
  countJob(task: string, outcome: "done" | "failed"): void;
  /** Counts calls that went into the log of requests, or found no room there. */
  countLogged(outcome: "written" | "dropped", calls: number): void;
  /** A gauge that is read when the page is: label values and numbers; left out where that fails. */
  addGauge(name: string, help: string, label: string, read: ReadGauge): void;
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
  const jobEnds = new Counter({
    name: "jobs_total",
    help: "Jobs that ended, by task and outcome.",
    labelNames: ["task", "outcome"] as const,
    registers: [registry],
  });
  const logged = new Counter({
    name: "request_log_calls_total",
    help: "Calls of the API that went into the log of requests, or were dropped.",
    labelNames: ["outcome"] as const,
    registers: [registry],
  });
  return {
    countLogged: (outcome, calls) => logged.labels(outcome).inc(calls),
    countJob: (task, outcome) => jobEnds.labels(task, outcome).inc(),
    observeRequest: (method, route, status, durationS) =>
      durations.labels(method, route, String(status)).observe(durationS),
    addGauge(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          const found = await Promise.resolve(read()).catch(() => ({}));
          for (const [value, count] of Object.entries(found)) this.set({ [label]: value }, count);
        },
      });
    },
    write: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
