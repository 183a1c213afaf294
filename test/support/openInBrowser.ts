// A site and a browser for the tests of a file.
import { after, afterEach, before } from "node:test";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "./browser.ts";
import { openTestApp, type TestApp } from "./testApp.ts";

/**
 * Opens both before the first test, and then runs `prepare`. After each test the open pages are
 * closed and checked. Does nothing without a browser.
 */
export function openInBrowser(
  prepare: (app: TestApp, browser: TestBrowser) => Promise<void>,
): void {
  let app: TestApp | undefined;
  let browser: TestBrowser | undefined;
  before(async () => {
    if (skipWithoutBrowser !== false) return;
    app = await openTestApp();
    browser = await openBrowser(app);
    await prepare(app, browser);
  });
  afterEach(() => browser?.settle());
  after(async () => {
    await browser?.close();
    await app?.close();
  });
}
