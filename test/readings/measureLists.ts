// Measures quick orders: each list is sent, checked against its catalog, and read as its page is.
import { existsSync, readFileSync } from "node:fs";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import type { ListRow } from "../../src/quickOrders/orderList.ts";
import type { ListUpload } from "../../src/quickOrders/readUpload.ts";
import { readParts, realPartsFolder, ways } from "../search/waysOfWriting.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { createRandom } from "../support/random.ts";
import { readListRows } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import type { Measured } from "./outcomes.ts";

export type MeasuredList = {
  readonly corpus: string;
  readonly name: string;
  readonly upload: ListUpload;
  readonly offers: readonly OfferFields[];
  /** See `sheetLists`; without it, what is read today is compared. */
  readonly truth?: readonly string[];
};

/** Days in the lists are after it. */
const now = new Date("2026-11-21T12:00:00Z");

type Offered = { readonly condition: string; readonly unit: string };

/** What is known of a row; `unit` and `offered`, a condition, are of its offer if it is ready. */
type Read = Readonly<
  Record<"part" | "quantity" | "unit" | "offered" | "condition" | "certificate" | "day", string>
> & { readonly isReady: boolean };

/** The only function that knows how rows are stored. */
function toRead(row: ListRow, offered: ReadonlyMap<number, Offered>): Read {
  const offer = row.state === "ready" ? offered.get(row.offerId ?? 0) : undefined;
  return {
    isReady: row.state === "ready",
    part: row.partNumber ?? "",
    quantity: String(row.quantity ?? ""),
    unit: offer?.unit ?? "",
    offered: offer?.condition ?? "",
    condition: row.condition ?? "",
    certificate: row.certificate ?? "",
    day: row.neededBy ?? "",
  };
}

const sortCodes = (codes: string) => `${codes.split(/ \/ |; /).toSorted()}`;

/** The outcome of a row that means the cells of `truth`, which are those after its line. */
function judge(row: Read, truth: readonly string[]): string {
  const [part = "", quantities = "", condition = "", certificate = "", day = ""] = truth;
  if (part === "-") return row.isReady ? "wrong" : "left out";
  const amounts = quantities.split(" = ").map((one) => one.split(" "));
  const isPart =
    part.toUpperCase() === row.part.toUpperCase() &&
    amounts.some(
      ([quantity = "", unit = row.unit]) =>
        quantity === row.quantity && (!row.isReady || unit === row.unit),
    );
  const hasRest =
    sortCodes(condition) === sortCodes(row.condition) &&
    sortCodes(certificate) === sortCodes(row.certificate) &&
    day === row.day;
  if (!row.isReady) return isPart && hasRest ? "asked right" : "asked";
  const isOffered = condition === "" || condition.split(" / ").includes(row.offered);
  if (!isPart || !isOffered) return "wrong";
  return hasRest ? "right" : "incomplete";
}

function describe({ part, quantity, unit, condition, certificate, day }: Read): string {
  const cells = [part, `${quantity} ${unit}`.trim(), condition, certificate, day];
  return cells.join(" | ").replace(/[ |]+$/, "");
}

/** By line, the outcome of each row; without truth only whether it is ready. */
function judgeRows(rows: ReadonlyMap<string, Read>, truth: readonly string[] | undefined) {
  const cells = (truth ?? []).map((text) => text.split("|").map((cell) => cell.trim()));
  const meant = new Map(cells.map(([line = "", ...rest]) => [line, rest]));
  const [ready, unready] = truth === undefined ? ["ready", "not ready"] : ["wrong", "no row"];
  const read = [...rows].map(([line, row]) => {
    const is = meant.get(line);
    const outcome = is === undefined ? (row.isReady ? ready : unready) : judge(row, is);
    return [line, `${outcome}: ${describe(row)}`] as const;
  });
  const others = [...meant].filter(([line]) => !rows.has(line));
  const missing = others.map(([line, [part]]) => [line, part === "-" ? "left out: " : "missing: "]);
  return Object.fromEntries([...read, ...missing]);
}

