// The vendor that an import's option names.
import { cleanText } from "../imports/cleanText.ts";
import { CommandFailure } from "./shell.ts";

/** A clean vendor name, null where none is given; ends the command where it cannot be one. */
export function readVendorOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  const clean = cleanText(text);
  if (clean.outcome === "refused") throw new CommandFailure("usage", `--vendor ${clean.reason}.`);
  if (clean.text === null || [...clean.text].length > 200) {
    throw new CommandFailure("usage", "--vendor: expected 1 to 200 characters.");
  }
  return clean.text;
}
