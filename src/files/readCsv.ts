// Comma-separated text into records. Invariant: no row is lost unsaid: a quote that is not closed
// where its cell ends stops the reading, since it may have swallowed rows.
import { type CsvError, type Options, parse } from "csv-parse";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";

const delimiter = ",";
/** In bytes. A longer record is the sign of a quote that is never closed. */
const maxRecordSize = 1_000_000;

/**
 * A cell as it may be written, up to what ends it. A quote inside an unquoted cell stands for
 * itself.
 */
const wellWrittenCell = new RegExp(
  `[^\\S\\r\\n]*(?:"[^"]*(?:""[^"]*)*"[^\\S\\r\\n]*|(?!")[^${delimiter}\\r\\n]*)` +
    `(?:(${delimiter})|\\r\\n|[\\r\\n]|$)`,
  "y",
);

type ParsedRecord = { readonly record: readonly string[]; readonly raw: string };

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Where the first cell begins that is not well written; undefined where all are. */
function findBrokenCell(raw: string): number | undefined {
  wellWrittenCell.lastIndex = 0;
  for (;;) {
    const start = wellWrittenCell.lastIndex;
    const found = wellWrittenCell.exec(raw);
    if (found === null) return start;
    if (found[1] === undefined) return undefined;
  }
}

/** What an error of the parser means; `line` is where the record begins in which it occurred. */
function explain(error: unknown, line: number): unknown {
  const { code = "", raw = "" } = error as CsvError & { readonly raw?: string };
  if (!code.startsWith("CSV_")) return error;
  // The text ends with the quote that is followed by what must not follow it.
  const start = findBrokenCell(code === "CSV_MAX_RECORD_SIZE" ? raw : `${raw}.`);
  if (start === undefined) {
    return new UnreadableFile(`Line ${line}: a row is longer than ${maxRecordSize} bytes.`);
  }
  return new UnreadableFile(
    `Line ${line + countLineBreaks(raw.slice(0, start))}: a quote opens a cell and is not closed ` +
      "at the end of it. A quote inside a quoted cell is written twice.",
  );
}

/**
 * Yields the records of a text in UTF-8, with or without a byte order mark; rows without a word
 * are passed over.
 */
export async function* readCsv(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly FileRecord[]> {
  let batch: FileRecord[] = [];
  let line = 1;
  function take({ record: cells, raw }: ParsedRecord): null {
    if (cells.some((cell) => cell.trim() !== "")) batch.push({ line, cells });
    line += 1 + countLineBreaks(raw.replace(/[\r\n]$/, ""));
    return null;
  }
  const parser = parse({
    bom: true,
    delimiter,
    trim: true,
    // Of unquoted cells alone: with `trim`, what follows a closing quote is still judged.
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    // The parser looks before it adds a byte.
    max_record_size: maxRecordSize - 1,
    raw: true,
    on_record: take as unknown as NonNullable<Options["on_record"]>,
  });
  let failure: unknown;
  parser.on("error", (error) => {
    failure = explain(error, line);
  });
  for await (const chunk of input) {
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    if (failure !== undefined) throw failure;
    yield batch;
    batch = [];
  }
  await new Promise<void>((resolve) => parser.end(() => resolve()));
  if (failure !== undefined) throw failure;
  yield batch;
}
