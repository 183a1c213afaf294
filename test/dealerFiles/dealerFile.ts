// A file in the shape that dealers send, with the offers that it must become.
import { readFileSync } from "node:fs";

/** The columns of an offer that are not empty and not the usual value, as an export writes them. */
export type ExpectedOffer = Readonly<Record<string, string>>;

export type DealerFile = {
  readonly name: string;
  readonly bytes: Promise<Buffer> | Buffer;
  /** What an operator enters in the wizard beside the vendor; a default is `fixed-NAME`. */
  readonly entered: Readonly<Record<string, string>>;
  /** What values mean that the wizard proposes nothing for, by "column value"; proposals apply. */
  readonly corrected?: Readonly<Record<string, string>>;
  readonly offers: readonly ExpectedOffer[];
  /** Refused rows as "line, column, reason". */
  readonly refused?: readonly string[];
  /** Columns that an import leaves out, and lines that are no rows. */
  readonly warnings: readonly string[];
};

const read = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), "utf8");
export const inUtf8 = (name: string) => Buffer.from(read(name));
export const inLatin1 = (name: string) => Buffer.from(read(name), "latin1");
/** The euro sign is not in Latin-1. */
export const inWindows1252 = (name: string) =>
  Buffer.from(read(name).replaceAll("€", "\x80"), "latin1");
export const inUtf16 = (name: string) => Buffer.from(`\ufeff${read(name)}`, "utf16le");

/**
 * Offers from texts of cells in the order of `columns`; "-" is an empty cell. A cell of
 * "part_name+description" is both.
 */
export function offersOf(columns: string, ...rows: readonly string[]): ExpectedOffer[] {
  const names = columns.split(" | ");
  return rows.map((row) => {
    const cells = row.split(" | ");
    return Object.fromEntries(
      names.flatMap((name, place) => {
        const cell = cells[place] ?? "";
        return cell === "-" ? [] : name.split("+").map((one) => [one, cell]);
      }),
    );
  });
}

export const unknown = (headers: string) =>
  `Columns not imported, because their headers are unknown: ${headers}.`;
export const short = (count: string) =>
  `${count} fewer cells than the header. Missing cells count as empty.`;

export const priced =
  "part_number | part_name | condition | unit_of_measure | available_stock | price | currency";

/** As `priced`, of a file that has descriptions and no names. */
export const described = priced.replace("part_name", "part_name+description");
