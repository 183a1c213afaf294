// Logos as pictures for PDFs.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import pino from "pino";
import { rasterizeLogo } from "../../src/orders/documents/rasterizeLogo.ts";

const warnings: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => warnings.push(JSON.parse(line)) });

const svg = (body: string) => ({
  type: "image/svg+xml",
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 80">${body}</svg>`),
});

/** Width and height of a PNG. */
function sizeOf(png: Buffer | null): number[] {
  assert.ok(png);
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test("an SVG becomes a PNG with its proportions, and a PNG stays", async () => {
  const wide = svg('<rect width="400" height="80" fill="#135"/><text y="60">Aero</text>');
  const png = await rasterizeLogo(wide, log);
  assert.deepEqual(sizeOf(png), [1200, 240]);
  assert.equal(await rasterizeLogo(wide, log), png);
  const bytes = png ?? assert.fail();
  assert.equal(await rasterizeLogo({ type: "image/png", bytes }, log), bytes);
});

test("a logo of any proportion is a small picture", async () => {
  const sizeFor = async (box: string) => {
    const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}"/>`);
    return sizeOf(await rasterizeLogo({ type: "image/svg+xml", bytes }, log));
  };
  assert.deepEqual(await sizeFor("12000 20"), [1200, 2]);
  assert.deepEqual(await sizeFor("24 24"), [240, 240]);
  assert.deepEqual(await sizeFor("20 4800"), [1, 240]);
});

test("text of a logo is drawn", async () => {
  const [blank, named] = await Promise.all([
    rasterizeLogo(svg(""), log),
    rasterizeLogo(svg('<text x="20" y="60" font-size="40">Aero</text>'), log),
  ]);
  assert.notDeepEqual(named, blank);
});

test("what cannot be drawn is no picture, and nothing is loaded from anywhere", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const link = `http://127.0.0.1:${port}/x.png`;
    const linked = svg(`<image width="9" height="9" href="${link}"/><image href="/etc/passwd"/>`);
    assert.deepEqual(sizeOf(await rasterizeLogo(linked, log)), [1200, 240]);
    for (const broken of ["<svg", "", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"]) {
      const bytes = Buffer.from(broken);
      assert.equal(await rasterizeLogo({ type: "image/svg+xml", bytes }, log), null, broken);
    }
    assert.deepEqual(requests, []);
  } finally {
    server.close();
  }
});

test("a logo that cannot be drawn is logged once, with the reason", async () => {
  const draw = (text: string) =>
    rasterizeLogo({ type: "image/svg+xml", bytes: Buffer.from(text) }, log);
  warnings.length = 0;
  assert.equal(await draw("<svg x"), null);
  assert.equal(await draw("<svg x"), null);
  assert.equal(warnings.length, 1);
  assert.equal(warnings[0]?.["level"], 40);
  assert.match(JSON.stringify(warnings[0]), /"err":.*SVG data parsing failed/);
  await draw("<svg y");
  assert.equal(warnings.length, 2);
});
