// Reads the records of a list, in their order, into rows. Invariant: a record is a row, or it is
// named among those that were left out.

import type { FileRecord } from "../../files/fileRecord.ts";
import {
  type ColumnMapping,
  type FeedColumns,
  leftOutHeader,
  noMapping,
  placeColumns,
} from "../../imports/feedColumns.ts";
import { isBlank } from "../../imports/layout/cellTexts.ts";
import { createLeftOutTally, findLeftOutKind } from "../../imports/layout/leftOutRows.ts";
import { listColumnNames, listColumnRules } from "../listColumns.ts";
import type { ListColumns, ReadRow } from "../orderList.ts";
import { readListRow } from "../readListRow.ts";
import type { ListCodes } from "../written/certificateWish.ts";
import { createCommaReader } from "../written/groupedQuantity.ts";
import { type FoundColumns, findListColumns } from "./findListColumns.ts";

export type RowReader = {
  readonly columns: ListColumns;
  /** Undefined for a record that is no row. */
  readRow(record: FileRecord): ReadRow | undefined;
  /** What was left out so far, and which columns a person chose. */
  notes(): string[];
};

/** Words of totals. A first cell with another word may be a part: "Total Aero D 100". */
const totalWords = new RegExp(
  "total|sum|summe|somme|suma|soma|grand|sub|overall|gesamt|lines?|items?|rows?|parts?|pieces?|" +
    "pcs|qty|quantity|amount|price|value|cost|net|usd|eur|gbp|of|in|no|[^\\p{L}]",
  "giu",
);

function isTotal(record: FileRecord): boolean {
  const first = record.cells.find((cell) => !isBlank(cell)) ?? "";
  return first.replace(totalWords, "") === "" && !isNumbered.test(first);
}

const namesTotal =
  /^(?:(?:grand|sub|overall)[ -]?)?(?:total|sum|summe|somme|suma|soma)s?(?!\p{L})/iu;
/** Part numbers begin so too: SUM-100. */
const isNumbered = /^\p{L}+-?\d/u;
const isCount = /^[\d.,]+ (?:lines?|items?|rows?|parts?|pieces?|pcs)$/i;
const isSum = /^(?:[A-Z]{3}|[$€£¥])? ?[\d.,' ]+ ?(?:[A-Z]{3}|[$€£¥])?$/;
const signs = /^(?:approved|authori[sz]ed|prepared|checked|signed|signature)(?: by)? ?:|_{4,}$/i;

/** What a record of a list is, if it is no row, by words that other files do not have. */
function findListKind({ cells, fault }: FileRecord): "total" | "remark" | undefined {
  const [first = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (fault !== undefined) return undefined;
  if (others.length === 0 && signs.test(first)) return "remark";
  const isTotalOf =
    namesTotal.test(first) && first.replace(totalWords, "") === "" && !isNumbered.test(first);
  const counts = others.every((cell) => isCount.test(cell) || isSum.test(cell));
  return isTotalOf && others.length > 0 && counts ? "total" : undefined;
}

/** The places by which imports recognize totals. */
function toFeedColumns({ columns, width }: FoundColumns): FeedColumns {
  const { numberColumn, quantityColumn, conditionColumn } = columns;
  const named = { part_number: numberColumn, quantity: quantityColumn, condition: conditionColumn };
  const places = Object.entries(named).flatMap(([name, place]): [string, number][] =>
    place === null ? [] : [[name, place]],
  );
  return { places: new Map(places), width, ignored: [] };
}

function describeChosen({ header }: FoundColumns, mapping: ColumnMapping | null): string[] {
  if (mapping === null || header === null) return [];
  const named = listColumnNames.flatMap((name) => {
    const cell = mapping.headers.get(name) ?? leftOutHeader;
    return cell === leftOutHeader ? [] : [`${name.replace("_", " ")} from "${cell}"`];
  });
  if (named.length === 0) return [];
  return [`Columns as chosen: ${named.join(", ")}.`];
}

function describeIgnored({ header }: FoundColumns, mapping: ColumnMapping | null): string[] {
  if (header === null) return [];
  const { ignored } = placeColumns(header.cells, listColumnRules, mapping ?? noMapping);
  if (ignored.length === 0) return [];
  return [`Columns not read: ${ignored.map((name) => `"${name}"`).join(", ")}.`];
}

/** As `findListColumns`; throws what it throws. */
export function createRowReader(
  head: readonly FileRecord[],
  { isKeyed, mapping }: { readonly isKeyed: boolean; readonly mapping: ColumnMapping | null },
  codes: ListCodes,
): RowReader {
  const found = findListColumns(head, isKeyed, mapping);
  const feed = toFeedColumns(found);
  const header = found.header ?? { line: 0, cells: [] };
  const leftOut = createLeftOutTally();
  const readCommas = createCommaReader(head);
  let seen = 0;
  return {
    columns: found.columns,
    readRow(record) {
      seen += 1;
      if (seen === found.skipped) return undefined;
      if (seen < found.skipped) {
        leftOut.add("title", record);
        return undefined;
      }
      const kind = findLeftOutKind(record, header, feed) ?? findListKind(record);
      if (kind === undefined || (kind === "total" && !isTotal(record))) {
        return readListRow(record, found, codes, readCommas);
      }
      leftOut.add(kind, record);
      return undefined;
    },
    notes: () => [
      ...describeChosen(found, mapping),
      ...leftOut.describe(),
      ...describeIgnored(found, mapping),
    ],
  };
}
