// Measures pages with a real browser: paint times, layout shifts and transferred bytes.
import { type BrowserContext, chromium } from "playwright-core";

/** The worst values of all widths. `shift` is the cumulative layout shift. */
export type Browsed = {
  readonly shift: number;
  readonly largestPaintMs: number;
  /** All bytes of the page with an empty cache. */
  readonly transferred: number;
};

type Cookie = { readonly name: string; readonly value: string };

const widths = [360, 1280];
const executablePath = "/usr/bin/chromium";
const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--no-sandbox"];
const alone = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

type Entries = { shift: number; largestPaintMs: number; transferred: number };

/** Runs in the page after it has loaded. Its entry types differ from those of Node. */
function readEntries(): Promise<Entries> {
  type Shift = PerformanceEntry & { readonly value: number };
  const observe = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect();
        resolve(list.getEntries());
      }).observe({ type: type as never, buffered: true });
      setTimeout(() => resolve([]), 300);
    });
  return Promise.all([observe("layout-shift"), observe("largest-contentful-paint")]).then(
    ([shifts, paints]) => ({
      shift: shifts.reduce((sum, entry) => sum + (entry as Shift).value, 0),
      largestPaintMs: paints.at(-1)?.startTime ?? 0,
      transferred: [
        ...performance.getEntriesByType("navigation" as never),
        ...performance.getEntriesByType("resource"),
      ].reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
    }),
  );
}

async function browse(context: BrowserContext, url: string): Promise<Entries> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    return await page.evaluate(readEntries);
  } finally {
    await page.close();
  }
}

/** Measures pages with this cookie, each with an empty cache. */
export async function browsePages(
  address: string,
  cookie: Cookie,
  paths: readonly string[],
): Promise<Browsed[]> {
  const browser = await chromium.launch({ executablePath, args: [...quiet, ...alone] });
  try {
    // A `__Host-` cookie can only be set for a secure address, but is also sent to localhost.
    const secureAddress = address.replace(/^http:/, "https:");
    const browsed: Browsed[] = [];
    for (const path of paths) {
      const seen: Entries[] = [];
      for (const width of widths) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        await context.addCookies([{ ...cookie, url: secureAddress, secure: true, httpOnly: true }]);
        seen.push(await browse(context, address + path));
        await context.close();
      }
      const max = (read: (entries: Entries) => number) => Math.max(...seen.map(read));
      browsed.push({
        shift: max(({ shift }) => shift),
        largestPaintMs: max(({ largestPaintMs }) => largestPaintMs),
        transferred: max(({ transferred }) => transferred),
      });
    }
    return browsed;
  } finally {
    await browser.close();
  }
}
