// Quotes as PDF: every page names its order, and texts are drawn as text.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import pino from "pino";
import type { AccountId } from "../../src/accounts/account.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/kit/money.ts";
import { rasterizeLogo } from "../../src/orders/documents/rasterizeLogo.ts";
import { writeQuotePdf } from "../../src/orders/documents/writeQuotePdf.ts";
import type { LineStock } from "../../src/orders/drafts/reviewDraft.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { type OrderId, type StoredOrder, sumLineTotals } from "../../src/orders/order.ts";
import { readPdf } from "../support/readPdf.ts";

const now = new Date("2026-11-21T12:00:00Z");
const currency = "USD" as Currency;

function orderOf(titles: readonly string[], fields: Partial<StoredOrder> = {}): StoredOrder {
  const lines = titles.map((title, place) => ({
    offerId: (place + 1) as OfferId,
    partNumber: `P-${place + 1}`,
    title,
    vendor: "V",
    condition: "NE",
    unitOfMeasure: "EA",
    quantity: 2,
    listPrice: { minor: 1500n, currency },
    unitPrice: { minor: 1250n, currency },
    lineTotal: { minor: 2500n, currency },
    ruleId: null,
    quote: null,
    certificate: place === 0 ? "FAA 8130-3" : null,
    manufacturer: null,
    cage: null,
    leadTimeDays: [14, 1_200][place] ?? null,
    ...noInstructions,
    pricedAt: now,
  }));
  return {
    orderId: "019aa5f2-1c3d-7abc-8def-0123456789ab" as OrderId,
    orderNumber: "SO-100234",
    accountId: "a" as AccountId,
    status: "draft",
    poNumber: "PO-4711",
    shipTo: "Hangar 4\nMiami, FL",
    notes: null,
    urgency: null,
    lines,
    subtotal: sumLineTotals(lines),
    createdAt: now,
    version: 1,
    requestId: "r",
    ...fields,
  };
}

async function draw(
  order: StoredOrder,
  paper: "A4" | "LETTER" = "A4",
  terms: string | null = null,
  more: { readonly stock?: readonly LineStock[] } = {},
) {
  const target = new PassThrough();
  const distributor = {
    name: "Example Parts",
    color: "#1b4fd8",
    address: "1 Main Street\nSpringfield",
    terms,
    logo: null,
  };
  const stock = order.status === "draft" ? order.lines.map(() => "enough" as const) : null;
  const frame = {
    accountName: "Meridian Air",
    distributor,
    paper,
    now,
    zone: "UTC",
    stock,
    ...more,
  };
  const [bytes] = await Promise.all([buffer(target), writeQuotePdf(order, frame, target)]);
  return { ...readPdf(bytes), bytes };
}

test("each page has order, PO and customer in its header and its page number; every line appears once", async () => {
  const { pages, width } = await draw(
    orderOf(Array.from({ length: 120 }, (_, n) => `Title ${n}.`)),
  );
  assert.ok(pages.length > 3);
  pages.forEach((page, place) => {
    assert.match(
      page,
      place === 0
        ? /Quote SO-100234\nPO-4711/
        : /^Quote SO-100234 · PO-4711 · Meridian Air · continued/,
    );
    assert.match(page, /Example Parts · Quote SO-100234\nPage/);
    assert.match(page, new RegExp(`Page ${place + 1} of ${pages.length}`));
  });
  const whole = pages.join("\n");
  for (let n = 0; n < 120; n += 1) {
    assert.equal(whole.split(`Title ${n}. `).length, 2, `line ${n}`);
  }
  assert.match(whole, /Subtotal USD 3,000\.00/);
  assert.match(whole, /Valid until\n28 Nov 2026/);
  assert.equal(Math.round(width), 595);
  assert.equal(Math.round((await draw(orderOf(["A"]), "LETTER")).width), 612);
});

test("markup, direction marks, control characters and long texts are drawn as text", async () => {
  const markup = `<b onclick="x">&amp;</b>`;
  const long = "word ".repeat(400);
  const { pages } = await draw(
    orderOf([markup, "one\u202etwo\u0000three", "Ünïçødé Ελλάδα Привет", "日本 😀 \ud800"], {
      notes: long,
      poNumber: `${"W".repeat(60)}`,
    }),
  );
  const whole = pages.join("\n");
  assert.ok(whole.includes(markup));
  assert.ok(whole.includes("one two three"));
  assert.ok(whole.includes("Ünïçødé Ελλάδα Привет"));
  assert.equal(whole.split("word").length - 1, 400);
});

test("an order of 500 lines is drawn without blocking other work", async () => {
  let ticks = 0;
  const heart = setInterval(() => {
    ticks += 1;
  }, 1);
  const { pages } = await draw(orderOf(Array.from({ length: 500 }, () => "Packing")));
  clearInterval(heart);
  assert.ok(pages.length > 10);
  assert.ok(ticks > 5, `${ticks} ticks`);
});

test("a confirmed order is no quote: it promises no prices, and no lead times as delivery times", async () => {
  const { pages } = await draw(orderOf(["A", "B"], { status: "confirmed" }));
  const [page = ""] = pages;
  assert.match(page, /Order confirmation SO-100234/);
  assert.doesNotMatch(page, /Valid until|lead time|14 days/i);
  assert.match(page, /NE\nFAA 8130-3\n2 EA/);
  assert.match(page, /Status\nConfirmed\nPrinted\n21 Nov 2026/);
});

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
