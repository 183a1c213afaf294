// An order as a document to print or to send on: a quote while it is a draft. Whatever its texts
// hold is drawn as text; the order and its number stand in the head of each page.
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { formatAmount, type Money } from "../../money.ts";
import { priceLifeDays, type StoredLine, type StoredOrder, shortOrderId } from "../order.ts";

/** What a quote says beside the order. */
export type QuoteFrame = {
  readonly accountName: string;
  readonly distributor: string;
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
const footHeight = 24;

/** Shares of the width between the margins; numbers stand right. */
const columns = [
  { title: "", share: 0.05, align: "right" },
  { title: "Part number, name, vendor", share: 0.45, align: "left" },
  { title: "Cond", share: 0.06, align: "left" },
  { title: "Quantity", share: 0.14, align: "right" },
  { title: "Unit price", share: 0.14, align: "right" },
  { title: "Line total", share: 0.16, align: "right" },
] as const;

/**
 * Controls and marks of direction draw nothing of their own, and could turn what stands beside;
 * line breaks could fill pages.
 */
const undrawable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function clean(text: string): string {
  return text.replace(undrawable, " ").trim();
}

function renderDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function writeMoney(money: Money): string {
  return `${money.currency} ${formatAmount(money)}`;
}

function nameOrder({ orderId, poNumber }: StoredOrder): string {
  const short = `Order ${shortOrderId(orderId)}`;
  return poNumber === null ? short : `${short}\nPO ${clean(poNumber)}`;
}

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

/** The place below the text that was drawn. */
function drawRow(sheet: Sheet, y: number, line: StoredLine, number: number): number {
  const { doc, left, width } = sheet;
  const cells = [
    String(number),
    "",
    line.condition,
    `${line.quantity} ${line.unitOfMeasure}`,
    formatAmount(line.unitPrice),
    formatAmount(line.lineTotal),
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

function heightOfRow({ doc, width }: Sheet, line: StoredLine): number {
  const text = { width: columns[1].share * width - 6 };
  const number = doc.font(fonts.code).fontSize(9).heightOfString(clean(line.partNumber), text);
  return number + doc.font(fonts.plain).fontSize(8).heightOfString(describeLine(line), text);
}

/** The head of a page; the place below it. */
function drawHead(sheet: Sheet, order: StoredOrder, { distributor }: QuoteFrame): number {
  const { doc, left, width } = sheet;
  const title = order.status === "draft" ? "Quote" : "Order";
  doc.font(fonts.bold).fontSize(11).fillColor("#000");
  doc.text(`${title} of ${clean(distributor)}`, left, margin, { width, lineBreak: false });
  doc.font(fonts.plain).fontSize(9);
  doc.text(nameOrder(order), left, margin + 16, { width });
  return doc.y + 2 * rowGap;
}

function drawParties(sheet: Sheet, y: number, order: StoredOrder, frame: QuoteFrame): number {
  const { doc, left, width } = sheet;
  const lastDay = Math.min(...order.lines.map((line) => line.pricedAt.getTime()));
  const keptUntil = new Date(lastDay + priceLifeDays * 86_400_000);
  const facts = [
    `For ${clean(frame.accountName)}`,
    `Order id ${order.orderId}`,
    `Status: ${order.status}. Made ${renderDay(order.createdAt)}, printed ${renderDay(frame.now)}.`,
    ...(order.status === "draft"
      ? [`Prices hold until ${renderDay(keptUntil)}. A draft reserves no stock.`]
      : []),
    `All prices in ${order.subtotal.currency}.`,
    ...(order.notes === null ? [] : [`Notes: ${clean(order.notes)}`]),
  ];
  doc.font(fonts.plain).fontSize(9).text(facts.join("\n"), left, y, { width });
  return doc.y + 3 * rowGap;
}

function drawSubtotal({ doc, left, width }: Sheet, y: number, order: StoredOrder): void {
  const text = `Subtotal ${writeMoney(order.subtotal)}`;
  doc.font(fonts.bold).fontSize(10).fillColor("#000");
  doc.text(text, left, y + rowGap, { width: width - 6, align: "right", lineBreak: false });
}

/** Page numbers need to know how many pages there are, so they come last. */
function drawFeet(doc: Pdf): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const { left, width } = sheetOf(doc);
    doc.font(fonts.plain).fontSize(8).fillColor("#444");
    // Below the margin, where text would otherwise begin a page of its own.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - margin - 8;
    doc.text(`Page ${page + 1} of ${count}`, left, y, { width, align: "right", lineBreak: false });
  }
}

async function drawOrder(doc: Pdf, order: StoredOrder, frame: QuoteFrame): Promise<void> {
  const bottom = doc.page.height - margin - footHeight;
  const sheet = sheetOf(doc);
  let y = drawHead(sheet, order, frame);
  y = drawParties(sheet, y, order, frame);
  const breakPage = async (height: number): Promise<void> => {
    if (y + height <= bottom) return;
    await letOthersRun();
    doc.addPage();
    y = drawColumns(sheet, drawHead(sheet, order, frame));
  };
  await breakPage(60);
  y = drawColumns(sheet, y);
  for (const [place, line] of order.lines.entries()) {
    await breakPage(heightOfRow(sheet, line));
    y = drawRow(sheet, y, line, place + 1);
  }
  await breakPage(30);
  drawRule(sheet, y);
  drawSubtotal(sheet, y, order);
  drawFeet(doc);
}

/**
 * Draws an order as PDF into `target` and ends it. Lets others run between pages. Characters that
 * the font does not have are drawn as boxes.
 */
export async function writeQuotePdf(
  order: StoredOrder,
  frame: QuoteFrame,
  target: Writable,
): Promise<void> {
  const title = `${order.status === "draft" ? "Quote" : "Order"} ${shortOrderId(order.orderId)}`;
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
