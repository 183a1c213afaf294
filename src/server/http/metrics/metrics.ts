// Metrics for Prometheus: rate, errors and duration by route and code, event-loop lag, and gauges
// that other modules add.
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import { readVersion } from "../../../version.ts";

/** "placed" is a new draft, "cancelled" a confirmed order, "discarded" a draft. */
const countedOrderEvents = ["placed", "confirmed", "fulfilled", "cancelled", "discarded"] as const;

type CountedOrderEvent = (typeof countedOrderEvents)[number];

/**
 * The values of one thread at one time; `mergeMetrics.ts` merges those of all threads into one
 * page.
 */
export type MeasuredMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

type ReadGauge = () => Record<string, number> | Promise<Record<string, number>>;

export type Metrics = {
  /** Counts a finished request; `durationS` in seconds. */
  observeRequest(method: string, route: string, status: number, durationS: number): void;
  countJob(task: string, outcome: "done" | "failed"): void;
  /** Counts what happened to orders by requests to this node. */
  countOrder(event: CountedOrderEvent, orders: number): void;
  /** Counts a rejection that no code handled. */
  countUnhandledRejection(): void;
  /** Counts a thread that ended unexpectedly. */
  countWorkerEnd(reason: (typeof workerEnds)[number]): void;
  /** Counts API requests that the request log wrote or dropped. */
  countLogged(outcome: "written" | "dropped", requests: number): void;
  /** Adds a gauge that is read with the metrics page; missing there if reading fails. */
  addGauge(name: string, help: string, label: string, read: ReadGauge): void;
  /**
   * Adds a time in Unix seconds that is read with the metrics page; missing there if there is none
   * or reading fails.
   */
  addTime(name: string, help: string, read: () => Promise<Date | null>): void;
  collect(): Promise<MeasuredMetrics>;
};

// From a tenth of a fast lookup to beyond the five seconds within which every request is answered.
const durationBucketsS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const workerEnds = ["exception", "memory", "exit"] as const;

/** A constant that joins other metrics with the version that runs. */
function registerBuildInfo(registry: Registry): void {
  new Gauge({
    name: "partsdesk_build_info",
    help: "Always 1; the labels are the versions of the service and of Node.js.",
    labelNames: ["version", "node"] as const,
    registers: [registry],
  }).set({ version: readVersion(), node: process.versions.node }, 1);
}

/** A counter by event. Each starts at 0, so that its first event is an increase. */
function registerEvents<Event extends string>(
  registry: Registry,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: string },
  events: readonly Event[],
): (event: Event, count: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const event of events) counter.labels(event).inc(0);
  return (event, count) => counter.labels(event).inc(count);
}

const orderEvents = {
  name: "orders_total",
  help: "Orders placed, confirmed, fulfilled, cancelled and discarded.",
  label: "event",
};

const workerEndEvents = {
  name: "worker_ends_total",
  help: "Workers that ended unexpectedly, by reason.",
  label: "reason",
};

function addGauge(registry: Registry, ...gauge: Parameters<Metrics["addGauge"]>): void {
  const [name, help, label, read] = gauge;
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
}

function addTime(registry: Registry, ...[name, help, read]: Parameters<Metrics["addTime"]>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const at = await read().catch(() => null);
      if (at === null) this.remove({});
      else this.set(at.getTime() / 1000);
    },
  });
}

/** Metrics of the whole process, measured by only one of its threads. */
const processMetrics = /^(?:process_|nodejs_version_info)/;

/** How often the lag of the event loop is measured. More often, an idle node would mostly do that. */
const lagCheckMs = 50;

/** Node's own metrics of this thread, and of the process if it is the main thread. */
function registerNode(registry: Registry, thread: "main" | "worker"): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagCheckMs });
  if (thread === "main") {
    registerBuildInfo(registry);
    return;
  }
  for (const { name } of registry.getMetricsAsArray()) {
    if (processMetrics.test(name)) registry.removeSingleMetric(name);
  }
}

/** Creates the metrics of a thread. */
export function createMetrics(thread: "main" | "worker"): Metrics {
  const registry = new Registry();
  registerNode(registry, thread);
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by method, route and status code.",
    labelNames: ["method", "route", "code"] as const,
    buckets: durationBucketsS,
    registers: [registry],
  });
  const jobEnds = new Counter({
    name: "jobs_total",
    help: "Finished jobs by task and outcome.",
    labelNames: ["task", "outcome"] as const,
    registers: [registry],
  });
  const unhandled = new Counter({
    name: "unhandled_rejections_total",
    help: "Rejections that no code handled, each of them an error of the program.",
    registers: [registry],
  });
  const logged = [
    ["request_log_requests_total", "API requests that the request log wrote or dropped."],
    ["request_log_calls_total", "Deprecated name of request_log_requests_total."],
  ].map(
    ([name = "", help = ""]) =>
      new Counter({ name, help, labelNames: ["outcome"] as const, registers: [registry] }),
  );
  const countEnd = registerEvents(registry, workerEndEvents, workerEnds);
  return {
    countOrder: registerEvents(registry, orderEvents, countedOrderEvents),
    countWorkerEnd: (reason) => countEnd(reason, 1),
    countLogged: (outcome, requests) => {
      for (const counter of logged) counter.labels(outcome).inc(requests);
    },
    countUnhandledRejection: () => unhandled.inc(),
    countJob(task, outcome) {
      jobEnds.labels(task, outcome).inc();
    },
    observeRequest: (method, route, status, durationS) =>
      durations.labels(method, route, String(status)).observe(durationS),
    addGauge: (...gauge) => addGauge(registry, ...gauge),
    addTime: (name, help, read) => addTime(registry, name, help, read),
    collect: () => registry.getMetricsAsJSON(),
  };
}
