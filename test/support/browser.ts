// A real browser for a test file. What a page must never do fails the test that opened it: an
// error in the console, a breach of its own policy, a request to anyone else.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import type { TestApp } from "./testApp.ts";
import type { TestPerson } from "./testVisitor.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Why tests in a browser are skipped here; false where there is one. */
export const skipWithoutBrowser = existsSync(executablePath)
  ? false
  : `there is no ${executablePath}; set CHROMIUM_PATH`;

/** How a page is looked at. */
export type Looks = {
  /** As whom; nobody where it is left out. */
  readonly as?: TestPerson;
  readonly script?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
};

export type TestBrowser = {
  /** The address of the app, without a slash at the end. */
  readonly url: string;
  /** Opens a page at a path of the app, in a context of its own. */
  open(path: string, looks?: Looks): Promise<Page>;
  /** Closes what was opened since, and fails where any of it did what a page must not. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function watch(page: Page, url: string, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // A status of 400 and more is the answer a test asked for.
    const expected = message.text().startsWith("Failed to load resource: the server responded");
    if (message.type() === "error" && !expected) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith("data:")) faults.push(`asked ${asked}`);
  });
}

/** Lets an app listen, on a free port or the one given, and opens a browser on it. */
export async function openBrowser(app: Pick<TestApp, "server">, port = 0): Promise<TestBrowser> {
  const url = await app.server.listen({ host: "127.0.0.1", port });
  const browser = await chromium.launch({ executablePath, args: flags });
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  return {
    url,
    async open(path, { as, script = true, width = 1280, height = 800, dark = false } = {}) {
      const context = await browser.newContext({
        baseURL: url,
        javaScriptEnabled: script,
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
      });
      contexts.push(context);
      if (as !== undefined) {
        const secured = { secure: true, httpOnly: true, sameSite: "Lax" as const };
        // Set as over https, a cookie of the machine itself is sent over http as well.
        const host = url.replace(/^http:/, "https:");
        await context.addCookies([{ name: as.cookieName, value: as.token, url: host, ...secured }]);
      }
      const page = await context.newPage();
      watch(page, url, faults);
      await page.goto(path);
      return page;
    },
    async settle() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      assert.deepEqual(faults.splice(0), []);
    },
    close: () => browser.close(),
  };
}

/** Fails where axe finds a violation of WCAG 2.2 AA, or of its own best practices, on a page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  assert.deepEqual(found, []);
}

/** Fails where a page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // An expression, since the compiler knows no browser here.
  const beyond = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  assert.equal(beyond, 0, `${page.url()} is ${beyond} px wider than its window`);
}
