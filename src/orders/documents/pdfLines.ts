// The table of an order's lines in a PDF.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { formatDay } from "../../day.ts";
import { groupDigits } from "../../money.ts";
import { formatBarePrice } from "../../price.ts";
import type { StoredLine } from "../order.ts";
import { clean, drawRule, fonts, inks, rowGap, type Sheet } from "./pdfSheet.ts";

/** Shares of the width between the margins. */
const columns = [
  { title: "", share: 0.045, align: "right" },
  { title: "Part", share: 0.32, align: "left" },
  { title: "Cond.", share: 0.06, align: "left" },
  { title: "Certificate", share: 0.125, align: "left" },
  { title: "Lead time", share: 0.1, align: "left" },
  { title: "Quantity", share: 0.1, align: "right" },
  { title: "Unit price", share: 0.115, align: "right" },
  { title: "Line total", share: 0.135, align: "right" },
] as const;

const cellGap = 6;

/** Left edge and width of each column, in points. */
function placeColumns({ left, width }: Sheet): { readonly x: number; readonly width: number }[] {
  let x = left;
  return columns.map(({ share }) => {
    const place = { x, width: share * width - cellGap };
    x += share * width;
    return place;
  });
}

/** Draws the heads and returns the position below. */
export function drawColumns(sheet: Sheet, y: number): number {
  const { doc } = sheet;
  doc.font(fonts.bold).fontSize(8).fillColor(inks.text);
  placeColumns(sheet).forEach(({ x, width }, index) => {
    const { title = "", align = "left" } = columns[index] ?? {};
    doc.text(title, x, y, { width, align, lineBreak: false });
  });
  drawRule(sheet, y + 13);
  return y + 13 + rowGap;
}

function formatLeadTime(days: number | null): string {
  return days === null ? "–" : `${groupDigits(days)} ${days === 1 ? "day" : "days"}`;
}

/** What is below the part number: its name, and what the buyer wrote to the line. */
function describeLine({ title, vendor, remark, neededBy }: StoredLine): string {
  const name = [title, vendor].flatMap((text) => (text === null ? [] : clean(text))).join(" · ");
  const day = neededBy === null ? [] : [`Needed by ${formatDay(new Date(neededBy))}`];
  return [name, ...day, ...(remark === null ? [] : [clean(remark)])].join("\n");
}

function listCells(line: StoredLine, number: number): readonly string[] {
  return [
    String(number),
    clean(line.partNumber),
    line.condition,
    line.certificate === null ? "–" : clean(nameCertificates(line.certificate)),
    formatLeadTime(line.leadTimeDays),
    `${groupDigits(line.quantity)} ${line.unitOfMeasure}`,
    formatBarePrice(line.unitPrice),
    formatBarePrice(line.lineTotal),
  ];
}

const partColumn = 1;

/** Draws a line and returns the position below. */
export function drawRow(sheet: Sheet, y: number, line: StoredLine, number: number): number {
  const { doc } = sheet;
  const places = placeColumns(sheet);
  let below = y;
  listCells(line, number).forEach((cell, index) => {
    const { x = 0, width = 0 } = places[index] ?? {};
    const { align = "left" } = columns[index] ?? {};
    const face = index === partColumn ? fonts.code : fonts.plain;
    doc.font(face).fontSize(9).fillColor(inks.text).text(cell, x, y, { width, align });
    if (index === partColumn) {
      doc.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
      doc.text(describeLine(line), { width });
    }
    below = Math.max(below, doc.y);
  });
  return below + rowGap;
}

/** The height that `drawRow` needs, without the gap below. */
export function measureRow(sheet: Sheet, line: StoredLine): number {
  const { doc } = sheet;
  const places = placeColumns(sheet);
  const heights = listCells(line, 0).map((cell, index) => {
    const { width = 0 } = places[index] ?? {};
    doc.font(index === partColumn ? fonts.code : fonts.plain).fontSize(9);
    const height = doc.heightOfString(cell, { width });
    if (index !== partColumn) return height;
    return height + doc.font(fonts.plain).fontSize(8).heightOfString(describeLine(line), { width });
  });
  return Math.max(...heights);
}
