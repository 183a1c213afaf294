// What `npm run bench` can be told.
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isScenarioName, type ScenarioName, scenarioNames } from "./scenarios.ts";

/** Times are in seconds; `rounds` measurements of the service and as many of the bare server. */
export type Options = {
  readonly seconds: number;
  readonly rounds: number;
  readonly offers: number;
  readonly connections: number;
  readonly only: readonly ScenarioName[];
  readonly imports: boolean;
  readonly pages: boolean;
  readonly console: boolean;
  readonly requestLog: boolean;
  /** Calls to be loaded and searched; 0 for none. */
  readonly calls: number;
  readonly json: boolean;
  readonly dataDir: string;
};

/** A fault of the command line, told in one sentence. */
export class UsageFault extends Error {}

export const usage = `npm run bench -- [options]
  --seconds N      a measurement lasts N seconds (10)
  --rounds N       measurements of each server, alternating; medians count (3)
  --offers N       offers in the catalog (1000000)
  --connections N  requests at a time (16)
  --only A,B       some of ${scenarioNames.join(", ")}
  --imports        measures imports of so many offers instead of requests
  --pages          measures the pages of the web site instead
  --console        measures the pages of the console, among the calls of --calls, instead
  --request-log    measures lookups of 50 with the log of calls and without it instead
  --calls N        measures searches among N logged calls instead
  --json           one JSON value on standard output instead of the table
  --data-dir DIR   keeps the loaded database (a folder of the system's temporary folder)`;

function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new UsageFault(`--${name}: expected a whole number from 1 to ${most}, not "${text}".`);
}

function readNames(text: string): ScenarioName[] {
  return text.split(",").map((name) => {
    if (isScenarioName(name)) return name;
    throw new UsageFault(`--only: expected some of ${scenarioNames.join(", ")}, not "${name}".`);
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seconds: { type: "string", default: "10" },
        rounds: { type: "string", default: "3" },
        offers: { type: "string", default: "1000000" },
        connections: { type: "string", default: "16" },
        only: { type: "string", default: scenarioNames.join(",") },
        imports: { type: "boolean", default: false },
        pages: { type: "boolean", default: false },
        console: { type: "boolean", default: false },
        "request-log": { type: "boolean", default: false },
        calls: { type: "string" },
        json: { type: "boolean", default: false },
        "data-dir": { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message, { cause: error });
  }
}

/** Reads the arguments; null where the usage is asked for. Throws a `UsageFault`. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const offers = readCount("offers", values.offers, 5_000_000);
  const what = values.imports ? "imports" : "bench";
  const folder = values.pages ? "partsdesk-pages" : `partsdesk-${what}-${offers}`;
  return {
    seconds: readCount("seconds", values.seconds, 600),
    rounds: readCount("rounds", values.rounds, 99),
    offers,
    connections: readCount("connections", values.connections, 1_000),
    only: readNames(values.only),
    imports: values.imports,
    pages: values.pages,
    console: values.console,
    requestLog: values["request-log"],
    calls: values.calls === undefined ? 0 : readCount("calls", values.calls, 50_000_000),
    json: values.json,
    dataDir: resolve(values["data-dir"] ?? join(tmpdir(), folder)),
  };
}
