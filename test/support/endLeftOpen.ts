// Loaded into the process of every test file. A test that ran into its time limit may leave a loop
// or a server running; its file must end nevertheless, so that the others run.
import { after } from "node:test";

/** Longer than any file takes to close its servers. */
const maxCloseMs = 120_000;

// The process that starts the files loads this too.
if (process.env["NODE_TEST_CONTEXT"] !== undefined) {
  after(() => {
    const limit = setTimeout(() => {
      console.error(`Still running ${maxCloseMs / 1_000} s after the last test.`);
      process.exit(1);
    }, maxCloseMs);
    limit.unref();
  });
}
