// The table of an order's lines in a PDF.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { formatDay } from "../../day.ts";
import { groupDigits } from "../../money.ts";
import { formatBarePrice } from "../../price.ts";
import type { LineStock } from "../drafts/reviewDraft.ts";
import type { StoredLine } from "../order.ts";
import { writeRequested } from "../requested.ts";
import { clean, drawRule, fonts, inks, rowGap, type Sheet } from "./pdfSheet.ts";

type Column = {
  readonly title: string;
  /** Of the width between the margins. */
  readonly share: number;
  readonly align: "left" | "right";
};

const numberColumn: Column = { title: "", share: 0.045, align: "right" };
const conditionColumn: Column = { title: "Cond.", share: 0.06, align: "left" };
const certificateColumn: Column = { title: "Certificate", share: 0.125, align: "left" };
const leadTimeColumn: Column = { title: "Lead time", share: 0.1, align: "left" };
const amountColumns: readonly Column[] = [
  { title: "Quantity", share: 0.1, align: "right" },
  { title: "Unit price", share: 0.115, align: "right" },
  { title: "Line total", share: 0.135, align: "right" },
];

function listColumns(hasLeadTimes: boolean): readonly Column[] {
  const part: Column = { title: "Part", share: hasLeadTimes ? 0.32 : 0.42, align: "left" };
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
  return stock === "enough" ? `More in ${count}` : count;
}

/** What is below the part number: its name, what was asked for and what the buyer wrote. */
function describeLine(line: StoredLine): string {
  const { title, vendor, remark, neededBy } = line;
  const name = [title, vendor].flatMap((text) => (text === null ? [] : clean(text))).join(" · ");
  const day = neededBy === null ? [] : [`Needed by ${formatDay(new Date(neededBy))}`];
  const requested = writeRequested(line).map(clean).join(" · ");
  const written = [requested, clean(remark ?? "")].filter((text) => text !== "");
  return [name, ...day, ...written].join("\n");
}

const partColumn = 1;

/** Draws lines; `place` counts from 0. Each function but `measureRow` returns where to draw on. */
export type LineTable = {
  readonly drawColumns: (y: number) => number;
  readonly drawRow: (y: number, line: StoredLine, place: number) => number;
  /** The height that `drawRow` needs, without the gap below. */
  readonly measureRow: (line: StoredLine, place: number) => number;
};

/** The table has lead times if the stock of its lines is known. */
export function createLineTable(sheet: Sheet, stock: readonly LineStock[] | null): LineTable {
  const { doc } = sheet;
  const columns = placeColumns(sheet, listColumns(stock !== null));
  const listCells = (line: StoredLine, place: number): readonly string[] => [
    String(place + 1),
    clean(line.partNumber),
    line.condition,
    line.certificate === null ? "–" : clean(nameCertificates(line.certificate)),
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
