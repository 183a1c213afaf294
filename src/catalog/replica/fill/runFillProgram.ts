// Fills a large replica in a process: the system gets its memory back when it ends (decision 273).
import { fork } from "node:child_process";
import type { DatabaseAddress } from "../../../db/address.ts";
import type { FillOptions } from "./fillReplica.ts";

export type FillOrder = {
  readonly address: DatabaseAddress;
  /** The file to create. */
  readonly path: string;
  readonly now: Date;
} & Pick<FillOptions, "rowBytes" | "replacedBytes">;

/** What the process sends when it has finished. */
export type FillResult = { readonly failure: string | undefined };

/** Rows are read in batches, so memory does not depend on their number. */
const bounds = ["--max-old-space-size=256", "--max-semi-space-size=8"];

/**
 * Rejects if the fill fails or `signal` is aborted; the process has ended then. If this process
 * ends, it ends after the step in progress.
 */
export async function runFillProgram(order: FillOrder, signal: AbortSignal): Promise<void> {
  const started = fork(new URL("./fillProgram.ts", import.meta.url), {
    execArgv: bounds,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    killSignal: "SIGKILL",
    // Its own: a process that cannot be started never removes its listener.
    signal: AbortSignal.any([signal]),
  });
  const ended = new Promise<FillResult>((resolve) => {
    started.once("exit", (code, name) => {
      const how = name ?? `exit code ${code}`;
      resolve({ failure: `The process that fills the replica ended with ${how}.` });
    });
  });
  const result = new Promise<FillResult>((resolve, reject) => {
    started.once("message", resolve);
    started.on("error", reject);
  });
  started.once("spawn", () => started.send(order));
  try {
    const { failure } = await Promise.race([result, ended]);
    if (failure !== undefined) throw new Error(failure);
  } finally {
    if (started.pid !== undefined) {
      started.kill("SIGKILL");
      await ended;
    }
  }
}
