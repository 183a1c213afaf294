// Fills a large replica in a process.
import type { DatabaseAddress } from "../../../db/address.ts";
import { runProgram } from "../../../kit/program.ts";
import type { FillOptions } from "./fillReplica.ts";

export type FillOrder = {
  readonly address: DatabaseAddress;
  /** The file to create. */
  readonly path: string;
  readonly now: Date;
} & Pick<FillOptions, "rowBytes" | "replacedBytes">;

/**
 * Rejects if the fill fails or `signal` is aborted; the process has ended then. Rows are read in
 * batches, so its memory does not depend on their number.
 */
export function runFillProgram(order: FillOrder, signal: AbortSignal): Promise<void> {
  return runProgram(new URL("./fillProgram.ts", import.meta.url), order, signal);
}
