// Reads one row of a catalog file. Pure: the known codes are an argument, since the operator can
// extend them.
import { limits } from "../kit/contract/limits.ts";
import { toStoredPrice } from "../kit/price.ts";
import { valueKey } from "../reading/cellValues.ts";
import {
  type ConditionWords,
  findCondition,
  joinCertificates,
  readCondition as readWish,
} from "../reading/condition.ts";
import { findFormatCurrency, readCurrency, readPrice } from "../reading/priceCell.ts";
import { describeRewriting } from "../reading/rewritten.ts";
import {
  type CellFault,
  type CodeList,
  type ColumnRule,
  cleanDashes,
  dropPlaceholder,
  type FeedRow,
  formatSuggestion,
  formMeaning,
  hasColumn,
  isFilled,
  parseCode,
  Refused,
  readCell,
  readCode,
  readLongText,
  readNumberText,
  readText,
  readWholeNumber,
  refuseCell,
  requireCell,
  suggestCode,
} from "../reading/row.ts";
import { isPlaceholder } from "../reading/words/placeholders.ts";
import { type FeedStock, readQuantity } from "./feedStock.ts";
import { type OfferStatus, offerStatuses } from "./offer.ts";
import { type OfferFacts, readFacts } from "./offerFacts.ts";
import { barePartNumber, partNumberKey } from "./partNumber.ts";
import { hasEndlessWord } from "./search/searchWords.ts";
import {
  type CertificateReader,
  type ConditionCodes,
  importedConditionCodes,
  statusSynonyms,
  unitCodes,
} from "./tradeCodes.ts";

export type CatalogCodes = {
  readonly conditions: ConditionCodes;
  readonly unitsOfMeasure: ReadonlySet<string>;
  readonly certificates: CertificateReader;
};

/** The context of a row: codes, the vendor of the whole file if given, what quantities mean. */
export type OfferFeed = {
  readonly codes: CatalogCodes;
  readonly vendor: string | null;
  readonly stock: Pick<FeedStock, "modeOf" | "readAsOf" | "mayBeOlder">;
};

/**
 * `refusesUnread`: an unreadable optional cell refuses its row. `partNumber` is that of the offer
 * that is edited, whatever a file may have; absent: that of the row.
 */
export type CatalogRules = OfferFeed & {
  readonly refusesUnread: boolean;
  readonly partNumber?: string;
};

/** Which offer a row means; what could not be read is null. */
export type OfferKey = {
  readonly partNumberKey: string | null;
  readonly vendor: string | null;
  readonly condition: string | null;
  readonly unitOfMeasure: string | null;
};

/**
 * An offer of a file, with the keys of its numbers; `listPrice` is as it is stored
 * (`toStoredPrice`), null if it is on request.
 */
export type OfferRow = {
  readonly partNumber: string;
  readonly partNumberKey: string;
  readonly partNumberBare: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly partName: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Units, as the row states them. */
  readonly quantity: number;
  readonly listPrice: string | null;
  readonly currency: string | null;
  readonly status: OfferStatus;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly leadTimeDays: number | null;
  /** How many lots the quantity is the sum of; null if that is not known. */
  readonly lots: number | null;
  readonly supersededBy: string | null;
  readonly supersededByKey: string | null;
  readonly alternates: readonly string[];
  readonly interchangeable: readonly string[];
} & OfferFacts;

/**
 * `offer` is null if the row has faults, which are in the row. `unread` are the faults of optional
 * cells, which are empty in `offer`. `cells` are for faults that only other rows show.
 */
export type OfferReading = {
  readonly key: OfferKey;
  readonly offer: OfferRow | null;
  readonly cells: readonly string[];
  readonly missingPrice: ListPriceReading["missing"];
  readonly unknownCertificates: readonly string[];
  readonly unread: readonly CellFault[];
};

const nameLength = 500;
const descriptionLength = 4000;
const shortTextLength = 200;
const maxLeadTimeDays = 3650;

type OptionalReader = <T>(read: (row: FeedRow) => T, none: T) => T;

/** Reads optional cells: the faults of a cell go to `unread`, and its value is `none`. */
function createOptionalReader(row: FeedRow, unread: CellFault[]): OptionalReader {
  return (read, none) => {
    const before = row.faults.length;
    const value = read(row);
    if (row.faults.length === before) return value;
    unread.push(...row.faults.splice(before));
    return none;
  };
}

/** Reads the vendor of a row. With `vendor`, the row may omit it and must not name another. */
export function readVendor(row: FeedRow, vendor: string | null): string | null {
  const cell = readText(row, "vendor", shortTextLength);
  if (vendor === null) return requireCell(row, "vendor", cell);
  if (row.faults.some((fault) => fault.column === "vendor")) return null;
  if (cell === null || cell === vendor) return vendor;
  const suggestion = formatSuggestion([vendor]);
  return refuseCell(row, "vendor", "is not the vendor this import is for", suggestion);
}

