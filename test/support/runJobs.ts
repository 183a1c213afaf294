// The runner of jobs on a test's database, until the test ends.

import type { TestContext } from "node:test";
import { Logger, quickAddJob } from "graphile-worker";
import { Pool } from "pg";
import { pino } from "pino";
import { type Jobs, type JobsOptions, startJobs } from "../../src/jobs/startJobs.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { readConfig } from "../../src/server/config.ts";
import type { TestDatabase } from "./testDatabase.ts";

export type RunningJobs = Jobs & {
  /** What was logged so far. */
  readonly lines: readonly string[];
  /** How the first job of a task has ended, once it has. */
  endOf(task: string): Promise<"done" | "failed">;
};

export function runJobs(
  t: TestContext,
  { db, address, replica }: Pick<TestDatabase, "db" | "address" | "replica">,
  options: Partial<JobsOptions> = {},
): RunningJobs {
  const lines: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<"done" | "failed">>();
  const end = (task: string) => {
    const known = ends.get(task) ?? Promise.withResolvers<"done" | "failed">();
    ends.set(task, known);
    return known;
  };
  const jobs = startJobs({
    address,
    db,
    replica,
    clock: () => new Date(),
    log: pino({ base: null }, { write: (line: string) => lines.push(line) }),
    mailEncryption: createMailEncryption(Buffer.alloc(32)),
    mailServer: null,
    site: { publicUrl: "https://parts.example", supportEmail: "a@parts.example" },
    retention: readConfig({}, {}).retention,
    onJobEnd: (task, outcome) => end(task).resolve(outcome),
    ...options,
  });
  t.after(() => jobs.stop());
  return { ...jobs, lines, endOf: (task) => end(task).promise };
}

/** Adds a job of a task, as its schedule does. */
export async function addJob({ address }: Pick<TestDatabase, "address">, task: string) {
  const pgPool = new Pool(address);
  pgPool.on("error", () => undefined);
  await quickAddJob({ pgPool, logger: new Logger(() => () => undefined) }, task, {});
  await pgPool.end();
}
