// A logo as a picture that a PDF can contain: pdfkit draws no SVG.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Logger } from "pino";

export type LogoFile = { readonly type: string; readonly bytes: Buffer };

/** In pixels; a letterhead shows 40 points in height. */
const max = { width: 1_200, height: 240 };

const read = (module: string) => readFile(fileURLToPath(import.meta.resolve(module)));

async function loadRenderer(): Promise<Uint8Array> {
  await initWasm(read("@resvg/resvg-wasm/index_bg.wasm"));
  return read("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}

let renderer: Promise<Uint8Array> | undefined;

async function rasterize(svg: Buffer, log: Logger): Promise<Buffer | null> {
  try {
    renderer ??= loadRenderer();
    const font = { fontBuffers: [await renderer], defaultFontFamily: "DejaVu Sans" };
    const { width, height } = new Resvg(svg);
    const mode = width * max.height > height * max.width ? "width" : "height";
    const image = new Resvg(svg, { fitTo: { mode, value: max[mode] }, font }).render();
    return Buffer.from(image.asPng());
  } catch (err) {
    log.warn({ err }, "quotes show the name instead of the logo, which cannot be drawn");
    return null;
  }
}

let latest: { readonly bytes: Buffer; readonly png: Promise<Buffer | null> } | undefined;

/**
 * The logo as PNG, without anything that it links to. Null if it cannot be drawn, which is logged
 * once for each new logo.
 */
export function rasterizeLogo({ type, bytes }: LogoFile, log: Logger): Promise<Buffer | null> {
  if (type === "image/png") return Promise.resolve(bytes);
  if (latest?.bytes.equals(bytes) !== true) latest = { bytes, png: rasterize(bytes, log) };
  return latest.png;
}
