import { catalogColumns } from "../catalog/import/catalogColumns.ts";
import { stockColumns } from "../catalog/import/readStockRecord.ts";
import type { ColumnRule } from "../imports/feedColumns.ts";
import { agreementColumns } from "../pricing/agreements/readAgreementRecord.ts";
import type { FileSubject } from "./importFile.ts";

/** The columns of a file. It needs no vendor column if the import names the vendor. */
export function columnRules({
  kind,
  vendor,
}: Pick<FileSubject, "kind" | "vendor">): readonly ColumnRule[] {
  if (kind === "agreement") return agreementColumns;
  const hasVendor = vendor !== null;
  return kind === "catalog" ? catalogColumns(hasVendor) : stockColumns(hasVendor);
}
