// The console in a real browser, for the tests of a file.
import { after, afterEach, before, test } from "node:test";
import type { Config } from "../../src/server/config.ts";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "./browser.ts";
import { app, openConsole } from "./console.ts";

export let browser: TestBrowser;

/** Opens the console and a browser, unless there is none. Each test settles it. */
export function openConsoleInBrowser(config: Partial<Config> = {}): void {
  after(() => browser?.close());
  openConsole(config);
  before(async () => {
    if (skipWithoutBrowser === false) browser = await openBrowser(app);
  });
  afterEach(() => browser?.settle());
}

/** A test that is skipped without a browser. */
export function testInBrowser(name: string, run: () => Promise<void>): void {
  test(name, { skip: skipWithoutBrowser }, run);
}

/** A test with JavaScript and another without. */
export function testWithoutScriptToo(
  name: string,
  run: (script: boolean, how: "with" | "without") => Promise<void>,
): void {
  testInBrowser(`${name}, with JavaScript`, () => run(true, "with"));
  testInBrowser(`${name}, without JavaScript`, () => run(false, "without"));
}
