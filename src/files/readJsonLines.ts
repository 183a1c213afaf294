// JSON lines: one object per line; the keys of the first are the columns. Invariant: an unreadable
// line refuses only its own row; an unreadable first line refuses the file.
import { isTooLong, maxRecordBytes, refuseLongRecord } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";
import { readJsonObject, showKey } from "./readJsonObject.ts";

type JsonLinesReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => TextTraits;
};

function readHeader(text: string, line: number): string[] {
  const reading = readJsonObject(text);
  if (reading.outcome === "read") return [...reading.texts.keys()];
  const reason = reading.outcome === "broken" ? "is not a JSON object" : reading.reason;
  throw new UnreadableFile(`Line ${line}: the row ${reason}. Every line must be one object.`);
}

function readRow(text: string, line: number, columns: ReadonlySet<string>): FileRecord {
  const reading = readJsonObject(text);
  if (reading.outcome !== "read") {
    const fault = reading.outcome === "broken" ? "is not a JSON object" : reading.reason;
    return { line, cells: [text], fault };
  }
  const { texts } = reading;
  const cells = Array.from(columns, (column) => texts.get(column) ?? "");
  const unknown = [...texts.keys()].find((key) => !columns.has(key));
  if (unknown === undefined) return { line, cells };
  return {
    line,
    cells: [text],
    fault: `has ${showKey(unknown)}, which the first row does not have`,
  };
}

/** Yields the lines of a text, the last one even without a line break. */
async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let pending: string[] = [];
  let length = 0;
  let line = 1;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    const isWhole = piece.includes("\n");
    if (!isWhole && length <= maxRecordBytes) continue;
    const lines = pending.join("").split("\n");
    const long = lines.findIndex(isTooLong);
    if (long !== -1) throw refuseLongRecord(line + long);
    const rest = lines.pop() ?? "";
    pending = [rest];
    length = rest.length;
    line += lines.length;
    yield lines;
  }
  const last = pending.join("");
  if (isTooLong(last)) throw refuseLongRecord(line);
  yield [last];
}

async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<readonly FileRecord[]> {
  let columns: ReadonlySet<string> | undefined;
  let line = 0;
  for await (const lines of splitLines(pieces)) {
    const records: FileRecord[] = [];
    for (const text of lines) {
      line += 1;
      if (text.trim() === "") continue;
      if (columns === undefined) {
        columns = new Set(readHeader(text, line));
        records.push({ line, cells: [...columns] });
      }
      records.push(readRow(text, line, columns));
    }
    yield records;
  }
}

/**
 * Reads JSON lines; the first record has the keys of the first object and its line. Throws
 * `UnreadableFile` if the first object cannot be read or a line is longer than a megabyte.
 */
export function readJsonLines(input: AsyncIterable<Uint8Array>): JsonLinesReading {
  const { pieces, traits } = decodeText(input);
  return Object.assign(readRecords(pieces), { traits });
}
