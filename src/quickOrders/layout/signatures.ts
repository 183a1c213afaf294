// Signatures below lists: names with roles, closings, phone numbers and e-mail addresses. Pure.
// Invariant: a line with a quantity, or with digits that are no phone number, is a row.
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { FileRecord } from "../../files/fileRecord.ts";
import { isBlank } from "../../imports/layout/cellTexts.ts";
import type { ReadRow } from "../orderList.ts";
import { isQuantityText } from "../written/quantityText.ts";
import type { FoundColumns } from "./findListColumns.ts";

const digits = "[\\d(][\\d ()./-]{5,}\\d(?: ?(?:x|ext\\.?) ?\\d{1,5})?";
const contacts = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b(?:https?:\/\/|www\.)\S+/gi,
  new RegExp(`\\b(?:tel|phone|ph|mobile|mob|cell|fax|direct|office)\\b[.: ]*\\+?${digits}`, "gi"),
  new RegExp(`(?<!\\S)(?:[tmf] ?: ?)?\\+${digits}`, "gi"),
  /\(\d{3}\) ?\d{3}[-. ]\d{4}/g,
];
/** Part numbers look so too: only beside a name and a role, or what else is a contact. */
const barePhone = /(?<!\S)\d{3}[-. ]\d{3}[-. ]\d{4}(?!\S)/g;
const stockNumber = /\d{4}-\d{2}-\d{3}-\d{4}/;

const closing = new RegExp(
  "^(?:(?:with )?(?:best |kind |warm |many )?regards|rgds|best wishes|cheers|cordialement|" +
    "(?:many |with )?thanks(?: (?:and|&) (?:best |kind )?regards| in advance)?|thank you|" +
    "(?:yours )?(?:sincerely|faithfully|truly)|mit freundlichen gr(?:ü|ue)(?:ß|ss)en)[.!]?" +
    "(?: [\\p{L} .'’-]{1,40})?$",
  "iu",
);
const label = new RegExp(
  "^(?:(?:requested|submitted|sent|ordered) by|buyer|contact|requester|requestor|e-?mail|tel|" +
    "phone|mobile|fax) ?: ?",
  "i",
);
const fields =
  "purchasing|procurement|planning|supply chain|logistics|sourcing|operations|stores|quality|" +
  "maintenance|materials?|project|program|general|sales|technical|commercial|inventory|aog";
const titles =
  "manager|director|engineer|coordinator|specialist|officer|agent|assistant|administrator|" +
  "analyst|lead|supervisor|department|dept|team|desk";
const ranks = "(?:(?:senior|sr|junior|jr|head of|chief|deputy|lead)\\.? )?";
const role = new RegExp(
  `^${ranks}(?:(?:(?:${fields}) )?(?:buyer|purchaser|planner)|(?:${fields}) (?:${titles}))$`,
  "i",
);
/** AOG is none: beside a part, it says how urgent the part is. */
const field = new RegExp(`^${ranks}(?!aog$)(?:${fields})$`, "i");
const company = /\b(?:ltd|llc|inc|gmbh|corp|plc|limited|aviation|aerospace|airlines|airways)\.?$/i;
const capital = "\\p{Lu}[\\p{L}'’.-]*";
/** Two to four words with capitals, at least one of them with small letters: "J. Okafor". */
const name = new RegExp(
  `^(?=.*\\p{Ll})(?:[DM](?:r|s|rs)\\.? )?${capital}(?: (?:${capital}|de|van|von|der|da|di)){1,3}$`,
  "u",
);
const words = /^\p{L}[\p{L} .!'’&()-]{0,60}$/u;
const separators = /[,;|·•\t]| [-–] /;

function listPieces(text: string): string[] {
  return text
    .split(separators)
    .map((piece) => piece.trim())
    .filter((piece) => !isBlank(piece));
}

function removeContacts(text: string): string {
  return contacts.reduce((rest, pattern) => rest.replace(pattern, " | "), text);
}

/** Whether a piece can only be part of a signature, if the whole line is one. */
function isSigned(piece: string): boolean {
  return [closing, role, field, company, name, label].some((pattern) => pattern.test(piece));
}

/** Whether the column of quantities has anything else than a part of a signature. */
function hasQuantity({ cells }: FileRecord, { columns, isNamed }: FoundColumns): boolean {
  if (!isNamed) return cells.some((cell) => isQuantityText(cell));
  const pieces = listPieces(removeContacts(cells[columns.quantityColumn ?? -1] ?? ""));
  return pieces.some((piece) => !isSigned(piece));
}

/** Whether a line says by itself that it is part of a signature. */
function isCertain(pieces: readonly string[], hasContact: boolean): boolean {
  const [first = ""] = pieces;
  // Behind a text, a closing or label may be a remark on a part.
  if (closing.test(first) || label.test(first)) return true;
  if (pieces.some((piece) => role.test(piece))) return true;
  if (name.test(first) && pieces.some((piece) => field.test(piece))) return true;
  return hasContact && (first === "" || pieces.some(isSigned));
}

/**
 * Whether the column of part numbers is empty or certain by itself, or a contact is where a
 * quantity would be. A name may be that of a part: "Fuel Pump", with "Stores" as its remark.
 */
function mayBeSigned({ cells }: FileRecord, { columns, isNamed }: FoundColumns): boolean {
  const text = cells[columns.numberColumn] ?? "";
  if (!isNamed || isBlank(text)) return true;
  if (!isBlank(cells[columns.quantityColumn ?? -1] ?? "")) return true;
  const rest = removeContacts(text);
  return isCertain(listPieces(rest.replace(barePhone, " | ")), rest !== text);
}

/**
 * What a record may be of a signature: "signature", or "name", which is one only below another line
 * of it.
 */
export function findSignature(
  record: FileRecord,
  found: FoundColumns,
): "signature" | "name" | undefined {
  const text = record.cells.filter((cell) => !isBlank(cell)).join(" | ");
  if (record.fault !== undefined || text.length > 300) return undefined;
  if (stockNumber.test(text) || hasQuantity(record, found)) return undefined;
  const rest = removeContacts(text);
  const hasContact = rest !== text;
  const signed = listPieces(rest.replace(barePhone, " | "));
  const isStrong =
    isCertain(signed, hasContact) &&
    (mayBeSigned(record, found) || (hasContact && signed.some((piece) => role.test(piece))));
  const pieces = isStrong ? signed : listPieces(rest);
  const plain = pieces.map((piece) => piece.replace(label, "")).filter((piece) => piece !== "");
  if (!plain.every((piece) => words.test(piece))) return undefined;
  const numbered = record.cells[found.columns.numberColumn] ?? "";
  const firsts = [pieces[0], listPieces(removeContacts(numbered))[0]];
  if (!firsts.every((piece) => piece === undefined || isSigned(piece))) return undefined;
  if (isStrong) return "signature";
  return pieces.length > 0 && pieces.every(isSigned) ? "name" : undefined;
}

/** The keys of all texts of a row that may be part numbers of the catalog. */
export function listSignedKeys({ cells, readings }: ReadRow): string[] {
  const pieces = cells.flatMap(listPieces);
  const texts = [...cells, ...pieces, ...cells.flatMap((cell) => cell.split(/[\s,;|:]+/))];
  const numbers = [...texts, ...readings.map(({ partNumber }) => partNumber)];
  return [...new Set(numbers.map(partNumberKey))].filter((key) => key.length > 1);
}
