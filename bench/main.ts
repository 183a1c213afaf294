// The program of `npm run bench`: loads, measures, reports. Invariant: figures never fail a run,
// but an error, a timeout or an answer without a 2xx status does.
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { stopAllChildren } from "./children.ts";
import { createClient } from "./client.ts";
import { describeImports } from "./describeImports.ts";
import { describePages } from "./describePages.ts";
import { describeCalls, measureCalls } from "./measureCalls.ts";
import { describeConsole, measureConsole } from "./measureConsole.ts";
import { measureImports } from "./measureImports.ts";
import { measurePages } from "./measurePages.ts";
import { describeRequestLog, measureRequestLog } from "./measureRequestLog.ts";
import { type Options, readOptions, UsageFault, usage } from "./options.ts";
import { readMemoryMb } from "./readMemoryMb.ts";
import { describeReport, type Report, toJson } from "./report.ts";
import { type Outcome, runScenario } from "./runScenario.ts";
import { scenarios } from "./scenarios.ts";
import { startServedNode } from "./servedNode.ts";

/** How often each page is asked for. */
const pageRounds = 200;
/** Logged calls beside the console's pages, where it is not said how many. */
const consoleCalls = 5_000_000;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function run(options: Options): Promise<Report> {
  const { dataDir, offers } = options;
  const { key, samples } = await prepareBenchDatabase({ dataDir, offers, report: say });
  const node = await startServedNode(dataDir);
  const bench = { options, samples, node: node.child, client: createClient(node.url, key) };
  const outcomes: Outcome[] = [];
  for (const scenario of scenarios) {
    if (!options.only.includes(scenario.name)) continue;
    say(`Measuring ${scenario.name}: ${scenario.asks}.`);
    outcomes.push(await runScenario(scenario, bench));
  }
  const peakMemoryMb = readMemoryMb(node.child.pid)?.peak ?? null;
  await node.child.stop();
  return { options, serveStartMs: node.startMs, peakMemoryMb, outcomes };
}

/** Figures as one value, how they are told, and how many answers were not good. */
type Measured = {
  readonly figures: unknown;
  readonly lines: readonly string[];
  readonly faults: number;
};

/** Measures what is asked for instead of requests; null where that is nothing. */
async function measureInstead(options: Options): Promise<Measured | null> {
  const { dataDir, offers } = options;
  if (options.imports) {
    const figures = await measureImports(dataDir, offers);
    const faults = figures.imports.reduce((sum, one) => sum + one.faults, 0);
    return { figures, lines: describeImports(figures), faults };
  }
  if (options.pages) {
    const figures = await measurePages(dataDir, pageRounds);
    return { figures, lines: describePages(figures), faults: 0 };
  }
  if (options.console) {
    await prepareBenchDatabase({ dataDir, offers, report: say });
    const figures = await measureConsole(dataDir, options.calls || consoleCalls);
    return { figures, lines: describeConsole(figures), faults: 0 };
  }
  if (options.calls > 0) {
    await prepareBenchDatabase({ dataDir, offers, report: say });
    const figures = await measureCalls(dataDir, options.calls);
    return { figures, lines: describeCalls(figures), faults: 0 };
  }
  if (options.requestLog) {
    const figures = await measureRequestLog(options, say);
    return { figures, lines: describeRequestLog(figures), faults: figures.faults };
  }
  return null;
}

/** Measures requests; the report, and each scenario's faults said. */
async function measureRequests(options: Options): Promise<Measured> {
  const report = await run(options);
  const failed = report.outcomes.filter((outcome) => outcome.faults > 0);
  for (const { name, faults } of failed) say(`${name}: ${faults} requests were not answered well.`);
  const faults = failed.reduce((sum, outcome) => sum + outcome.faults, 0);
  return { figures: toJson(report), lines: describeReport(report), faults };
}

/** Runs and prints; the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const measured = (await measureInstead(options)) ?? (await measureRequests(options));
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
  say(error instanceof UsageFault ? `${error.message}\n${usage}` : String(error));
  process.exitCode = error instanceof UsageFault ? 2 : 1;
} finally {
  await stopAllChildren();
}
