// A service with several workers, whose responses name the worker that sent them.
import { Agent, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ServedNode, startServed } from "./servedNode.ts";
import type { TestDatabase } from "./testDatabase.ts";

export type Answer = {
  readonly status: number;
  readonly thread: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

export type WorkerEnd = "exception" | "memory" | "exit";

const hook = pathToFileURL(join(import.meta.dirname, "markWorkers.mjs"));

export function startWorkerNode(
  database: Pick<TestDatabase, "url">,
  settings: Readonly<Record<string, string>> = {},
  user?: number,
): Promise<ServedNode> {
  const options = `--import=${hook.href} --max-old-space-size=160`;
  return startServed(database, { WORKERS: "2", NODE_OPTIONS: options, ...settings }, user);
}

/** Sends a request on a connection of `agent`, or on a new one. */
export function send(
  url: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly agent?: Agent;
  } = {},
): Promise<Answer> {
  const { headers = {}, body, agent = new Agent({ keepAlive: false }) } = options;
  const method = body === undefined ? "GET" : "POST";
  const answer = Promise.withResolvers<Answer>();
  const sent = request(url, { method, headers, agent }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (piece: string) => {
      text += piece;
    });
    response.on("end", () =>
      answer.resolve({
        status: response.statusCode ?? 0,
        thread: String(response.headers["x-thread"]),
        headers: response.headers,
        body: text,
      }),
    );
    response.on("error", answer.reject);
  });
  sent.on("error", answer.reject);
  sent.end(body);
  return answer.promise;
}

/** One connection to each of the workers, by thread. */
export async function connectToEach(url: string, workers: number): Promise<Map<string, Agent>> {
  const agents = new Map<string, Agent>();
  while (agents.size < workers) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { thread } = await send(`${url}/livez`, { agent });
    if (agents.has(thread)) agent.destroy();
    else agents.set(thread, agent);
  }
  return agents;
}

/** Ends the worker that answers; its connection breaks. */
export async function endWorker(url: string, how: WorkerEnd, agent?: Agent): Promise<void> {
  const headers = { "x-end": how };
  await send(`${url}/livez`, agent === undefined ? { headers } : { headers, agent }).catch(
    () => undefined,
  );
}

/** The value of a metric with its labels; undefined if it is not on the page. */
export async function readMetric({ metricsUrl }: ServedNode, name: string): Promise<number> {
  const page = await (await fetch(metricsUrl)).text();
  const line = page.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}