/**
 * Reads which offer a row means, as far as it can be read, and the certificate that is beside its
 * condition.
 */
function readKey(row: FeedRow, feed: CatalogRules) {
  const { unitsOfMeasure } = feed.codes;
  const partNumber = feed.partNumber ?? readPartNumber(row);
  const { condition, certificate } = readCondition(row, feed.codes, { certificates: true });
  const unit = readCode(row, "unit_of_measure", unitCodes(unitsOfMeasure));
  return {
    conditionCertificate: certificate,
    partNumber: requireCell(row, "part_number", partNumber),
    partNumberKey: partNumber === null ? null : partNumberKey(partNumber),
    vendor: readVendor(row, feed.vendor),
    condition: requireCell(row, "condition", condition),
    unitOfMeasure: requireCell(row, "unit_of_measure", unit),
  };
}

function readStatus(row: FeedRow): OfferStatus {
  const status = readCell(row, "status", { maxLength: shortTextLength }, (text) => {
    const code = text.toUpperCase().replace(/[ -]/g, "_");
    const meant = suggestCode(text, offerStatuses, statusSynonyms);
    const reason = `is not one of ${offerStatuses.join(", ")}`;
    const known = offerStatuses.find((one) => one === code);
    return known ?? new Refused(reason, formatSuggestion(meant));
  });
  return status ?? "ACTIVE";
}

/** Reads what supersedes a part; longer loops are found once all rows are staged. */
function readSuccessor(row: FeedRow, ownKey: string | null) {
  const written = readNumberText(row, "superseded_by", maxPartNumberLength);
  const supersededBy = dropPlaceholder(row, written);
  const supersededByKey = supersededBy === null ? null : partNumberKey(supersededBy);
  if (supersededByKey !== null && supersededByKey === ownKey) {
    refuseCell(row, "superseded_by", `leads back to itself: ${ownKey} > ${ownKey}`);
  }
  return { supersededBy, supersededByKey };
}

function readReplacements(row: FeedRow, ownKey: string | null, readOptional: OptionalReader) {
  const readNumbers = (column: "alternates" | "interchangeable") =>
    readOptional((of): readonly string[] => readPartNumbers(of, column), []);
  return {
    ...readSuccessor(row, ownKey),
    alternates: readNumbers("alternates"),
    interchangeable: readNumbers("interchangeable"),
  };
}

/** The name of a row; in a file without names, a description that is short enough. */
function readPartName(row: FeedRow, description: string | null): string | null {
  if (hasColumn(row, "part_name")) return readText(row, "part_name", nameLength);
  return description === null || [...description].length > nameLength ? null : description;
}

function readNames(row: FeedRow) {
  const description = readLongText(row, "description", descriptionLength);
  const partName = readPartName(row, description);
  const title = readText(row, "title", nameLength) ?? partName;
  for (const [column, text] of Object.entries({ part_name: partName, title, description })) {
    if (text !== null && hasEndlessWord(text))
      refuseCell(row, column, "contains a word that is too long");
  }
  return { partName, title, description };
}

function readLeadTime(row: FeedRow): number | null {
  return readWholeNumber(row, "lead_time_days", [0, maxLeadTimeDays]);
}

function readOrdering(row: FeedRow, readOptional: OptionalReader) {
  return {
    minQuantity: readWholeNumber(row, "min_quantity", [1, limits.quantity]) ?? 1,
    multiple: readWholeNumber(row, "multiple", [1, limits.quantity]) ?? 1,
    leadTimeDays: readOptional(readLeadTime, null),
    lots: readOptional((of) => readWholeNumber(of, "lots", [1, limits.quantity]), null),
  };
}

/**
 * Reads a whole row and records every fault in it, not only the first. It does not know other rows,
 * so it does not find duplicates.
 */
