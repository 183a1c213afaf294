// A cell that names conditions and certificates: "NE / 8130-3", "OH w/ 8130", "8130-3 tag". Pure.
import { foldSynonym } from "../../imports/cleanText.ts";
import type { ConditionCodes } from "../tradeCodes.ts";

/** What the words of a cell can be. */
export type CellWords = {
  isCondition(text: string): boolean;
  /** The certificate as it is stored; undefined if it is not known. */
  findCertificate(text: string): string | undefined;
};

const separators =
  /\s*(?:\bc\/w\b|\bw\/(?!o\b)|\b(?:with|and|or|plus)\b|(?<=\s)[-–](?=\s)|[/,;&+|()[\]])\s*/i;
const papers = /\b(?:certs?|certificates?|certified|tags?|paperwork)\b\.?/gi;

/** The name of a certificate without words such as "tag". */
export function withoutPapers(text: string): string {
  return text.replace(papers, "").trim();
}

export function isCondition(text: string, { known, synonyms }: ConditionCodes): boolean {
  return known.has(text.toUpperCase()) || synonyms.has(foldSynonym(text));
}

/** "NE 8130-3" and "8130-3 NE" as two texts. */
function splitSpaced(piece: string, words: CellWords): string[] {
  const texts = piece.split(" ");
  for (let at = 1; at < texts.length; at += 1) {
    const [start, end] = [texts.slice(0, at).join(" "), texts.slice(at).join(" ")];
    const isStart = words.isCondition(start) && words.findCertificate(end) !== undefined;
    const isEnd = words.isCondition(end) && words.findCertificate(start) !== undefined;
    if (isStart || isEnd) return [start, end];
  }
  return [piece];
}

/** The parts of a cell with single spaces: separated, or a condition beside a certificate. */
export function splitConditionCell(text: string, words: CellWords): string[] {
  return text
    .split(separators)
    .filter((piece) => piece !== "")
    .flatMap((piece) => splitSpaced(piece, words));
}
