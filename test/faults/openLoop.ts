// A process that sends lookups on a schedule and measures from the scheduled time, so that a slow
// service does not slow the load (open loop). Receives its plan as the first message. Uses plain
// sockets: an HTTP client would need as much of the machine as the service.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** `perSecond` null: each connection sends the next request when it has a response. */
export type LoopPlan = {
  readonly url: string;
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
  readonly perSecond: number | null;
  readonly seconds: number;
  readonly connections: number;
};

/**
 * A response: its status (0 if the connection failed), and its time in ms since the request was due
 * and since it was sent.
 */
export type LoopAnswer = readonly [status: number, ms: number, sentMs: number];

/**
 * `lastedS` is the time until the last response. `delayMs` and `cpuShare` show whether the load
 * itself was late: p99 of its event loop.
 */
export type LoopReport = {
  readonly answers: readonly LoopAnswer[];
  readonly lastedS: number;
  readonly delayMs: number;
  readonly cpuShare: number;
};

type Load = {
  /** Opens all connections, so that the load does not wait for them. */
  connect(): Promise<void>;
  /** Sends a request on an idle connection, or on the next that becomes idle. */
  send(dueMs: number): void;
  /** Resolves when all requests have ended. */
  end(): Promise<void>;
};

/** One after the other, thousands would take longer than the service waits for a request. */
const openedAtOnce = 64;

/** Writes the bytes of each request once. */
function writeRequests({ url, keys, bodies }: LoopPlan): Buffer[] {
  const { pathname, host } = new URL(url);
  return bodies.map((body, place) =>
    Buffer.from(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\n` +
        `Authorization: Bearer ${keys[place % keys.length]}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n` +
        body,
    ),
  );
}

/** Reads responses, one at a time, and reports the status of each when it is complete. */
function createReader(onEnd: (status: number) => void): (data: Buffer) => void {
  let head = "";
  let status = 0;
  let missing = 0;
  return (data) => {
    if (missing > 0) missing -= data.length;
    else {
      head += data.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const [, length = "0"] = /content-length: (\d+)/i.exec(head) ?? [];
      status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
      missing = end + "\r\n\r\n".length + Number(length) - head.length;
      head = "";
    }
    if (missing === 0) onEnd(status);
  };
}

/** Counts the requests that have no response yet, and reports each that gets one. */
function countUnfinished(onAnswer: (answer: LoopAnswer) => void) {
  const ended = Promise.withResolvers<void>();
  let unfinished = 0;
  let isEnding = false;
  return {
    begin: () => {
      unfinished += 1;
    },
    finish(times: { readonly dueMs: number; readonly sentMs: number }, status: number): void {
      unfinished -= 1;
      const nowMs = performance.now();
      onAnswer([status, nowMs - times.dueMs, nowMs - times.sentMs]);
      if (isEnding && unfinished === 0) ended.resolve();
    },
    end(): Promise<void> {
      isEnding = true;
      if (unfinished === 0) ended.resolve();
      return ended.promise;
    },
  };
}

function openLoad(plan: LoopPlan, onAnswer: (answer: LoopAnswer) => void): Load {
  const requests = writeRequests(plan);
  const { hostname, port } = new URL(plan.url);
  const idle: ((dueMs: number) => void)[] = [];
  const due: number[] = [];
  const counts = { connections: 0, sent: 0 };
  const unfinished = countUnfinished(onAnswer);

  function open(): { readonly socket: Socket; readonly send: (dueMs: number) => void } {
    counts.connections += 1;
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent: { readonly dueMs: number; readonly sentMs: number } | null = null;
    function send(dueMs: number): void {
      sent = { dueMs, sentMs: performance.now() };
      counts.sent += 1;
      socket.write(requests[counts.sent % requests.length] ?? "");
    }
    function end(status: number): void {
      if (sent !== null) unfinished.finish(sent, status);
      sent = null;
    }
    const read = createReader((status) => {
      end(status);
      const next = due.shift();
      if (next === undefined) idle.push(send);
      else send(next);
    });
    socket.on("data", read).on("error", () => undefined);
    socket.on("close", () => {
      counts.connections -= 1;
      if (idle.includes(send)) idle.splice(idle.indexOf(send), 1);
      end(0);
    });
    return { socket, send };
  }

  return {
    async connect() {
      while (counts.connections < plan.connections) {
        const missing = plan.connections - counts.connections;
        const opened = Array.from({ length: Math.min(missing, openedAtOnce) }, open);
        await Promise.all(opened.map(({ socket }) => once(socket, "connect")));
        idle.push(...opened.map(({ send }) => send));
      }
    },
    send(dueMs) {
      unfinished.begin();
      const send = idle.pop() ?? (counts.connections < plan.connections ? open().send : undefined);
      if (send === undefined) due.push(dueMs);
      else send(dueMs);
    },
    end: unfinished.end,
  };
}

async function runClosed(plan: LoopPlan): Promise<LoopAnswer[]> {
  const answers: LoopAnswer[] = [];
  const endMs = performance.now() + plan.seconds * 1000;
  const load = openLoad(plan, (answer) => {
    answers.push(answer);
    if (performance.now() < endMs) load.send(performance.now());
  });
  await load.connect();
  for (let count = 0; count < plan.connections; count += 1) load.send(performance.now());
  await delay(plan.seconds * 1000);
  await load.end();
  return answers;
}

async function runOpen(plan: LoopPlan, perSecond: number): Promise<LoopAnswer[]> {
  const answers: LoopAnswer[] = [];
  const load = openLoad(plan, (answer) => answers.push(answer));
  await load.connect();
  const startMs = performance.now();
  const total = Math.round(perSecond * plan.seconds);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - startMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) load.send(startMs + (sent / perSecond) * 1000);
    await delay(1);
  }
  await load.end();
  return answers;
}

async function run(plan: LoopPlan): Promise<LoopReport> {
  const startMs = performance.now();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const running = plan.perSecond === null ? runClosed(plan) : runOpen(plan, plan.perSecond);
  const answers = await running;
  const { user, system } = process.cpuUsage();
  const lastedS = (performance.now() - startMs) / 1000;
  const cpuShare = (user + system) / 1e6 / lastedS;
  return { answers, lastedS, delayMs: delays.percentile(99) / 1e6, cpuShare };
}

process.once("message", (plan: LoopPlan) => {
  void run(plan).then((report) => process.send?.(report, () => process.exit()));
});
