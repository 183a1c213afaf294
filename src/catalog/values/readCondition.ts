// The condition of a row. A cell that has a condition and certificates, such as "OH w/ 8130-3", is
// read as both, if all of it is known (decision 252).
import { cleanText } from "../../imports/cleanText.ts";
import { type FeedRow, readCode } from "../../imports/feedRow.ts";
import { importedConditionCodes } from "../import/codeLists.ts";
import type { CertificateReader } from "../import/createCertificateReader.ts";
import type { ConditionCodes } from "../tradeCodes.ts";
import { type CellWords, isCondition, splitConditionCell, withoutPapers } from "./conditionCell.ts";

type ConditionCellCodes = {
  readonly conditions: ConditionCodes;
  readonly certificates: CertificateReader;
};

/** `certificate` is that of the condition cell, as it is stored; null for none. */
type ConditionReading = { readonly condition: string | null; readonly certificate: string | null };

/** A cell with alternatives or a question mark does not say what an offer has. */
const doubts = /\bor\b|[|?]/i;

function toWords({ conditions, certificates }: ConditionCellCodes): CellWords {
  return {
    isCondition: (text) => isCondition(text, conditions),
    findCertificate(text) {
      const { text: stored, unknown } = certificates(withoutPapers(text));
      return stored === null || unknown.length > 0 ? undefined : stored;
    },
  };
}

/** The parts of a cell of one condition and certificates; undefined if any is not known. */
function splitCell(text: string, codes: ConditionCellCodes) {
  if (isCondition(text, codes.conditions) || doubts.test(text)) return undefined;
  const words = toWords(codes);
  const pieces = splitConditionCell(text, words);
  const [condition, ...others] = pieces.filter((piece) => words.isCondition(piece));
  const papers = pieces.filter((piece) => !words.isCondition(piece));
  const found = papers.flatMap((piece) => words.findCertificate(piece) ?? []);
  if (condition === undefined || others.length > 0) return undefined;
  if (found.length === 0 || found.length < papers.length) return undefined;
  return { condition, certificate: [...new Set(found)].join("; ") };
}

/**
 * Reads the condition of a row, in a file also from a cell with certificates. `certificates`:
 * whether they are read, too; else the file changes no certificate.
 */
export function readCondition(
  row: FeedRow,
  codes: ConditionCellCodes,
  { certificates }: { readonly certificates: boolean },
): ConditionReading {
  const list = importedConditionCodes(codes.conditions);
  const place = row.columns.places.get("condition") ?? -1;
  const { readings, cells, kinds } = row;
  const isText = (kinds?.[place] ?? "text") === "text";
  const clean = cleanText(readings === undefined || !isText ? "" : (cells[place] ?? ""));
  const written = clean.outcome === "clean" ? clean.text : null;
  const parts = written === null ? undefined : splitCell(written, codes);
  if (parts === undefined || written === null) {
    return { condition: readCode(row, "condition", list), certificate: null };
  }
  const bare = { ...row, cells: cells.with(place, parts.condition) };
  const condition = readCode(bare, "condition", list);
  const hasColumn = row.columns.places.has("certificate") || row.columns.fixed?.has("certificate");
  const certificate = certificates && hasColumn !== true ? parts.certificate : null;
  if (condition !== null) {
    const given = certificate === null ? {} : { certificate };
    readings?.count("condition", { written, meaning: condition, ...given });
  }
  return { condition, certificate };
}
