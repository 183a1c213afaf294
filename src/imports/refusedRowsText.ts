// Refused rows as CSV, as they were written, with a last column that describes what is wrong. The
// file can be corrected in a spreadsheet and imported; formulas are guarded and read back as is.
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
    const original = cells.filter((_, place) => place !== errorPlace);
    const padding = Array.from({ length: Math.max(0, width - original.length) }, () => "");
    buffered += encodeCsvLine([...original, ...padding, last]);
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
