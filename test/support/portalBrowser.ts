// A portal as of `openPortal`, in a real browser.
import { before, test as testAnywhere } from "node:test";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "./browser.ts";
import { app, openPortal } from "./portal.ts";

export let browser: TestBrowser;

/** Opens both before the tests of a file. */
export function openPortalBrowser(...portal: Parameters<typeof openPortal>): void {
  openPortal(...portal);
  before(async () => {
    if (skipWithoutBrowser === false) browser = await openBrowser(app);
  });
}

/** A test whose pages are closed and checked at its end. */
export function test(name: string, run: () => Promise<void>): void {
  testAnywhere(name, { skip: skipWithoutBrowser }, async () => {
    try {
      await run();
    } finally {
      await browser.settle();
    }
  });
}
