// A file in the shape that dealers send, with the offers that it must become.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { fastenerBook, pivotTable, quarterlyBook, warehouseBook } from "./workbooks.ts";

/** The columns of an offer that are not empty and not the usual value, as an export writes them. */
export type ExpectedOffer = Readonly<Record<string, string>>;

/** What the fields mean, lists.yaml says. */
type ListedFile = {
  readonly name: string;
  readonly entered?: Readonly<Record<string, string>>;
  readonly corrected?: Readonly<Record<string, string>>;
  readonly offers: string;
  readonly refused?: readonly string[];
  readonly warnings?: readonly string[];
} & (
  | { readonly file: string; readonly encoding?: keyof typeof encodings }
  | { readonly workbook: keyof typeof workbooks }
);

export type DealerFile = Omit<ListedFile, "offers"> & {
  readonly bytes: Promise<Buffer> | Buffer;
  readonly offers: readonly ExpectedOffer[];
};

const workbooks = { fastenerBook, pivotTable, quarterlyBook, warehouseBook };

const encodings = {
  "utf-8": (text: string) => Buffer.from(text),
  "utf-16": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
  latin1: (text: string) => Buffer.from(text, "latin1"),
  /** The euro sign is not in Latin-1. */
  "windows-1252": (text: string) => Buffer.from(text.replaceAll("€", "\x80"), "latin1"),
};

/** The offers of a table of texts. */
export function offersOf(table: string): ExpectedOffer[] {
  const [names = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));
  return rows.map((cells) =>
    Object.fromEntries(
      names.flatMap((name, place) => {
        const cell = cells[place] ?? "";
        return cell === "-" ? [] : name.split("+").map((one) => [one, cell]);
      }),
    ),
  );
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

function bytesOf(listed: ListedFile): DealerFile["bytes"] {
  if ("workbook" in listed) return workbooks[listed.workbook];
  return encodings[listed.encoding ?? "utf-8"](read(`files/${listed.file}`));
}

export const dealerFiles: readonly DealerFile[] = (parse(read("lists.yaml")) as ListedFile[]).map(
  (listed) => ({ ...listed, bytes: bytesOf(listed), offers: offersOf(listed.offers) }),
);
