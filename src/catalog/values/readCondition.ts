// The condition of a row. A cell that has a condition and certificates, such as "OH w/ 8130-3", is
// read as both, if all of it is known.
import { type FeedRow, formMeaning, parseCode, Refused, readCell } from "../../imports/feedRow.ts";
import { valueKey } from "../../imports/values/valueForms.ts";
import {
  type ConditionWords,
  findCondition,
  joinCertificates,
  readCondition as readWish,
} from "../../reading/condition.ts";
import { importedConditionCodes } from "../import/codeLists.ts";
import type { CertificateReader } from "../import/createCertificateReader.ts";

type ConditionCellCodes = {
  readonly conditions: ConditionWords;
  readonly certificates: CertificateReader;
};

/** `certificate` is that of the condition cell, as it is stored; null for none. */
type ConditionReading = { readonly condition: string | null; readonly certificate: string | null };

/** A cell with certificates is longer than a code. */
const maxCellLength = 200;

/** What a cell of one condition and certificates says; undefined if any of it is not known. */
function splitCell(text: string, { conditions, certificates }: ConditionCellCodes) {
  if (findCondition(text, conditions) !== undefined) return undefined;
  const get = (name: string) => {
    const { text: stored, unknown } = certificates(name);
    return unknown.length > 0 ? undefined : (stored ?? undefined);
  };
  const wish = readWish(text, { ...conditions, certificates: { get } });
  const [condition, ...others] = wish.accepted;
  const certificate = joinCertificates(wish.certificates);
  const isClear = wish.isPlain && wish.unread.length === 0 && others.length === 0;
  if (!isClear || condition === undefined || certificate === null) return undefined;
  return { condition, certificate };
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
  const isSplit = row.readings !== undefined && (row.kinds?.[place] ?? "text") === "text";
  const hasColumn = row.columns.places.has("certificate") || row.columns.fixed?.has("certificate");
  let certificate: string | null = null;
  const condition = readCell(row, "condition", { maxLength: maxCellLength }, (text) => {
    const isDeclared = formMeaning(row, "condition", valueKey(text)) !== undefined;
    const isWhole = isDeclared || !row.columns.places.has("condition");
    const parts = isSplit && !isWhole ? splitCell(text, codes) : undefined;
    const code = parseCode(row, parts?.condition ?? text, list);
    if (parts === undefined || code instanceof Refused) return code;
    certificate = certificates && hasColumn !== true ? parts.certificate : null;
    const given = certificate === null ? {} : { certificate };
    row.readings?.count("condition", { written: text, meaning: code, ...given });
    return code;
  });
  return { condition, certificate };
}
