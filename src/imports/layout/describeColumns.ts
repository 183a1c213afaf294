// What a report says of the columns that are imported.
import type { FileRecord } from "../../files/fileRecord.ts";
import { groupDigits } from "../../money.ts";
import { findPriceBasis, pricePerColumn } from "../../reading/header.ts";
import type { ColumnRule, FeedColumns } from "../feedColumns.ts";

type ReadColumns = { readonly header: FileRecord; readonly columns: FeedColumns };

const namesDays = /day|jour|tage|d[ií]as|dias|\(j\)/i;

/** Reports if a header of lead times names no unit. */
function describeLeadTimes({ header, columns }: ReadColumns): readonly string[] {
  const place = columns.places.get("lead_time_days");
  const text = place === undefined ? undefined : header.cells[place];
  if (text === undefined || namesDays.test(text)) return [];
  return [`"${text}" names no unit. Its numbers are read as days.`];
}

/** Reports imported columns that a workbook hides. */
function describeHidden({ header, columns }: ReadColumns, hidden: readonly number[]): string[] {
  const used = new Set(columns.places.values());
  const names = hidden.filter((place) => used.has(place)).map((place) => header.cells[place]);
  if (names.length === 0) return [];
  const quoted = names.map((name) => `"${name}"`).join(", ");
  return [`Imported, although hidden in the workbook: ${quoted}. Leave out what is not meant.`];
}

/** Reports if prices are divided because of their header. */
function describePriceUnit(
  { header, columns }: ReadColumns,
  rules: readonly ColumnRule[],
): readonly string[] {
  const names = rules.filter(({ content }) => content === "price").map(({ name }) => name);
  const headers = names.flatMap((name) => header.cells[columns.places.get(name) ?? -1] ?? []);
  return headers.flatMap((text) => {
    const units = findPriceBasis(text);
    const isUsed = columns.fixed?.get(pricePerColumn) === String(units);
    if (typeof units !== "number" || !isUsed) return [];
    return [`"${text}" has prices per ${groupDigits(units)}. They are stored per unit.`];
  });
}

function describeIgnored({ columns }: ReadColumns): string[] {
  const names = columns.ignored.map((header) => `"${header}"`).join(", ");
  if (names === "") return [];
  return [`Columns not imported, because their headers are unknown: ${names}.`];
}

/** Reports columns that are left out, and what headers do not say; `hidden` are places. */
export function describeColumns(
  read: ReadColumns,
  rules: readonly ColumnRule[],
  hidden: readonly number[],
): string[] {
  return [
    ...describePriceUnit(read, rules),
    ...describeLeadTimes(read),
    ...describeHidden(read, hidden),
    ...describeIgnored(read),
  ];
}
