// An order as a PDF: a quote while it is a draft. Invariant: user texts are drawn as plain text,
// and the header of each page identifies the order.
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { formatDay } from "../../day.ts";
import { groupDigits } from "../../money.ts";
import { formatBarePrice, formatMoney } from "../../price.ts";
import { formatPoNumber, priceLifeDays, type StoredLine, type StoredOrder } from "../order.ts";

export type QuoteFrame = {
  readonly accountName: string;
  readonly distributor: {
    readonly name: string;
    readonly color: string | null;
    readonly address: string | null;
    readonly terms: string | null;
    readonly logo: { readonly type: string; readonly bytes: Buffer } | null;
  };
  readonly paper: "A4" | "LETTER";
  readonly now: Date;
};

type Pdf = InstanceType<typeof PDFDocument>;

const font = (face: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${face}.ttf`));
const fonts = { plain: font("Condensed"), bold: font("Condensed-Bold"), code: font("Mono") };

/** In points. */
const margin = 40;
const rowGap = 5;
const footerHeight = 24;

/** Shares of the width between the margins. */
const columns = [
  { title: "", share: 0.05, align: "right" },
  { title: "Part number, name, vendor", share: 0.45, align: "left" },
  { title: "Cond", share: 0.06, align: "left" },
  { title: "Quantity", share: 0.14, align: "right" },
  { title: "Unit price", share: 0.14, align: "right" },
  { title: "Line total", share: 0.16, align: "right" },
] as const;

/**
 * Control characters and direction marks are invisible, but could reverse the text next to them;
 * line breaks could fill pages.
 */
const undrawable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function clean(text: string): string {
  return text.replace(undrawable, " ").trim();
}

function formatOrderName({ orderNumber, poNumber }: StoredOrder): string {
  const short = `Order ${orderNumber}`;
  return poNumber === null ? short : `${short}\n${formatPoNumber(clean(poNumber))}`;
}

/** Before the distributor's name. */
const titles: Readonly<Record<StoredOrder["status"], string>> = {
  draft: "Quote from",
  confirmed: "Order confirmation,",
  fulfilled: "Order confirmation,",
  cancelled: "Cancelled order,",
  expired: "Expired quote from",
};

type Sheet = { readonly doc: Pdf; readonly left: number; readonly width: number };

function sheetOf(doc: Pdf): Sheet {
  return { doc, left: margin, width: doc.page.width - 2 * margin };
}

function drawRule({ doc, left, width }: Sheet, y: number): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor("#999")
    .stroke();
}

function drawColumns(sheet: Sheet, y: number): number {
  const { doc, left, width } = sheet;
  doc.font(fonts.bold).fontSize(8).fillColor("#000");
  let x = left;
  for (const { title, share, align } of columns) {
    doc.text(title, x, y, { width: share * width - 6, align, lineBreak: false });
    x += share * width;
  }
  drawRule(sheet, y + 13);
  return y + 13 + rowGap;
}

/** Returns the position below the row. */
function drawRow(sheet: Sheet, y: number, line: StoredLine, number: number): number {
  const { doc, left, width } = sheet;
  const cells = [
    String(number),
    "",
    line.condition,
    `${groupDigits(line.quantity)} ${line.unitOfMeasure}`,
    formatBarePrice(line.unitPrice),
    formatBarePrice(line.lineTotal),
  ];
  doc.font(fonts.plain).fontSize(9).fillColor("#000");
  let x = left;
  columns.forEach(({ share, align }, place) => {
    const cell = cells[place] ?? "";
    if (cell !== "") doc.text(cell, x, y, { width: share * width - 6, align, lineBreak: false });
    x += share * width;
  });
  const text = { width: columns[1].share * width - 6 };
  doc.font(fonts.code).text(clean(line.partNumber), left + columns[0].share * width, y, text);
  doc.font(fonts.plain).fontSize(8).fillColor("#444");
  doc.text(describeLine(line), text);
  return doc.y + rowGap;
}

function describeLine({ title, vendor }: StoredLine): string {
  return [title, vendor].flatMap((text) => (text === null ? [] : clean(text))).join(" · ");
}

function measureRow({ doc, width }: Sheet, line: StoredLine): number {
  const text = { width: columns[1].share * width - 6 };
  const number = doc.font(fonts.code).fontSize(9).heightOfString(clean(line.partNumber), text);
  return number + doc.font(fonts.plain).fontSize(8).heightOfString(describeLine(line), text);
}

/** Draws the logo, or else the name, with the address; returns the position below. */
function drawLetterhead(sheet: Sheet, { distributor }: QuoteFrame): number {
  const { doc, left, width } = sheet;
  const { name, color, address, logo } = distributor;
  const half = width / 2;
  // pdfkit draws no SVG.
  if (logo?.type === "image/png") doc.image(logo.bytes, left, margin, { fit: [half, 40] });
  else {
    doc
      .font(fonts.bold)
      .fontSize(15)
      .fillColor(color ?? "#000");
    doc.text(clean(name), left, margin, { width: half });
  }
  const below = logo?.type === "image/png" ? margin + 40 : doc.y;
  const lines = (address ?? "").split("\n").map(clean).join("\n");
  doc.font(fonts.plain).fontSize(8).fillColor("#444");
  doc.text(lines, left + half, margin, { width: half, align: "right" });
  const end = Math.max(below, doc.y) + 2 * rowGap;
  drawRule(sheet, end);
  return end + 3 * rowGap;
}

/** Draws the header of a page and returns the position below it. */
function drawHeader(sheet: Sheet, y: number, order: StoredOrder, frame: QuoteFrame): number {
  const { doc, left, width } = sheet;
  const title = `${titles[order.status]} ${clean(frame.distributor.name)}`;
  doc.font(fonts.bold).fontSize(11).fillColor("#000");
  doc.text(title, left, y, { width, lineBreak: false });
  doc.font(fonts.plain).fontSize(9);
  doc.text(formatOrderName(order), left, y + 16, { width });
  return doc.y + 2 * rowGap;
}

/** The lines of the terms; `reserve` makes room and returns where to draw. */
async function drawTerms(
  { doc, left, width }: Sheet,
  terms: string | null,
  reserve: (height: number) => Promise<number>,
): Promise<void> {
  if (terms === null) return;
  doc.font(fonts.bold).fontSize(9).fillColor("#000");
  doc.text("Terms", left, await reserve(18), { width });
  for (const line of terms.split("\n").map(clean)) {
    doc.font(fonts.plain).fontSize(8).fillColor("#444");
    const text = line === "" ? " " : line;
    doc.text(text, left, await reserve(doc.heightOfString(text, { width })), { width });
  }
}

function drawParties(sheet: Sheet, y: number, order: StoredOrder, frame: QuoteFrame): number {
  const { doc, left, width } = sheet;
  const oldestPrice = Math.min(...order.lines.map((line) => line.pricedAt.getTime()));
  const validUntil = new Date(oldestPrice + priceLifeDays * 86_400_000);
  const facts = [
    `For ${clean(frame.accountName)}`,
    `Order ID ${order.orderId}`,
    `Status: ${order.status}`,
    `Created ${formatDay(order.createdAt)}, printed ${formatDay(frame.now)}`,
    ...(order.status === "draft"
      ? [`Prices are valid until ${formatDay(validUntil)}. A draft does not reserve stock.`]
      : []),
    `All prices in ${order.subtotal.currency}.`,
    ...(order.notes === null ? [] : [`Notes: ${clean(order.notes)}`]),
  ];
  doc.font(fonts.plain).fontSize(9).text(facts.join("\n"), left, y, { width });
  return doc.y + 3 * rowGap;
}

function drawSubtotal({ doc, left, width }: Sheet, y: number, order: StoredOrder): void {
  const text = `Subtotal ${formatMoney(order.subtotal)}`;
  doc.font(fonts.bold).fontSize(10).fillColor("#000");
  doc.text(text, left, y + rowGap, { width: width - 6, align: "right", lineBreak: false });
}

/** Drawn last, because the number of pages must be known. */
function drawFooters(doc: Pdf): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const { left, width } = sheetOf(doc);
    doc.font(fonts.plain).fontSize(8).fillColor("#444");
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - margin - 8;
    doc.text(`Page ${page + 1} of ${count}`, left, y, { width, align: "right", lineBreak: false });
  }
}

async function drawOrder(doc: Pdf, order: StoredOrder, frame: QuoteFrame): Promise<void> {
  const bottom = doc.page.height - margin - footerHeight;
  const sheet = sheetOf(doc);
  let y = drawHeader(sheet, drawLetterhead(sheet, frame), order, frame);
  y = drawParties(sheet, y, order, frame);
  const turnPage = async (height: number): Promise<boolean> => {
    if (y + height <= bottom) return false;
    await yieldToOthers();
    doc.addPage();
    y = drawHeader(sheet, margin, order, frame);
    return true;
  };
  const breakPage = async (height: number): Promise<void> => {
    if (await turnPage(height)) y = drawColumns(sheet, y);
  };
  await breakPage(60);
  y = drawColumns(sheet, y);
  for (const [place, line] of order.lines.entries()) {
    await breakPage(measureRow(sheet, line));
    y = drawRow(sheet, y, line, place + 1);
  }
  await breakPage(30);
  drawRule(sheet, y);
  drawSubtotal(sheet, y, order);
  y = doc.y + 4 * rowGap;
  await drawTerms(sheet, frame.distributor.terms, async (height) => {
    await turnPage(height);
    y += height;
    return y - height;
  });
  drawFooters(doc);
}

/**
 * Writes an order as a PDF to `target` and ends it. Yields to other work between pages. Characters
 * missing from the font are drawn as boxes.
 */
export async function writeQuotePdf(
  order: StoredOrder,
  frame: QuoteFrame,
  target: Writable,
): Promise<void> {
  const title = `${order.status === "draft" ? "Quote" : "Order"} ${order.orderNumber}`;
  const doc = new PDFDocument({
    size: frame.paper,
    margin,
    bufferPages: true,
    font: fonts.plain,
    lang: "en",
    info: { Title: title, CreationDate: frame.now },
  });
  const sent = pipeline(doc, target);
  try {
    await drawOrder(doc, order, frame);
    doc.end();
  } catch (error) {
    doc.destroy(error as Error);
    await sent.catch(() => undefined);
    throw error;
  }
  await sent;
}
