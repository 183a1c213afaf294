// 27 ways in which people write a part number, and real parts that are written so. The NSN beside a
// number is that of another item, chosen by the order of the files.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const realPartsFolder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
export const cage = "1EX01";

export type KnownPart = {
  readonly partNumber: string;
  readonly name: string;
  readonly make: string;
  readonly nsn: string;
};

function readColumns(file: string): string[][] {
  const [, ...lines] = readFileSync(`${realPartsFolder}${file}`, "utf8").trim().split("\n");
  return lines.map((line) =>
    line
      .trim()
      .replace(/"[^"]*"/g, "")
      .split(","),
  );
}

export function readParts(): KnownPart[] {
  const stockNumbers = readColumns("dla-aviation-items.csv").map(([nsn = ""]) => nsn);
  const byNumber = new Map(
    readColumns("faa-parts.csv").map(([partNumber = "", name = "", make = ""]) => [
      partNumber,
      { partNumber, name, make: make === "" ? "BOEING" : make },
    ]),
  );
  return [...byNumber.values()].map((part, place) => {
    return { ...part, nsn: stockNumbers[3 * place] ?? "" };
  });
}

type Random = (below: number) => number;

const lookalikes = new Map([..."0O1I5S8B"].map((letter, at, all) => [letter, all[at ^ 1] ?? ""]));

function confuse(number: string, random: Random): string {
  const places = [...number].flatMap((letter, place) => (lookalikes.has(letter) ? [place] : []));
  const place = places[random(places.length)];
  if (place === undefined) return number;
  return number.slice(0, place) + lookalikes.get(number[place] ?? "") + number.slice(place + 1);
}

function swap(number: string, random: Random): string {
  const place = random(number.length - 1);
  const [one = "", other = ""] = number.slice(place, place + 2);
  return number.slice(0, place) + other + one + number.slice(place + 2);
}

const characters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";

function mistype(number: string, random: Random): string {
  const place = random(number.length);
  const other = characters[random(characters.length)] ?? "";
  const [start, end] = [number.slice(0, place), number.slice(place + 1)];
  return [start + end, start + other + number.slice(place), start + other + end][random(3)] ?? "";
}

export type Way = (part: KnownPart, random: Random) => string;

export const ways: Readonly<Record<string, Way>> = {
  "P/N before": ({ partNumber }) => `P/N ${partNumber}`,
  "PN: before": ({ partNumber }) => `PN: ${partNumber}`,
  "PN without a space": ({ partNumber }) => `PN${partNumber}`,
  "part no. before": ({ partNumber }) => `Part No. ${partNumber.toLowerCase()}`,
  "P/N: without a space": ({ partNumber }) => `p/n:${partNumber}`,
  "REV A after": ({ partNumber }) => `${partNumber} REV A`,
  "REV.C after": ({ partNumber }) => `${partNumber} Rev.C`,
  "QTY before": ({ partNumber }) => `QTY 2 ${partNumber}`,
  "QTY after": ({ partNumber }) => `${partNumber}, qty: 12`,
  "EA after": ({ partNumber }) => `${partNumber} 2 EA`,
  "quantity in parentheses": ({ partNumber }) => `${partNumber} (2)`,
  "pcs before": ({ partNumber }) => `2 pcs ${partNumber}`,
  "item number before": ({ partNumber }) => `1. ${partNumber}`,
  "times after": ({ partNumber }) => `${partNumber} x2`,
  "maker before": ({ partNumber, make }) => `${make} ${partNumber}`,
  "maker after": ({ partNumber, make }) => `${partNumber} (${make})`,
  "CAGE code before": ({ partNumber }) => `${cage} ${partNumber}`,
  "CAGE code after": ({ partNumber }) => `${partNumber} CAGE ${cage}`,
  "name after": ({ partNumber, name }) => `${partNumber} ${name}`,
  "name before": ({ partNumber, name }) => `${name}, ${partNumber}`,
  "quoted, with much around it": ({ partNumber, name }) =>
    `3) "${partNumber}", ${name}, REV B, qty 4 ea, NE`,
  NSN: ({ nsn }) => nsn,
  "NSN without dashes": ({ nsn }) => `NSN ${nsn.replaceAll("-", "")}`,
  "NIIN without leading zeros": ({ nsn }) => nsn.slice(5).replaceAll("-", "").replace(/^0+/, ""),
  "confused character": ({ partNumber }, random) => confuse(partNumber, random),
  "swapped characters": ({ partNumber }, random) => swap(partNumber, random),
  "one edit": ({ partNumber }, random) => mistype(partNumber, random),
};