async function readList(database: TestDatabase, { name, upload }: MeasuredList) {
  const { db } = database;
  const signedIn = await insertBuyer(db, now);
  const sent = await createList(db, { signedIn, name, upload, now });
  if (sent.outcome !== "created") return { whole: sent.outcome, rows: new Map<string, Read>() };
  await checkList(database, sent.listId, () => now);
  const offers = await db.query<Offered & { readonly id: number }>({
    name: "",
    text: "select offer_id::float8 as id, condition, unit_of_measure as unit from offers",
    values: [],
  });
  const offered = new Map(offers.map(({ id, ...offer }) => [id, offer]));
  const rows = await readListRows(db, sent.listId);
  const read = rows.map((row) => [String(row.rowNumber), toRead(row, offered)] as const);
  return { whole: "created", rows: new Map(read) };
}

async function measureList(database: TestDatabase, list: MeasuredList): Promise<Measured> {
  const { whole, rows } = await readList(database, list);
  const isRead = whole === "created" || list.truth !== undefined;
  const judged = isRead ? judgeRows(rows, list.truth) : { all: `not ready: ${whole}` };
  return { corpus: list.corpus, name: list.name, rows: judged };
}

/** The lists of other tests; each line of the file is a test file with its offers. */
function readTestLists(): MeasuredList[] {
  const lines = readFileSync(new URL("lists.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.flatMap((line) => {
    const { file, offers, lists } = JSON.parse(line) as {
      readonly file: string;
      readonly offers: readonly OfferFields[];
      readonly lists: readonly { text: string; base64?: string; truth?: readonly string[] }[];
    };
    return lists.map(({ text, base64, truth }, place) => ({
      corpus: file.split("/").slice(0, 2).join("/"),
      name: `${file} ${place + 1}`,
      upload:
        base64 === undefined
          ? { kind: "text", text }
          : { kind: "file", bytes: Buffer.from(base64, "base64") },
      offers,
      ...(truth === undefined ? {} : { truth }),
    }));
  });
}

/** What the ways of writing say beside the number; for others a cell beside it has the quantity. */
const amounts: Readonly<Record<string, string>> = {
  "QTY before": "2",
  "QTY after": "12",
  "EA after": "2",
  "quantity in parentheses": "2",
  "pcs before": "2",
  "times after": "2",
  "quoted, with much around it": "4 | NE",
};

/** 50 numbers in each way of writing as a pasted list; none where the public records are not. */
function listWays(): MeasuredList[] {
  if (!existsSync(`${realPartsFolder}faa-parts.csv`)) return [];
  const random = createRandom(16);
  const parts = readParts();
  const chosen = parts.filter((_, place) => place % 23 === 0).slice(0, 50);
  const offers = parts.map(({ partNumber, name, make, nsn }) => {
    return { partNumber, partName: name, manufacturer: make, nsn: nsn.replaceAll("-", "") };
  });
  return Object.entries(ways).map(([way, write]) => {
    const amount = Object.hasOwn(amounts, way) ? amounts[way] : undefined;
    const beside = amount === undefined ? "\t3" : "";
    const text = chosen.map((part) => `${write(part, random)}${beside}`).join("\n");
    const truth = chosen.map(
      ({ partNumber }, at) => `${at + 1} | ${partNumber} | ${amount ?? "3"}`,
    );
    return { corpus: "27 writings", name: way, upload: { kind: "text", text }, offers, truth };
  });
}

/** The lists of other tests, and those of the ways of writing. */
export function listMeasured(): MeasuredList[] {
  return [...readTestLists(), ...listWays()];
}

export async function measureLists(all: readonly MeasuredList[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [offers, lists] of Map.groupBy(all, (list) => list.offers)) {
    const database = await openTestDatabase();
    for (const offer of offers) await insertOffer(database.db, offer);
    await database.replica.catchUp();
    for (const list of lists) measured.push(await measureList(database, list));
    await database.close();
  }
  return measured;
}
