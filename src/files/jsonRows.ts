// Turns JSON objects into records: the keys of the first objects are the columns. Invariant: an
// unreadable object refuses only its own row; an unreadable first object refuses the file.
import { type FileRecord, maxColumns, refuseColumns, UnreadableFile } from "./fileRecord.ts";
import { readJsonObject, showKey } from "./readJsonObject.ts";

/** The text of one object and the line where it starts. */
export type JsonText = { readonly line: number; readonly text: string };

/** Objects whose keys are columns. */
const headObjects = 100;
/** In characters: fewer objects are enough if they are long. */
const headLength = 1_000_000;

function checkFirst({ line, text }: JsonText, place: string): void {
  const reading = readJsonObject(text);
  if (reading.outcome === "read") return;
  const reason = reading.outcome === "broken" ? "is not a JSON object" : reading.reason;
  throw new UnreadableFile(`Line ${line}: the row ${reason}. Every ${place} must be one object.`);
}

function listKeys(head: readonly JsonText[]): ReadonlySet<string> {
  const readings = head.map(({ text }) => readJsonObject(text));
  return new Set(
    readings.flatMap((reading) => (reading.outcome === "read" ? [...reading.texts.keys()] : [])),
  );
}

function readRow({ text, line }: JsonText, columns: ReadonlySet<string>): FileRecord {
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
    fault: `has ${showKey(unknown)}, which none of the first ${headObjects} rows has`,
  };
}

/**
 * Yields the columns, with the line of the first object, and then one record per object. `place`
 * is what an object fills: a line or an element. Throws `UnreadableFile`.
 */
export async function* readJsonRows(
  objects: AsyncIterable<readonly JsonText[]>,
  place: "line" | "element",
): AsyncGenerator<readonly FileRecord[]> {
  let columns: ReadonlySet<string> | undefined;
  let head: JsonText[] = [];
  let length = 0;

  function startRows(): FileRecord[] {
    const [first] = head;
    if (first === undefined) return [];
    columns = listKeys(head);
    if (columns.size > maxColumns) throw refuseColumns(first.line);
    const known = columns;
    return [
      { line: first.line, cells: [...known] },
      ...head.map((object) => readRow(object, known)),
    ];
  }

  for await (const batch of objects) {
    const known = columns;
    if (known !== undefined) {
      yield batch.map((object) => readRow(object, known));
      continue;
    }
    if (head.length === 0 && batch[0] !== undefined) checkFirst(batch[0], place);
    const rest = batch.slice(headObjects - head.length);
    head.push(...batch.slice(0, headObjects - head.length));
    length += batch.reduce((sum, { text }) => sum + text.length, 0);
    if (head.length < headObjects && length < headLength) continue;
    yield startRows();
    head = [];
    const found = columns ?? new Set();
    yield rest.map((object) => readRow(object, found));
  }
  if (columns === undefined) yield startRows();
}
