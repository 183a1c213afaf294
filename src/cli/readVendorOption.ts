// The vendor that an import's option names.
import { readVendorName } from "../imports/readVendorName.ts";
import { CommandFailure } from "./shell.ts";

/** A clean vendor name, null where none is given; ends the command where it cannot be one. */
export function readVendorOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  const read = readVendorName(text);
  if (read.outcome === "refused") throw new CommandFailure("usage", `--vendor ${read.reason}.`);
  if (read.vendor === null) {
    throw new CommandFailure("usage", "--vendor: expected 1 to 200 characters.");
  }
  return read.vendor;
}
