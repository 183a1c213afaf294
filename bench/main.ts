// The entry point of `npm run bench`. Invariant: a missed target never fails a run; an error, a
// timeout or a response without a 2xx status does.
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { stopAllChildren } from "./children.ts";
import { createClient } from "./client.ts";
import { describeImports } from "./describeImports.ts";
import { describePages } from "./describePages.ts";
import { describeConsole, measureConsole } from "./measureConsole.ts";
import { describeDelays, measureDelays } from "./measureDelays.ts";
import { describeErp, measureErp } from "./measureErp.ts";
import { describeFirstMinute, measureFirstMinute } from "./measureFirstMinute.ts";
import { measureImports } from "./measureImports.ts";
import { measurePages } from "./measurePages.ts";
import { describeRequestLog, measureRequestLog } from "./measureRequestLog.ts";
import { describeRequestSearches, measureRequestSearches } from "./measureRequestSearches.ts";
import { type Options, readOptions, UsageFault, usage } from "./options.ts";
import { describeReport, type Report, toJson } from "./report.ts";
import { type Outcome, runScenario } from "./runScenario.ts";
import { scenarios } from "./scenarios.ts";
import { startServedNode } from "./servedNode.ts";

/** Requests per page. */
const pageRounds = 200;
/** Default number of logged requests for console pages. */
const consoleRequests = 5_000_000;

function printMessage(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function run(options: Options): Promise<Report> {
  const { dataDir, offers, workers } = options;
  const prepared = await prepareBenchDatabase({ dataDir, offers, report: printMessage });
  const { key, samples, replicaFolder } = prepared;
  const settings = workers === null ? {} : { WORKERS: String(workers) };
  const node = await startServedNode(dataDir, settings);
  const client = createClient(node.url, key);
  const bench = { options, samples, node: node.child, client, replicaFolder };
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios) {
    if (!options.only.includes(scenario.name)) continue;
    printMessage(`Measuring ${scenario.name}: ${scenario.description}.`);
    outcomes.push(await runScenario(scenario, bench));
  }
  await node.child.stop();
  return { options, serveStartMs: node.startMs, outcomes };
}

/** `faults` counts responses without a 2xx status. */
type Measured = {
  readonly figures: unknown;
  readonly lines: readonly string[];
  readonly faults: number;
};

/** Runs the measurement that an option selects; null if none does. */
async function measureSelected(options: Options): Promise<Measured | null> {
  const { dataDir, offers } = options;
  if (options.imports) {
    const figures = await measureImports(dataDir, offers);
    const faults = figures.imports.reduce((sum, one) => sum + one.faults, 0);
    return { figures, lines: describeImports(figures), faults };
  }
  if (options.erp) {
    await prepareBenchDatabase({ dataDir, offers, report: printMessage });
    const figures = await measureErp(dataDir);
    return { figures, lines: describeErp(figures), faults: figures.faults };
  }
  if (options.pages) {
    const figures = await measurePages(dataDir, pageRounds);
    return { figures, lines: describePages(figures), faults: 0 };
  }
  if (options.console) {
    await prepareBenchDatabase({ dataDir, offers, report: printMessage });
    const figures = await measureConsole(dataDir, options.loggedRequests || consoleRequests);
    return { figures, lines: describeConsole(figures), faults: 0 };
  }
  if (options.delays) {
    const { key } = await prepareBenchDatabase({ dataDir, offers, report: printMessage });
    const figures = await measureDelays(dataDir, key);
    return { figures, lines: describeDelays(figures), faults: 0 };
  }
  if (options.firstMinute) {
    const prepared = await prepareBenchDatabase({ dataDir, offers, report: printMessage });
    const figures = await measureFirstMinute(options, prepared);
    return { figures, lines: describeFirstMinute(figures), faults: figures.faults };
  }
  if (options.loggedRequests > 0) {
    await prepareBenchDatabase({ dataDir, offers, report: printMessage });
    const figures = await measureRequestSearches(dataDir, options.loggedRequests);
    return { figures, lines: describeRequestSearches(figures), faults: 0 };
  }
  if (options.requestLog) {
    const figures = await measureRequestLog(options, printMessage);
    return { figures, lines: describeRequestLog(figures), faults: figures.faults };
  }
  return null;
}

async function measureRequests(options: Options): Promise<Measured> {
  const report = await run(options);
  const failed = report.outcomes.filter((outcome) => outcome.faults > 0);
  for (const { name, faults } of failed) printMessage(`${name}: ${faults} requests failed.`);
  const faults = failed.reduce((sum, outcome) => sum + outcome.faults, 0);
  return { figures: toJson(report), lines: describeReport(report), faults };
}

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const measured = (await measureSelected(options)) ?? (await measureRequests(options));
  const shown = options.json ? [JSON.stringify(measured.figures)] : measured.lines;
  process.stdout.write(`${shown.join("\n")}\n`);
  return measured.faults === 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stopAllChildren().finally(() => process.exit(130)));
}
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  printMessage(error instanceof UsageFault ? `${error.message}\n${usage}` : String(error));
  process.exitCode = error instanceof UsageFault ? 2 : 1;
} finally {
  await stopAllChildren();
}
