// A reporter of node:test: the seconds that each file took, the slowest first.
import type { TestEvent } from "node:test/reporters";

// biome-ignore lint/style/noDefaultExport: node:test takes the default export of a reporter.
export default async function* reportFileTimes(events: AsyncIterable<TestEvent>) {
  const files: { readonly file: string; readonly seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== "test:summary" || data.file === undefined) continue;
    files.push({ file: data.file, seconds: data.duration_ms / 1_000 });
  }
  files.sort((one, other) => other.seconds - one.seconds);
  yield "Seconds per file:\n";
  for (const { file, seconds } of files) {
    yield `${seconds.toFixed(1).padStart(7)}  ${file.slice(file.indexOf("/test/") + 1)}\n`;
  }
}
