// What the pages of a PDF share. Invariant: user texts are drawn as plain text.
import { fileURLToPath } from "node:url";
import type PDFDocument from "pdfkit";

type Pdf = InstanceType<typeof PDFDocument>;

const font = (face: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${face}.ttf`));
export const fonts = { plain: font("Condensed"), bold: font("Condensed-Bold"), code: font("Mono") };
export const inks = { text: "#000", quiet: "#444", rule: "#999" } as const;

/** In points. */
export const margin = 40;
export const rowGap = 5;

/**
 * Control characters and direction marks are invisible, but could reverse the text next to them;
 * line breaks could fill pages.
 */
const undrawable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function clean(text: string): string {
  return text.replace(undrawable, " ").trim();
}

export type Sheet = { readonly doc: Pdf; readonly left: number; readonly width: number };

export function sheetOf(doc: Pdf): Sheet {
  return { doc, left: margin, width: doc.page.width - 2 * margin };
}

export function drawRule({ doc, left, width }: Sheet, y: number): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor(inks.rule)
    .stroke();
}

export type Letterhead = {
  readonly name: string;
  /** Of the name; readable on white. */
  readonly color: string | null;
  readonly address: string | null;
  /** A PNG file. */
  readonly logo: Buffer | null;
};

/** Draws the logo, or else the name, with the address; returns the position below. */
export function drawLetterhead(sheet: Sheet, { name, color, address, logo }: Letterhead): number {
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
