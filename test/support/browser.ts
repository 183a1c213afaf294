// A real browser, launched once per process. A test fails if a page it opened logs an error, breaches its own
// policy or sends a request to another host.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { closeAtEnd } from "./endLeftOpen.ts";
import type { TestApp } from "./testApp.ts";
import type { TestPerson } from "./testVisitor.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Why tests in a browser are skipped; false if there is a browser. */
export const skipWithoutBrowser = existsSync(executablePath)
  ? false
  : `there is no ${executablePath}; set CHROMIUM_PATH`;

/** How a page is opened. */
type PageOptions = {
  /** The person who is signed in; nobody by default. */
  readonly as?: Pick<TestPerson, "cookieName" | "token">;
  readonly script?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly locale?: string;
  /** An IANA time zone. */
  readonly zone?: string;
};

export type TestBrowser = {
  /** The address of the app, without a slash at the end. */
  readonly url: string;
  /** Opens a page at a path of the app, in a context of its own. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Closes the open pages, and fails if one of them did what a page must not. */
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
  // Letters look the same on every machine.
  "--font-render-hinting=none",
  "--disable-lcd-text",
];

function watch(page: Page, url: string, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // A status of 400 or more is an answer that a test expects.
    const expected = message.text().startsWith("Failed to load resource: the server responded");
    if (message.type() === "error" && !expected) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const target = request.url();
    if (!target.startsWith(`${url}/`) && !target.startsWith("data:"))
      faults.push(`requests ${target}`);
  });
}

let launched: Promise<Browser> | undefined;

/** The browser of this process, which ends with it. */
function launchBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath, args: flags }).then((browser) => {
    closeAtEnd(() => browser.close());
    return browser;
  });
  return launched;
}

/** Lets an app listen, on a free port or the one given, and opens it in the browser. */
export async function openBrowser(app: Pick<TestApp, "server">, port = 0): Promise<TestBrowser> {
  const url = await app.server.listen({ host: "127.0.0.1", port });
  const browser = await launchBrowser();
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  return {
    url,
    async open(path, options = {}) {
      const { as, script = true, width = 1280, height = 800, dark = false } = options;
      const { locale = "en-GB", zone = "UTC" } = options;
      const context = await browser.newContext({
        baseURL: url,
        javaScriptEnabled: script,
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
        locale,
        timezoneId: zone,
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
    async close() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
  };
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The rules whose result depends on the theme. */
const contrastRules = ["color-contrast", "link-in-text-block"];

/** The violations on a page, of all rules of axe or only those given. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Strings, because browser types are not available here.
  if (await page.evaluate("window.axe === undefined")) await page.evaluate(axeSource);
  const runOnly = rules === undefined ? {} : { runOnly: { type: "rule", values: rules } };
  const options = JSON.stringify({ resultTypes: ["violations"], ...runOnly });
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`);
}

/** Fails if axe finds a violation of WCAG 2.2 AA, or of its own best practices, on a page. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  assert.deepEqual(await findViolations(page), []);
}

/** Fails if a page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A string, because browser types are not available here.
  const beyond = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  assert.equal(beyond, 0, `${page.url()} is ${beyond} px wider than its window`);
}

/** Fails if a part of a page scrolls by itself and no keyboard reaches it. */
async function expectNoUnreachableScroll(page: Page): Promise<void> {
  const unreachable = await page.evaluate(`[...document.querySelectorAll("main *")]
    .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
    .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflow))
    .filter((part) => part.tabIndex < 0 && !part.querySelector("a, button, input, [tabindex]"))
    .map((part) => part.outerHTML.slice(0, 200))`);
  assert.deepEqual(unreachable, [], page.url());
}

/**
 * Fails if a page, open at 1280 px in the light theme, has a violation, has too little contrast
 * in the dark theme, or at one of `widths` is wider than its window or has a part that only a mouse
 * can scroll. With SCREENSHOTS each state is written to that folder. The page is left as it was.
 */
export async function expectGoodPage(
  page: Page,
  widths: readonly number[] = [360, 1280],
): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  const place = page
    .url()
    .replace(/^\w+:..[^/]*/, "")
    .replace(/\W+/g, "-")
    .slice(0, 60);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await findViolations(page, contrastRules), [], `${page.url()} in the dark`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectNoUnreachableScroll(page);
    if (folder === undefined) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `${folder}/${place}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}
