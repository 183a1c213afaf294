// Refused rows as CSV: the rows as they were written, with a last column that says what is wrong.
// It can be mended in a spreadsheet and imported by itself: what a stranger wrote as a formula is
// guarded, and read back as it was.
import { encodeCsvLine } from "../files/writeCsv.ts";
import { errorColumn } from "./feedColumns.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { CellFault } from "./feedRow.ts";

const bufferLength = 64 * 1024;

function describeFaults(faults: readonly CellFault[]): string {
  return faults
    .map(({ column, reason, suggestion }) => {
      const fault = `${column ?? "the row"} ${reason}`;
      return suggestion === null ? fault : `${fault} (${suggestion})`;
    })
    .join("; ");
}

/** Hands the text on in pieces of some 64 KiB, the last one at the end, which may be empty. */
export function createRefusedRowsText(write: (text: string) => Promise<void>): RefusedRows {
  let buffered = "";
  let width = 0;
  let errorPlace = -1;

  async function flush(): Promise<void> {
    const text = buffered;
    buffered = "";
    await write(text);
  }

  async function add(cells: readonly string[], last: string): Promise<void> {
    const kept = cells.filter((_, place) => place !== errorPlace);
    const padding = Array.from({ length: Math.max(0, width - kept.length) }, () => "");
    buffered += encodeCsvLine([...kept, ...padding, last]);
    if (buffered.length >= bufferLength) await flush();
  }

  return {
    begin: (header) => {
      errorPlace = header.cells.findIndex((cell) => cell.trim().toLowerCase() === errorColumn);
      width = header.cells.length - (errorPlace === -1 ? 0 : 1);
      return add(header.cells, errorColumn);
    },
    add: ({ cells }, faults) => add(cells, describeFaults(faults)),
    end: flush,
  };
}
