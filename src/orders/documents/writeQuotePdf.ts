import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { readCertificates } from "../../catalog/nameCertificates.ts";
import { formatDay } from "../../kit/day.ts";
import { groupDigits } from "../../kit/money.ts";
import { formatBarePrice, formatMoney } from "../../kit/price.ts";
import type { LineStock } from "../drafts/reviewDraft.ts";
import { writeBelow } from "../lineFacts.ts";
import { endOfPrices, formatPoNumber, type StoredLine, type StoredOrder } from "../order.ts";

// What the pages of a PDF share. Invariant: user texts are drawn as plain text.

type Pdf = InstanceType<typeof PDFDocument>;

const font = (face: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${face}.ttf`));
const fonts = { plain: font("Condensed"), bold: font("Condensed-Bold"), code: font("Mono") };
const inks = { text: "#000", quiet: "#444", rule: "#999" } as const;

/** In points. */
const margin = 40;
const rowGap = 5;

/**
 * Control characters and direction marks are invisible, but could reverse the text next to them;
 * line breaks could fill pages.
 */
const undrawable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function clean(text: string): string {
  return text.replace(undrawable, " ").trim();
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
    .strokeColor(inks.rule)
    .stroke();
}

type Letterhead = {
  readonly name: string;
  /** Of the name; readable on white. */
  readonly color: string | null;
  readonly address: string | null;
  /** A PNG file. */
  readonly logo: Buffer | null;
};

/** Draws the logo, or else the name, with the address; returns the position below. */
function drawLetterhead(sheet: Sheet, { name, color, address, logo }: Letterhead): number {
  const { doc, left, width } = sheet;
  const half = width / 2;
  const isDrawn = logo !== null;
  if (isDrawn) doc.image(logo, left, margin, { fit: [half, 40] });
  else {
    doc
      .font(fonts.bold)
      .fontSize(15)
      .fillColor(color ?? inks.text);
    doc.text(clean(name), left, margin, { width: half });
  }
  const below = isDrawn ? margin + 40 : doc.y;
  // A logo may have no name in it.
  const lines = [...(isDrawn ? [name] : []), ...(address ?? "").split("\n")].map(clean).join("\n");
  doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
  doc.text(lines, left + half, margin, { width: half, align: "right" });
  const end = Math.max(below, doc.y) + 2 * rowGap;
  drawRule(sheet, end);
  return end + 3 * rowGap;
}

// An order as a PDF: a quote while it is a draft. Invariant: each page names its order
// and customer.

// The table of an order's lines in a PDF.

type Column = {
  readonly title: string;
  /** Of the width between the margins. */
  readonly share: number;
  readonly align: "left" | "right";
};

const numberColumn: Column = { title: "", share: 0.045, align: "right" };
const conditionColumn: Column = { title: "Cond.", share: 0.06, align: "left" };
const certificateColumn: Column = { title: "Certificate", share: 0.115, align: "left" };
const leadTimeColumn: Column = { title: "Lead time", share: 0.155, align: "left" };
const amountColumns: readonly Column[] = [
  { title: "Quantity", share: 0.1, align: "right" },
  { title: "Unit price", share: 0.115, align: "right" },
  { title: "Line total", share: 0.135, align: "right" },
];

function listColumns(hasLeadTimes: boolean): readonly Column[] {
  const part: Column = { title: "Part", share: hasLeadTimes ? 0.275 : 0.43, align: "left" };
  const facts = [conditionColumn, certificateColumn, ...(hasLeadTimes ? [leadTimeColumn] : [])];
  return [numberColumn, part, ...facts, ...amountColumns];
}

const cellGap = 6;

type PlacedColumn = Column & { readonly x: number; readonly width: number };

/** The columns with their left edges and widths, in points. */
function placeColumns({ left, width }: Sheet, columns: readonly Column[]): PlacedColumn[] {
  let x = left;
  return columns.map((column) => {
    const placed = { ...column, x, width: column.share * width - cellGap };
    x += column.share * width;
    return placed;
  });
}

/** Of an offer in stock, the days until there is more, as on pages. */
function formatLeadTime(days: number | null, stock: LineStock): string {
  if (days === null || stock === null) return "–";
  const count = `${groupDigits(days)} ${days === 1 ? "day" : "days"}`;
  return stock === "enough" ? `Restock: ${count}` : count;
}

/** Certificates as short as the trade writes them. */
function shorten(certificate: string): string {
  return readCertificates(certificate)
    .map(({ short }) => short)
    .join("; ");
}

/** What is below the part number: its name, what was asked for and what the buyer wrote. */
function describeLine(line: StoredLine): string {
  const names = [line.title, line.vendor, line.manufacturer];
  const name = names.flatMap((text) => (text === null ? [] : clean(text))).join(" · ");
  return [name, ...writeBelow(line).map(clean)].join("\n");
}

const partColumn = 1;

/** Draws lines; `place` counts from 0. Each function but `measureRow` returns where to draw on. */
type LineTable = {
  readonly drawColumns: (y: number) => number;
  readonly drawRow: (y: number, line: StoredLine, place: number) => number;
  /** The height that `drawRow` needs, without the gap below. */
  readonly measureRow: (line: StoredLine, place: number) => number;
};

/** The table has lead times if the stock of its lines is known. */
function createLineTable(sheet: Sheet, stock: readonly LineStock[] | null): LineTable {
  const { doc } = sheet;
  const columns = placeColumns(sheet, listColumns(stock !== null));
  const listCells = (line: StoredLine, place: number): readonly string[] => [
    String(place + 1),
    clean(line.partNumber),
    line.condition,
    line.certificate === null ? "–" : clean(shorten(line.certificate)),
    ...(stock === null ? [] : [formatLeadTime(line.leadTimeDays, stock[place] ?? null)]),
    `${groupDigits(line.quantity)} ${line.unitOfMeasure}`,
    formatBarePrice(line.unitPrice),
    formatBarePrice(line.lineTotal),
  ];
  const faceOf = (index: number) => (index === partColumn ? fonts.code : fonts.plain);
  return {
    drawColumns: (y) => {
      doc.font(fonts.bold).fontSize(8).fillColor(inks.text);
      for (const { title, x, width, align } of columns) {
        doc.text(title, x, y, { width, align, lineBreak: false });
      }
      drawRule(sheet, y + 13);
      return y + 13 + rowGap;
    },
    drawRow: (y, line, place) => {
      const cells = listCells(line, place);
      let below = y;
      for (const [index, { x, width, align }] of columns.entries()) {
        doc.font(faceOf(index)).fontSize(9).fillColor(inks.text);
        doc.text(cells[index] ?? "", x, y, { width, align });
        if (index === partColumn) {
          doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
          doc.text(describeLine(line), { width });
        }
        below = Math.max(below, doc.y);
      }
      return below + rowGap;
    },
    measureRow: (line, place) => {
      const cells = listCells(line, place);
      const heights = columns.map(({ width }, index) => {
        const height = doc
          .font(faceOf(index))
          .fontSize(9)
          .heightOfString(cells[index] ?? "", {
            width,
          });
        if (index !== partColumn) return height;
        const below = doc.font(fonts.plain).fontSize(8);
        return height + below.heightOfString(describeLine(line), { width });
      });
      return Math.max(...heights);
    },
  };
}

export type QuoteFrame = {
  readonly accountName: string;
  readonly distributor: Letterhead & { readonly terms: string | null };
  readonly paper: "A4" | "LETTER";
  readonly now: Date;
  /** Of the reader's days. */
  readonly zone: string;
  /** That of each line of a draft; the lines of other orders have no lead times. */
  readonly stock: readonly LineStock[] | null;
};

/** In points. */
const footerHeight = 24;
const factLabel = 74;

/** Before the order number. */
const titles: Readonly<Record<StoredOrder["status"], string>> = {
  draft: "Quote",
  confirmed: "Order confirmation",
  fulfilled: "Order confirmation",
  cancelled: "Cancelled order",
  expired: "Expired quote",
};

const statusWords: Readonly<Record<StoredOrder["status"], string>> = {
  draft: "Draft",
  confirmed: "Confirmed",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

function nameOrder({ status, orderNumber }: StoredOrder): string {
  return `${titles[status]} ${orderNumber}`;
}

function listPo({ poNumber }: StoredOrder): string[] {
  return poNumber === null ? [] : [formatPoNumber(clean(poNumber))];
}

/** Draws the title of the first page and returns the position below it. */
function drawTitle({ doc, left, width }: Sheet, y: number, order: StoredOrder): number {
  doc.font(fonts.bold).fontSize(15).fillColor(inks.text);
  doc.text(nameOrder(order), left, y, { width });
  doc.fontSize(10).text(listPo(order).join(""), { width });
  return doc.y + 2 * rowGap;
}

/** Draws the header of a later page and returns the position below it. */
function drawContinued(
  { doc, left, width }: Sheet,
  order: StoredOrder,
  { accountName }: QuoteFrame,
): number {
  doc.font(fonts.bold).fontSize(9).fillColor(inks.text);
  const names = [nameOrder(order), ...listPo(order), clean(accountName)];
  const text = [...names, "continued"].join(" · ");
  doc.text(text, left, margin, { width });
  return doc.y + 2 * rowGap;
}

/** The reader's day of a moment. */
function formatDayIn(zone: string, moment: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  return formatDay(new Date(instant.toZonedDateTimeISO(zone).toPlainDate().toString()));
}

type Fact = readonly [label: string, value: string];

function listFacts(
  order: StoredOrder,
  { accountName, now, zone }: QuoteFrame,
): Record<"to" | "of", Fact[]> {
  return {
    to: [
      ["Customer", clean(accountName)],
      ["Currency", order.subtotal.currency],
    ],
    of: [
      ["Date", formatDayIn(zone, order.createdAt)],
      ...(order.status === "draft"
        ? [["Valid until", formatDayIn(zone, endOfPrices(order))] as const]
        : []),
      ["Status", statusWords[order.status]],
      ["Printed", formatDayIn(zone, now)],
      ["Order ID", order.orderId],
    ],
  };
}

/** Draws facts below each other and returns the position below. */
function drawFacts({ doc }: Sheet, facts: readonly Fact[], x: number, top: number, width: number) {
  let y = top;
  for (const [label, value] of facts) {
    doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
    doc.text(label, x, y, { width: factLabel, lineBreak: false });
    doc.font(fonts.plain).fontSize(9).fillColor(inks.text);
    doc.text(value, x + factLabel, y - 0.5, { width: width - factLabel });
    y = doc.y + 2;
  }
  return y;
}

function drawParties(sheet: Sheet, y: number, order: StoredOrder, frame: QuoteFrame): number {
  const { left, width } = sheet;
  const facts = listFacts(order, frame);
  const half = width / 2;
  const ends = [
    drawFacts(sheet, facts.to, left, y, half - 12),
    drawFacts(sheet, facts.of, left + half, y, half),
  ];
  const written = [
    ["Ship to", order.shipTo?.replace(/\s*\n\s*/g, ", ") ?? null],
    ["Notes", order.notes],
  ] as const;
  const texts = written.flatMap(([label, text]) =>
    text === null ? [] : [[label, clean(text)] as const],
  );
  const end = drawFacts(sheet, texts, left, Math.max(...ends), width);
  return end + 3 * rowGap;
}

/** The lines of the terms; `reserve` makes room and returns where to draw. */
async function drawTerms(
  { doc, left, width }: Sheet,
  terms: string | null,
  reserve: (height: number) => Promise<number>,
): Promise<void> {
  if (terms === null) return;
  doc.font(fonts.bold).fontSize(9).fillColor(inks.text);
  doc.text("Terms", left, await reserve(18), { width });
  for (const line of terms.split("\n").map(clean)) {
    doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
    const text = line === "" ? " " : line;
    doc.text(text, left, await reserve(doc.heightOfString(text, { width })), { width });
  }
}

/** Draws the subtotal and what certificates and a draft mean; returns the position below. */
function drawSubtotal(sheet: Sheet, y: number, order: StoredOrder, frame: QuoteFrame): number {
  const { doc, left, width } = sheet;
  drawRule(sheet, y);
  doc.font(fonts.bold).fontSize(10).fillColor(inks.text);
  const text = { width: width - 6, align: "right", lineBreak: false } as const;
  doc.text(`Subtotal ${formatMoney(order.subtotal)}`, left, y + rowGap, text);
  const notes =
    frame.stock === null
      ? ["Certificates as stated by the vendors."]
      : [
          `Lead times and certificates as stated by the vendors on ${formatDayIn(frame.zone, frame.now)}.`,
          "A draft does not reserve stock.",
        ];
  doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
  doc.text(notes.join(" "), left, y + 5 * rowGap, { width });
  return doc.y + 3 * rowGap;
}

/** Drawn last, because the number of pages must be known. */
function drawFooters(doc: Pdf, order: StoredOrder, { distributor }: QuoteFrame): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const { left, width } = sheetOf(doc);
    doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - margin - 8;
    const text = `${clean(distributor.name)} · ${nameOrder(order)}`;
    doc.text(text, left, y, { width: width - 80, lineBreak: false });
    doc.text(`Page ${page + 1} of ${count}`, left, y, { width, align: "right", lineBreak: false });
  }
}

async function drawOrder(doc: Pdf, order: StoredOrder, frame: QuoteFrame): Promise<void> {
  const bottom = doc.page.height - margin - footerHeight;
  const sheet = sheetOf(doc);
  const table = createLineTable(sheet, frame.stock);
  let y = drawTitle(sheet, drawLetterhead(sheet, frame.distributor), order);
  y = drawParties(sheet, y, order, frame);
  const turnPage = async (height: number): Promise<boolean> => {
    if (y + height <= bottom) return false;
    await yieldToOthers();
    doc.addPage();
    y = drawContinued(sheet, order, frame);
    return true;
  };
  const breakPage = async (height: number): Promise<void> => {
    if (await turnPage(height)) y = table.drawColumns(y);
  };
  await breakPage(60);
  y = table.drawColumns(y);
  for (const [place, line] of order.lines.entries()) {
    await breakPage(table.measureRow(line, place));
    y = table.drawRow(y, line, place);
  }
  await turnPage(45);
  y = drawSubtotal(sheet, y, order, frame);
  await drawTerms(sheet, frame.distributor.terms, async (height) => {
    await turnPage(height);
    y += height;
    return y - height;
  });
  drawFooters(doc, order, frame);
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
  const doc = new PDFDocument({
    size: frame.paper,
    margin,
    bufferPages: true,
    font: fonts.plain,
    lang: "en",
    info: { Title: nameOrder(order), CreationDate: frame.now },
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
