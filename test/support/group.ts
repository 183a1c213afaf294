// Several test files in one process: each is a suite, and one runs after the other.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";

const root = join(import.meta.dirname, "../..");
const suiteFolder = process.env["PARTSDESK_TEST_SUITES"];

/** Tells mutations, also those in processes that a test starts, which suite runs. */
function announce(file: string): void {
  if (suiteFolder === undefined) return;
  before(() => writeFileSync(join(suiteFolder, `suite-${process.pid}`), file));
  after(() => rmSync(join(suiteFolder, `suite-${process.pid}`), { force: true }));
}

/** Runs test files, each by its path from the root. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    // Not awaited: when a suite ends and no other is known, node:test runs what is left for the end.
    void describe(file, async () => {
      announce(file);
      await import(join(root, file));
    });
  }
}