export function readOfferRecord(row: FeedRow, feed: CatalogRules): OfferReading {
  const unread: CellFault[] = [];
  const readOptional = createOptionalReader(row, unread);
  const { partNumber, conditionCertificate, ...key } = readKey(row, feed);
  const names = readNames(row);
  const quantity = readQuantity(row, feed.stock.modeOf(key.vendor, row), key.unitOfMeasure);
  feed.stock.readAsOf(row);
  const { missing: missingPrice, ...price } = readListPrice(row);
  const status = readStatus(row);
  const ordering = readOrdering(row, readOptional);
  const replacements = readReplacements(row, key.partNumberKey, readOptional);
  const facts = readFacts(row, readOptional);
  const { text, unknown } = feed.codes.certificates(facts.certificate ?? "");
  const certificate = conditionCertificate ?? text;
  // A row that is refused is corrected as a whole.
  if (row.faults.length > 0 || feed.refusesUnread) row.faults.push(...unread.splice(0));
  const notes = { missingPrice, unknownCertificates: unknown, unread };
  const reading = { key, offer: null, cells: row.cells, ...notes };
  if (row.faults.length > 0 || partNumber === null || key.partNumberKey === null) return reading;
  const { vendor, condition, unitOfMeasure } = key;
  if (vendor === null || condition === null || unitOfMeasure === null) return reading;
  if (quantity === null) return reading;
  const offer: OfferRow = {
    partNumber,
    partNumberKey: key.partNumberKey,
    partNumberBare: barePartNumber(partNumber),
    vendor,
    condition,
    unitOfMeasure,
    ...names,
    quantity,
    ...price,
    status,
    ...ordering,
    ...replacements,
    ...facts,
    certificate,
  };
  return { ...reading, offer };
}

// Invariant: a part number that a spreadsheet has clearly rewritten is refused, since nobody orders
// "12-Mar", and a buyer of 12-3 would not find it.

const maxPartNumberLength = 100;

/** Reads the part number of a row; null if there is none or it is refused. */
export function readPartNumber(row: FeedRow): string | null {
  const column = "part_number";
  const partNumber = readNumberText(row, column, maxPartNumberLength);
  if (partNumber !== null && isPlaceholder(partNumber)) {
    return refuseCell(row, column, "says that there is none");
  }
  const rewriting = partNumber === null ? undefined : describeRewriting(partNumber);
  if (rewriting === undefined) return partNumber;
  const suggestion = `probably ${rewriting.probably}; format the column as text`;
  return refuseCell(row, column, rewriting.reason, suggestion);
}

const maxAlternates = 100;

/** Reads part numbers separated by `|`, `;` or a comma with a space, each once. */
function readPartNumbers(row: FeedRow, column: string): string[] {
  const text = readLongText(row, column, maxAlternates * (maxPartNumberLength + 1));
  if (text === null) return [];
  const numbers = cleanDashes(row, text)
    .split(/[|;]|,\s/)
    .map((number) => dropPlaceholder(row, number.trim()) ?? "");
  const byKey = new Map(
    numbers.filter((number) => number !== "").map((number) => [partNumberKey(number), number]),
  );
  if (byKey.size > maxAlternates) {
    refuseCell(row, column, `has more than ${maxAlternates} part numbers`);
  }
  const listed = [...byKey.values()];
  if (listed.some((number) => [...number].length > maxPartNumberLength)) {
    refuseCell(row, column, `contains a part number longer than ${maxPartNumberLength} characters`);
  }
  return listed;
}

// The condition of a row. A cell that has a condition and certificates, such as "OH w/ 8130-3", is
// read as both, if all of it is known.

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

// Reads the list price of a row. Invariant: a price that is missing or 0 is on request, unless the
// row says that 0 is free of charge; a price that cannot be read is refused (decision 152). So a
// stored price of 0 is free of charge.

/** The column of a file that says whether a price of 0 is free of charge. */
export const zeroPriceColumn = "zero_price_is_free";

/** Its text if 0 is free of charge; otherwise 0 is no price. */
export const freeOfCharge = "yes";

export const zeroPriceRule: ColumnRule = { name: zeroPriceColumn, required: false, synonyms: [] };

const answers: CodeList = {
  known: new Set([freeOfCharge.toUpperCase(), "NO"]),
  synonyms: new Map(),
  reason: "is not yes or no",
  suggest: () => null,
};

export function readFreeOfCharge(row: FeedRow): boolean {
  return readCode(row, zeroPriceColumn, answers) === freeOfCharge.toUpperCase();
}

/** A price as it is stored (`toStoredPrice`). Without one, `missing` says what the cell had. */
export type ListPriceReading = {
  readonly listPrice: string | null;
  readonly currency: string | null;
  readonly missing: "empty" | "zero" | null;
};

/** The currency may be empty if the price is, or if the price has a sign that means one. */
export function readListPrice(row: FeedRow): ListPriceReading {
  const isFree = readFreeOfCharge(row);
  const stated = readCurrency(row, "currency");
  const isStated = stated !== null || isFilled(row, "currency");
  const known = isStated ? stated : findFormatCurrency(row, "price");
  const before = row.faults.length;
  const read = readPrice(row, "price", known);
  if (read === null && row.faults.length === before)
    return { listPrice: null, currency: stated, missing: "empty" };
  const currency = requireCell(row, "currency", known ?? read?.sign ?? null);
  const price = read?.price ?? null;
  if (price?.minor === 0n && !isFree) return { listPrice: null, currency, missing: "zero" };
  return { listPrice: price && toStoredPrice(price), currency, missing: null };
}
