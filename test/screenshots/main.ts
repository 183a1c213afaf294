// Takes the screenshots in docs/screenshots from a separate demo, wide in light and dark, and
// narrow. Run by bin/screenshots.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import { capturePage } from "../support/capturePage.ts";
import { pasteDemoList, placeDemoDraft } from "./placeDemoDraft.ts";
import { checkDemoFile, explainDemoPrice, requestDemoKey } from "./requestDemoKey.ts";
import { type ServedDemo, startDemo } from "./servedDemo.ts";

const folder = join(import.meta.dirname, "../../docs/screenshots");
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** How a picture is taken: its ending in the file's name, the window, the colors. */
type Variant = { readonly ending: string; readonly width: number; readonly dark: boolean };

const light: Variant = { ending: "", width: 1280, dark: false };
const dark: Variant = { ending: "-dark", width: 1280, dark: true };
const narrow: Variant = { ending: "-narrow", width: 360, dark: false };
const height = 700;

/** Signs in on a site and waits for the title of its first page. */
async function signIn(
  browser: Browser,
  { url, password }: ServedDemo,
  { path, email, title }: Readonly<Record<"path" | "email" | "title", string>>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return page;
}

/** Takes a window of a page. */
async function take(page: Page, path: string, name: string, variant: Variant): Promise<void> {
  await page.setViewportSize({ width: variant.width, height });
  await page.emulateMedia({ colorScheme: variant.dark ? "dark" : "light" });
  await page.goto(path);
  const picture = await capturePage(page, 50);
  const file = `${name}${variant.ending}.webp`;
  await writeFile(join(folder, file), picture);
  process.stderr.write(`${file}, ${Math.ceil(picture.length / 1024)} KiB\n`);
}

/** Takes the pages of the portal; returns the order they show, confirmed in the end. */
async function takeSite(browser: Browser, demo: ServedDemo): Promise<string> {
  const order = `/orders/${await placeDemoDraft(demo)}`;
  const buyer = { path: "/sign-in", email: demo.email, title: "Example Air" };
  const page = await signIn(browser, demo, buyer);
  const list = await pasteDemoList(page);
  const pages = [
    ["/", "home"],
    [`/parts?q=${encodeURIComponent("fuel boost pump")}`, "parts"],
    [`/parts/${demoShowcase.severalOffers}`, "part"],
    [list, "quick-order"],
    [order, "order"],
    [`${order}/confirm`, "confirm"],
  ] as const;
  for (const [path, name] of pages) {
    await take(page, path, name, light);
    await take(page, path, name, dark);
  }
  await take(page, order, "order", narrow);
  await page.goto(`${order}/confirm`);
  await page.getByRole("button", { name: /^Confirm order/ }).click();
  await page.waitForURL(/done=confirmed/);
  return order;
}

async function takeConsole(browser: Browser, demo: ServedDemo, order: string): Promise<void> {
  const operator = { path: "/console/sign-in", email: demo.operator, title: "Today" };
  const page = await signIn(browser, demo, operator);
  const request = await requestDemoKey(page);
  const run = await checkDemoFile(page);
  const price = await explainDemoPrice(page);
  const pages = [
    ["/console", "console-today"],
    [request, "console-key-request"],
    [run, "console-import"],
    [price, "console-price"],
    [`/console${order}`, "console-order"],
  ] as const;
  for (const [path, name] of pages) await take(page, path, name, light);
}

const demo = await startDemo();
try {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await takeConsole(browser, demo, await takeSite(browser, demo));
  } finally {
    await browser.close();
  }
} finally {
  await demo.end();
}
