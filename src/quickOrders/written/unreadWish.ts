// What an unreadable row asks for beside a condition that is used for it (decision 239). Pure.
import { foldFullWidth } from "../../catalog/partNumber.ts";
import { findNamedColumn } from "../../imports/feedColumns.ts";
import { certificateColumn, listColumnRules } from "../listColumns.ts";
import type { ListColumns } from "../orderList.ts";
import { findUnreadWish, type ListCodes, readCertificateCell } from "./certificateWish.ts";

type UnreadRow = { readonly cells: readonly string[]; readonly condition: string | null };

/** As `findUnreadWish`, of the cells of a row: the condition that it shows may be cut. */
export function findRowWish(
  { cells, condition }: UnreadRow,
  { headers, conditionColumn }: ListColumns,
  codes: ListCodes,
): ReturnType<typeof findUnreadWish> {
  const written = cells[conditionColumn ?? -1]?.trim() ?? "";
  const wish = findUnreadWish(foldFullWidth(written === "" ? (condition ?? "") : written), codes);
  const place = headers.findIndex(
    (one) => findNamedColumn(one, listColumnRules) === certificateColumn,
  );
  const papers = readCertificateCell(cells[place] ?? "", codes)?.split("; ") ?? [];
  const wanted = new Set([...(wish.certificate?.split("; ") ?? []), ...papers]);
  return { ...wish, certificate: wanted.size === 0 ? null : [...wanted].join("; ") };
}
