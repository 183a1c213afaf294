// The service as a process of its own, on a free port and a test's database.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "./findFreePort.ts";
import { environmentOf, mainFile } from "./runCommand.ts";
import type { TestDatabase } from "./testDatabase.ts";

export type ServedNode = {
  readonly url: string;
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  /** Its standard output so far: log lines. */
  readonly output: () => string;
  /** Sends a signal and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Starts `serve` and waits until it listens; the test must end it. Root starts it as `user`. */
export async function startServed(
  database: Pick<TestDatabase, "url">,
  extra: Readonly<Record<string, string>> = {},
  user?: number,
): Promise<ServedNode> {
  const { METRICS_PORT = String(await findFreePort()) } = extra;
  const child = spawn(process.execPath, [mainFile, "serve"], {
    env: environmentOf(database, { PORT: "0", METRICS_PORT, ...extra }),
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && process.geteuid?.() === 0 ? { uid: user, gid: user } : {}),
  });
  // After the exit, the last output may still be on its way.
  const closed = once(child, "close");
  let output = "";
  child.stdout.on("data", (bytes) => {
    output += bytes;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (bytes) => {
      text += bytes;
      const found = /listening on (\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${text}`)));
  });
  return {
    url,
    metricsUrl: `http://127.0.0.1:${METRICS_PORT}/metrics`,
    child,
    output: () => output,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      const [code] = await closed;
      return code as number | null;
    },
  };
}
