// What the tests of a file use together, or each of them for itself.
import { after, afterEach, before, beforeEach } from "node:test";

type Opened = { close?(): unknown };

function hold<T extends object>(open: () => Promise<T>) {
  const held = {} as T;
  return {
    held,
    async open() {
      Object.assign(held, await open());
    },
    close: async () => (held as Opened).close?.(),
  };
}

/** Opens something before the first test of a file, and closes it after the last. */
export function share<T extends object>(opener: () => Promise<T>): T {
  const { held, open, close } = hold(opener);
  before(open);
  after(close);
  return held;
}

/** Opens something before each test of a file, and closes it afterwards. */
export function renew<T extends object>(opener: () => Promise<T>): T {
  const { held, open, close } = hold(opener);
  beforeEach(open);
  afterEach(close);
  return held;
}
