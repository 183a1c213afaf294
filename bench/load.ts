// The load: autocannon in a separate process, which receives what to send as its first message and
// sends back the result. Every connection sends its own share of the bodies.
import { createHistogram } from "node:perf_hooks";
import autocannon from "autocannon";

/** `idempotency` is the prefix of a separate Idempotency-Key for every request. */
export type Load = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly idempotency: string | null;
  readonly connections: number;
  readonly seconds: number;
};

/** `faults` counts responses without a 2xx status. */
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

/** Runs autocannon and records each response time in µs, because its own histogram has only ms. */
function runLoad(load: Load, latencies: Latencies): Promise<autocannon.Result> {
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
  const { requests, duration, errors, timeouts, non2xx } = await runLoad(load, latencies);
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
