// The columns of an earlier file, for a file with the same headers. Invariant: they are used only
// where the header is found again; what does not fit is left out.
import { headerWordsKey, nameHeaders } from "../../reading/header.ts";
import { type ColumnMapping, leftOutHeader, noMapping, readMapping } from "../feedColumns.ts";
import { fileShapeKey } from "./fileShape.ts";

/** Mappings as `describeMapping` writes them, by the shape of their file. */
export type RememberedMappings = ReadonlyMap<string, string>;

type HeaderRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/** The name of a remembered header in this file; undefined if it has none or several. */
function findName(header: string, names: readonly string[]): string | undefined {
  if (header === leftOutHeader || names.includes(header)) return header;
  const key = headerWordsKey(header);
  const [name, ...others] = names.filter((one) => headerWordsKey(one) === key);
  return others.length === 0 ? name : undefined;
}

/** A remembered mapping in the words, the line and the sheet of this file. */
function fitMapping(mapping: ColumnMapping, { line, cells, sheet }: HeaderRecord): ColumnMapping {
  const names = nameHeaders(cells);
  const headers = [...mapping.headers].flatMap(([column, header]): [string, string][] => {
    const name = findName(header, names);
    return name === undefined ? [] : [[column, name]];
  });
  const headerLine = mapping.headerLine === undefined ? undefined : line;
  const { fixed, repeats } = mapping;
  return { headers: new Map(headers), fixed, headerLine, sheet, repeats };
}

/**
 * The mapping that is remembered for the header among the first records of a file. The sheet is
 * left open if several have that header and none is that of the earlier file.
 */
export function findRememberedMapping(
  records: readonly HeaderRecord[],
  remembered: RememberedMappings,
): ColumnMapping | undefined {
  if (remembered.size === 0) return undefined;
  const found = records.flatMap((record) => {
    const key = fileShapeKey(record.cells);
    const text = key === "" ? undefined : remembered.get(key);
    return text === undefined ? [] : [{ record, mapping: readMapping(text) }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const same = found.find(({ record, mapping }) => record.sheet === mapping.sheet) ?? first;
  const fitted = fitMapping(same.mapping, same.record);
  const sheets = new Set(found.map(({ record }) => record.sheet));
  const isKnown = sheets.size === 1 || same.record.sheet === same.mapping.sheet;
  return isKnown ? fitted : { ...fitted, sheet: undefined, headerLine: undefined };
}

/** Whether a mapping says anything. */
export function isEmptyMapping(mapping: ColumnMapping): boolean {
  const { headers, fixed, headerLine, sheet, repeats } = mapping;
  const isBare = headerLine === undefined && sheet === undefined && repeats === undefined;
  return isBare && headers.size === 0 && fixed.size === 0;
}

/** The remembered mapping where `given` does not say otherwise. */
export function mergeMapping(
  remembered: ColumnMapping | undefined,
  given: ColumnMapping,
): ColumnMapping {
  const { headers, fixed, headerLine, sheet, repeats } = remembered ?? noMapping;
  return {
    ...given,
    headers: new Map([...headers, ...given.headers]),
    fixed: new Map([...fixed, ...given.fixed]),
    headerLine: given.headerLine ?? headerLine,
    sheet: given.sheet ?? sheet,
    repeats: given.repeats ?? repeats,
  };
}
