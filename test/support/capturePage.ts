import type { Page } from "playwright-core";

/**
 * A picture of a page's window, without motion and text cursor, once its fonts are loaded. WebP,
 * since a picture of text is a third of what PNG makes of it. `quality` is from 0 to 100.
 */
export async function capturePage(page: Page, quality: number): Promise<Buffer> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A string, because browser types are not available here.
  await page.evaluate(`document.documentElement.style.caretColor = "transparent";
    document.fonts.ready.then(() => undefined)`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
  await session.detach();
  return Buffer.from(data, "base64");
}
