// A reporter of node:test: the seconds that each test file took, the slowest first.
import type { TestEvent } from "node:test/reporters";

// biome-ignore lint/style/noDefaultExport: node:test takes the default export of a reporter.
export default async function* reportSuiteTimes(events: AsyncIterable<TestEvent>) {
  const suites: { readonly file: string; readonly seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details.type !== "suite" || !/^test\/.*\.test\.ts$/.test(data.name)) continue;
    suites.push({ file: data.name, seconds: data.details.duration_ms / 1_000 });
  }
  suites.sort((one, other) => other.seconds - one.seconds);
  yield "Seconds per file:\n";
  for (const { file, seconds } of suites) yield `${seconds.toFixed(1).padStart(7)}  ${file}\n`;
}
