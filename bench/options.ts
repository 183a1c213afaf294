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
  /** Null for the default of the service. */
  readonly workers: number | null;
  readonly only: readonly ScenarioName[];
  readonly imports: boolean;
  readonly erp: boolean;
  readonly pages: boolean;
  readonly console: boolean;
  readonly delays: boolean;
  readonly firstMinute: boolean;
  readonly requestLog: boolean;
  /** Number of logged requests to load and search; 0 for none. */
  readonly loggedRequests: number;
  readonly json: boolean;
  readonly dataDir: string;
};

/** Wrong usage of the command line. */
export class UsageFault extends Error {}

export const usage = `npm run bench -- [options]
  --seconds N          duration of a measurement (10)
  --rounds N           measurements per server, alternating; the median counts (3)
  --offers N           offers in the catalog (1000000)
  --connections N      concurrent requests (16)
  --workers N          workers of the service (its default)
  --only A,B           some of ${scenarioNames.join(", ")}
  --imports            measure imports of this number of offers instead
  --erp                measure stock and changes by the operator API instead
  --pages              measure the pages of the portal instead
  --console            measure the pages of the console instead
  --delays             measure how soon changes and revocations show instead
  --first-minute       measure orders of a new database, before and after ANALYZE, instead
  --request-log        measure lookups with and without the request log instead
  --logged-requests N  measure searches among N logged requests instead
  --json               print JSON instead of the table
  --data-dir DIR       folder of the loaded database (in the system's temporary folder)`;

function readCount(name: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageFault(`--${name}: expected an integer from 1 to ${max}, not "${text}".`);
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
        workers: { type: "string" },
        only: { type: "string", default: scenarioNames.join(",") },
        imports: { type: "boolean", default: false },
        erp: { type: "boolean", default: false },
        pages: { type: "boolean", default: false },
        console: { type: "boolean", default: false },
        delays: { type: "boolean", default: false },
        "first-minute": { type: "boolean", default: false },
        "request-log": { type: "boolean", default: false },
        "logged-requests": { type: "string" },
        json: { type: "boolean", default: false },
        "data-dir": { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message, { cause: error });
  }
}

/** Reads the arguments; null for --help. Throws `UsageFault`. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const loggedRequests = values["logged-requests"] ?? null;
  const offers = readCount("offers", values.offers, 5_000_000);
  const what = values.imports ? "imports" : "bench";
  const folder = values.pages ? "partsdesk-pages" : `partsdesk-${what}-${offers}`;
  return {
    seconds: readCount("seconds", values.seconds, 600),
    rounds: readCount("rounds", values.rounds, 99),
    offers,
    connections: readCount("connections", values.connections, 1_000),
    workers: values.workers === undefined ? null : readCount("workers", values.workers, 8),
    only: readNames(values.only),
    imports: values.imports,
    erp: values.erp,
    pages: values.pages,
    console: values.console,
    delays: values.delays,
    firstMinute: values["first-minute"],
    requestLog: values["request-log"],
    loggedRequests:
      loggedRequests === null ? 0 : readCount("logged-requests", loggedRequests, 50_000_000),
    json: values.json,
    dataDir: resolve(values["data-dir"] ?? join(tmpdir(), folder)),
  };
}
