import { catalogColumns } from "../catalog/import/catalogColumns.ts";
import { stockColumns } from "../catalog/import/readStockRecord.ts";
import type { ExcludedRow } from "../imports/excluded/excludedRows.ts";
import { type ColumnRule, readMapping } from "../imports/feedColumns.ts";
import type { RunKind, StockDeclaration } from "../imports/importRun.ts";
import { agreementColumns } from "../pricing/agreements/readAgreementRecord.ts";

declare const fileIdBrand: unique symbol;

/** The id of an uploaded file, a UUID of version 7. */
export type FileId = string & { readonly [fileIdBrand]: true };

/** What a file contains and how it is imported; an agreement is never replaced as a whole. */
export type FileSubject = {
  readonly kind: RunKind;
  readonly mode: "merge" | "replace";
  /** The vendor of every row; null if the file has a vendor column or is an agreement. */
  readonly vendor: string | null;
  /** The account of an agreement; otherwise null. */
  readonly accountId: string | null;
};

/** Whether more files of the same vendor or account are expected. */
export function hasSubject({ vendor, accountId }: FileSubject): boolean {
  return vendor !== null || accountId !== null;
}

/** The columns of a file. It needs no vendor column if the import names the vendor. */
export function columnRules({
  kind,
  vendor,
}: Pick<FileSubject, "kind" | "vendor">): readonly ColumnRule[] {
  if (kind === "agreement") return agreementColumns;
  return kind === "catalog" ? catalogColumns(vendor) : stockColumns(vendor);
}

/** `sheet` is absent unless a workbook has several visible sheets. */
export type HeadRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/** An uploaded file. `head` is null until it was inspected, or if it cannot be read. */
export type ImportFile = FileSubject & {
  readonly fileId: FileId;
  readonly accountName: string | null;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly sha256: Buffer;
  readonly sentBy: string;
  readonly sentAt: Date;
  readonly head: readonly HeadRecord[] | null;
  readonly unreadable: string | null;
  /** As `describeMapping` writes it; empty for no mapping. */
  readonly mapping: string;
  readonly stock: StockDeclaration;
  /** Rows to leave out, by their lines in the sheet of the mapping. */
  readonly excluded: readonly ExcludedRow[];
  readonly version: number;
};

/** Whether a line is the same row of a file by its own mapping and by another one. */
export function hasSameLines({ mapping }: Pick<ImportFile, "mapping">, other: string): boolean {
  return readMapping(mapping).sheet === readMapping(other).sheet;
}

/** The rows of a file that are left out when it is read by a mapping. */
export function excludedBy(file: ImportFile, mapping: string): readonly ExcludedRow[] {
  return hasSameLines(file, mapping) ? file.excluded : [];
}
