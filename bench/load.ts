// The load: autocannon in a program of its own, told by its first message what to send, and
// answering with what came back. Every connection sends its own part of the bodies, in turn.
import { createHistogram } from "node:perf_hooks";
import autocannon from "autocannon";

/** What to send; `idempotency` begins an Idempotency-Key of its own for every request. */
export type Load = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly idempotency: string | null;
  readonly connections: number;
  readonly seconds: number;
};

/** What came back. Times are in ms; `faults` counts what was not answered with a 2xx status. */
export type LoadResult = {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly faults: Readonly<Record<"errors" | "timeouts" | "non2xx", number>>;
};

type SetUp = { setupRequest?: NonNullable<autocannon.Request["setupRequest"]> };

function numberRequests(idempotency: string | null): SetUp {
  if (idempotency === null) return {};
  let count = 0;
  return {
    setupRequest(request) {
      count += 1;
      const headers = { ...request.headers, "idempotency-key": `${idempotency}-${count}` };
      return { ...request, headers };
    },
  };
}

type Latencies = ReturnType<typeof createHistogram>;

/**
 * Runs autocannon to its end, recording each answer's time in µs: its own histogram has only ms.
 */
function fire(load: Load, latencies: Latencies): Promise<autocannon.Result> {
  const { url, headers, connections, bodies, seconds: duration } = load;
  const setUp = numberRequests(load.idempotency);
  let connected = 0;
  const setupClient = (client: autocannon.Client) => {
    const own = bodies.filter((_, index) => index % connections === connected);
    connected += 1;
    client.setRequests(own.map((body) => ({ body, ...setUp })));
  };
  return new Promise((resolve, reject) => {
    const options = { url, headers, connections, duration, method: "POST" as const, setupClient };
    const running = autocannon(options, (error, result) =>
      error === null ? resolve(result) : reject(error),
    );
    running.on("response", (_client, _status, _bytes, ms) =>
      latencies.record(Math.max(1, Math.round(ms * 1000))),
    );
  });
}

async function send(load: Load): Promise<LoadResult> {
  const latencies = createHistogram();
  const { requests, duration, errors, timeouts, non2xx } = await fire(load, latencies);
  return {
    requests: requests.total,
    seconds: duration,
    p50Ms: latencies.percentile(50) / 1000,
    p95Ms: latencies.percentile(95) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    faults: { errors: errors - timeouts, timeouts, non2xx },
  };
}

process.once("message", async (load: Load) => {
  process.send?.(await send(load));
  process.disconnect?.();
});
process.once("disconnect", () => process.exit());
