// Compares a page with its reference image, and writes what differs. Chromium itself decodes and
// encodes the pictures.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";

/** The reference images. */
export const imageFolder = join(import.meta.dirname, "images");
/** Where a page is written that does not look like its reference image; another for each user. */
const faultFolder = join(tmpdir(), `partsdesk-looks-${userInfo().username}`);
const update = process.env["UPDATE_IMAGES"] === "1";

/**
 * Machines draw letters differently, so pictures are compared as blocks of `blockPx` by `blockPx`
 * pixels: within a block, the edges of letters average out. A block counts if its color is further
 * away than `threshold`, from 0 to 1; up to `maxBlocks` may count. Letters drawn 0.3 px aside count
 * as no block, card headers 3 px higher as at least 42.
 */
const tolerance = { blockPx: 4, threshold: 0.15, maxBlocks: 20 } as const;
/** Of the WebP pictures, from 0 to 100; both sides of a comparison lose the same. */
const quality = 60;

type Picture = {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Buffer;
};

// Strings, because browser types are not available here.
const toBase64 = `async (blob) => {
  const reader = new FileReader();
  await new Promise((done) => { reader.onload = done; reader.readAsDataURL(blob); });
  return reader.result.slice(reader.result.indexOf(",") + 1);
}`;
const toBlob = "(text) => new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))])";

/** Decodes a picture, smaller by `scale`. */
async function decode(page: Page, bytes: Buffer, scale: number): Promise<Picture> {
  const { data, ...size } = await page.evaluate<{ width: number; height: number; data: string }>(
    `(async () => {
      const image = await createImageBitmap((${toBlob})("${bytes.toString("base64")}"));
      const width = Math.ceil(image.width / ${scale});
      const height = Math.ceil(image.height / ${scale});
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      return { width, height, data: await (${toBase64})(new Blob([data])) };
    })()`,
  );
  return { ...size, pixels: Buffer.from(data, "base64") };
}

/**
 * A picture of a page's window, without motion and text cursor, once its fonts are loaded. WebP,
 * since a picture of text is a third of what PNG makes of it. `quality` is from 0 to 100.
 */
async function capturePage(page: Page, quality: number): Promise<Buffer> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A string, because browser types are not available here.
  await page.evaluate(`document.documentElement.style.caretColor = "transparent";
    document.fonts.ready.then(() => undefined)`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
  await session.detach();
  return Buffer.from(data, "base64");
}

/** How many blocks of two pictures of one size differ. */
function countDifferences(reference: Picture, actual: Picture): number {
  const { width, height } = reference;
  const options = { threshold: tolerance.threshold, includeAA: true };
  return pixelmatch(reference.pixels, actual.pixels, undefined, width, height, options);
}

/** Writes the picture of a page; returns what a failed test reports. */
async function reportFault(name: string, fault: string, taken: Buffer): Promise<string> {
  await mkdir(faultFolder, { recursive: true });
  const file = join(faultFolder, `${name}.webp`);
  await writeFile(file, taken);
  return `${name} ${fault}. See ${file}. \
If the change is intended, retake the reference images: \
UPDATE_IMAGES=1 bin/test test/looks/looks.slow.test.ts`;
}

/**
 * Fails if the window of a page differs from the reference image `name`, and writes its picture to
 * a temporary folder. With UPDATE_IMAGES=1 a reference image that differs in any
 * block is retaken instead.
 */
export async function expectReferenceLook(page: Page, name: string): Promise<void> {
  const file = join(imageFolder, `${name}.webp`);
  const taken = await capturePage(page, quality);
  const stored = existsSync(file) ? await readFile(file) : undefined;
  if (stored?.equals(taken)) return;
  const actual = await decode(page, taken, tolerance.blockPx);
  const reference = stored && (await decode(page, stored, tolerance.blockPx));
  if (reference?.width !== actual.width || reference.height !== actual.height) {
    if (update) return writeFile(file, taken);
    assert.fail(await reportFault(name, "has no reference image", taken));
  }
  const count = countDifferences(reference, actual);
  if (update && count > 0) return writeFile(file, taken);
  if (count <= tolerance.maxBlocks) return;
  const fault = `differs from its reference image in ${count} blocks of ${tolerance.blockPx} pixels`;
  assert.fail(await reportFault(name, fault, taken));
}
