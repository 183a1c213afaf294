// Loaded into the process of every group of test files. A test that ran into its time limit may leave
// a loop or a server running; its process must end nevertheless.
import { after } from "node:test";

/** Longer than any file takes to close its servers. */
const maxCloseMs = 120_000;

const closers: (() => Promise<unknown>)[] = [];

/** Closes what the files of a process share, after the last of them. */
export function closeAtEnd(close: () => Promise<unknown>): void {
  closers.push(close);
}

// The process that starts the groups loads this too.
if (process.env["NODE_TEST_CONTEXT"] !== undefined) {
  after(async () => {
    const limit = setTimeout(() => {
      console.error(`Still running ${maxCloseMs / 1_000} s after the last test.`);
      process.exit(1);
    }, maxCloseMs);
    limit.unref();
    await Promise.all(closers.map((close) => close()));
  });
}
