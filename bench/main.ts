// The program of `npm run bench`: loads, measures, reports. Invariant: figures never fail a run,
// but an error, a timeout or an answer without a 2xx status does.
import { prepareBenchDatabase } from "./benchDatabase.ts";
import { stopAllChildren } from "./children.ts";
import { createClient } from "./client.ts";
import { describeImports } from "./describeImports.ts";
import { describePages } from "./describePages.ts";
import { measureImports } from "./measureImports.ts";
import { measurePages } from "./measurePages.ts";
import { type Options, readOptions, UsageFault, usage } from "./options.ts";
import { readMemoryMb } from "./readMemoryMb.ts";
import { describeReport, type Report, toJson } from "./report.ts";
import { type Outcome, runScenario } from "./runScenario.ts";
import { scenarios } from "./scenarios.ts";
import { startServedNode } from "./servedNode.ts";

/** How often each page is asked for. */
const pageRounds = 200;

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

/** Runs and prints; the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (options.imports) {
    const figures = await measureImports(options.dataDir, options.offers);
    const shown = options.json ? [JSON.stringify(figures)] : describeImports(figures);
    process.stdout.write(`${shown.join("\n")}\n`);
    return figures.imports.every(({ faults }) => faults === 0) ? 0 : 1;
  }
  if (options.pages) {
    const figures = await measurePages(options.dataDir, pageRounds);
    const shown = options.json ? [JSON.stringify(figures)] : describePages(figures);
    process.stdout.write(`${shown.join("\n")}\n`);
    return 0;
  }
  const report = await run(options);
  const lines = options.json ? [JSON.stringify(toJson(report))] : describeReport(report);
  process.stdout.write(`${lines.join("\n")}\n`);
  const failed = report.outcomes.filter((outcome) => outcome.faults > 0);
  for (const { name, faults } of failed) say(`${name}: ${faults} requests were not answered well.`);
  return failed.length === 0 ? 0 : 1;
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
