// The imports of the history: a stock feed every night, and files that an operator uploaded.
import { importStock } from "../../catalog/import/importStock.ts";
import { utcDay } from "../../day.ts";
import { runImportWork } from "../../importFiles/importWork.ts";
import { receiveImportFile } from "../../importFiles/receiveImportFile.ts";
import type { GuardRails } from "../../imports/guardRails.ts";
import type { RunId } from "../../imports/importRun.ts";
import { createImportOptions, expectNoRefusal, onHand, toFile } from "../demoFile.ts";
import type { DemoRandom } from "../demoRandom.ts";
import { rotableVendor } from "../demoVendors.ts";
import type { History } from "./history.ts";
import type { HistoryOffer } from "./historyQueries.ts";

const limits: GuardRails = { fewerRows: 100, goesInactive: 100, priceMove: 50 };
const stockColumns = [
  "part_number",
  "vendor",
  "condition",
  "unit_of_measure",
  "manufacturer",
  "on_hand",
] as const;
type StockRow = Record<(typeof stockColumns)[number], string>;

/** The stock of `count` offers: about what it was at the start, as vendors restock. */
function drawStock(random: DemoRandom, offers: readonly HistoryOffer[], count: number): StockRow[] {
  const chosen = new Set(Array.from({ length: count }, () => random.pick(offers)));
  return [...chosen].map((offer) => ({
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    manufacturer: offer.manufacturer ?? "",
    on_hand: String(Math.round(offer.onHand * (0.85 + 0.3 * random.unit()))),
  }));
}

/** Imports the stock feed that a vendor sends at night. */
export async function importNightlyStock(
  { context, random, offers }: History,
  now: Date,
): Promise<void> {
  const { db } = context;
  const { vendor } = random.pick(offers);
  const sold = offers.filter((offer) => offer.vendor === vendor);
  const slug = vendor.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const name = `${slug}-${utcDay(now)}.csv`;
  const { file, sha256 } = toFile(stockColumns, drawStock(random, sold, 24));
  const options = { ...createImportOptions(name, sha256), startedBy: "nightly feed" };
  const session = await db.openSession();
  try {
    const merged = { ...options, vendor: null, replace: false, stock: onHand };
    expectNoRefusal(name, await importStock(db, session, file, merged, now));
  } finally {
    await session.close();
  }
}

type Upload = {
  readonly kind: "catalog" | "stock";
  readonly vendor: string | null;
  readonly name: string;
  readonly text: string;
};

/** Uploads a file as an operator, and imports it as often as there are modes; returns the runs. */
async function upload(
  { context, actorAt }: History,
  { kind, vendor, name, text }: Upload,
  modes: readonly ("dry run" | "import")[],
  now: Date,
): Promise<RunId[]> {
  const { db } = context;
  const actor = actorAt(now);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const received = await receiveImportFile(db, {
    subject: { kind, mode: "merge", vendor, accountId: null },
    name,
    bytes: bytes(),
    isTruncated: () => false,
    sentBy: actor.operator.name,
    now,
  });
  if (received.outcome !== "received") throw new Error(`The file ${name} was not received.`);
  const { fileId } = received;
  await runImportWork(db, { kind: "inspect", fileId }, limits, () => undefined);
  const runs: RunId[] = [];
  for (const mode of modes) {
    const isDry = mode === "dry run";
    const policy = { isDry, refusesFile: !isDry, accepted: null, passes: [], excluded: [] };
    const work = { kind: "import", fileId, mapping: "", stock: onHand, actor, now } as const;
    await runImportWork(db, { ...work, ...policy }, limits, (runId) => runs.push(runId));
  }
  return runs;
}

const listHeader =
  "part_number,part_name,title,condition,unit_of_measure,available_stock,price,currency,status";

/** A price list of new parts; the operator reverts it at `revertAt`. */
export async function uploadPriceList(history: History, revertAt: Date, now: Date): Promise<void> {
  const { agenda, context, random, actorAt } = history;
  const rows = Array.from({ length: 18 }, (_, place) => {
    const price = `${random.between(900, 9_800)}.00`;
    const title = "Actuator, linear, 28 VDC";
    const number = `DA88${String(120 + place)}-1`;
    return `${number},ACTUATOR,"${title}",OH,EA,${random.between(1, 6)},${price},USD,ACTIVE`;
  });
  const text = `${[listHeader, ...rows].join("\n")}\n`;
  const name = "rotables-price-list-q3.csv";
  const file = { kind: "catalog", vendor: rotableVendor, name, text } as const;
  const [, runId] = await upload(history, file, ["dry run", "import"], now);
  if (runId === undefined) throw new Error("The price list was not imported.");
  agenda.add(revertAt, async (at) => {
    const work = { kind: "revert", runId, actor: actorAt(at), now: at } as const;
    await runImportWork(context.db, work, limits, () => undefined);
  });
}

/** A count of stock with rows that nobody can read: the import stops. */
export async function uploadRefusedStock(history: History, now: Date): Promise<void> {
  const rows = drawStock(history.random, history.offers, 40).map((row, place) => {
    const cells = stockColumns.map((column) => row[column]);
    if (place % 11 === 3) return cells.with(5, "see note").join(",");
    if (place % 17 === 6) return cells.with(0, `${row.part_number}-X`).join(",");
    return cells.join(",");
  });
  const text = `${[stockColumns.join(","), ...rows].join("\n")}\n`;
  const file = { kind: "stock", vendor: null, name: "hangar-count-week.csv", text } as const;
  await upload(history, file, ["dry run", "import"], now);
}

/** A file that is no list at all: the import fails. */
export async function uploadUnreadableFile(history: History, now: Date): Promise<void> {
  const text =
    "Please find attached our current price list.\n\nKind regards\nSample Hangar Stores\n";
  const file = { kind: "catalog", vendor: "Sample Hangar Stores", name: "price list.txt", text };
  await upload(history, { ...file, kind: "catalog" }, ["import"], now);
}
