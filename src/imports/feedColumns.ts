// Which column of a file is which: headers in any order and spelling onto the names the readers
// use.
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";

/** A column a reader knows: its name, whether a file must have it, and what else it is called. */
export type ColumnRule = {
  readonly name: string;
  readonly required: boolean;
  readonly synonyms: readonly string[];
};

/** Where the known columns are; `ignored` are the headers that name none. */
export type FeedColumns = {
  readonly places: ReadonlyMap<string, number>;
  readonly width: number;
  readonly ignored: readonly string[];
};

/** The column in which refused rows say what is wrong with them; an import passes it over. */
export const errorColumn = "error";

/** Two headers are the same where this is: "Part #", "part_number" and "PART NUMBER" are. */
function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, "number")
    .replace(/%/g, "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function quoteAll(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(", ");
}

function complainAboutMissing(missing: readonly string[], ignored: string[]): string {
  const known = ignored.length === 0 ? "" : ` Not understood: ${quoteAll(ignored)}.`;
  return `These columns are missing: ${missing.join(", ")}.${known}`;
}

/**
 * Finds the columns of a file by its header. Throws `UnreadableFile` with all that is wrong:
 * required columns that are missing, and columns that two headers name.
 */
export function matchFeedColumns(
  header: FileRecord | undefined,
  rules: readonly ColumnRule[],
): FeedColumns {
  if (header === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
  const names = new Map(
    rules.flatMap(({ name, synonyms }) =>
      [name, ...synonyms].map((header) => [headerKey(header), name] as const),
    ),
  );
  const places = new Map<string, number>();
  const ignored: string[] = [];
  const faults: string[] = [];
  header.cells.forEach((cell, place) => {
    const name = names.get(headerKey(cell));
    const earlier = name === undefined ? undefined : places.get(name);
    if (name === undefined) {
      if (headerKey(cell) !== "" && headerKey(cell) !== errorColumn) ignored.push(cell);
    } else if (earlier === undefined) {
      places.set(name, place);
    } else {
      faults.push(`Two columns are ${name}: ${quoteAll([header.cells[earlier] ?? "", cell])}.`);
    }
  });
  const missing = rules.filter(({ name, required }) => required && !places.has(name));
  if (missing.length > 0) {
    const missingNames = missing.map(({ name }) => name);
    faults.unshift(complainAboutMissing(missingNames, ignored));
  }
  if (faults.length > 0) throw new UnreadableFile(`Line ${header.line}: ${faults.join(" ")}`);
  return { places, width: header.cells.length, ignored };
}

/** What is to be said of headers that name no column: nothing, or one sentence. */
export function describeIgnoredColumns({ ignored }: FeedColumns): string[] {
  if (ignored.length === 0) return [];
  return [`These columns are not understood and not read: ${quoteAll(ignored)}.`];
}
