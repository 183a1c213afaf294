// A logo as a picture that a PDF can contain: pdfkit draws no SVG.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

export type LogoFile = { readonly type: string; readonly bytes: Buffer };

/** In pixels; a letterhead shows 40 points in height. */
const max = { width: 1_200, height: 240 };

const read = (module: string) => readFile(fileURLToPath(import.meta.resolve(module)));

async function loadRenderer(): Promise<Uint8Array> {
  await initWasm(read("@resvg/resvg-wasm/index_bg.wasm"));
  return read("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}

let renderer: Promise<Uint8Array> | undefined;

async function rasterize(svg: Buffer): Promise<Buffer | null> {
  renderer ??= loadRenderer();
  const font = { fontBuffers: [await renderer], defaultFontFamily: "DejaVu Sans" };
  try {
    const { width, height } = new Resvg(svg);
    const mode = width * max.height > height * max.width ? "width" : "height";
    const image = new Resvg(svg, { fitTo: { mode, value: max[mode] }, font }).render();
    return Buffer.from(image.asPng());
  } catch {
    // It is no SVG that can be drawn, which says nothing about the order.
    return null;
  }
}

const known = new WeakMap<Buffer, Promise<Buffer | null>>();

/** The logo as PNG, without anything that it links to; null if it cannot be drawn. */
export function rasterizeLogo({ type, bytes }: LogoFile): Promise<Buffer | null> {
  if (type === "image/png") return Promise.resolve(bytes);
  const png = known.get(bytes) ?? rasterize(bytes);
  known.set(bytes, png);
  return png;
}
