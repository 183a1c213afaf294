import { offerFileColumns } from "../src/catalog/offerFields.ts";
import type { OfferTexts } from "../src/catalog/offerTexts.ts";
import type { Database } from "../src/db/database.ts";
import { importCatalog } from "../src/imports/offers/importCatalog.ts";
import type { RunRequest } from "../src/imports/run.ts";
import type { FileRecord } from "../src/reading/files/fileRecord.ts";

const rowsAtOnce = 1_000;

async function* toBatches(offers: Iterable<OfferTexts>): AsyncGenerator<readonly FileRecord[]> {
  let batch: FileRecord[] = [{ line: 1, cells: offerFileColumns }];
  let line = 1;
  for (const offer of offers) {
    line += 1;
    batch.push({ line, cells: offerFileColumns.map((column) => offer[column]) });
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Imports the offers like an operator. `report` receives the rows read so far. */
export async function loadOffers(
  db: Database,
  offers: Iterable<OfferTexts>,
  report: (rows: number) => void,
): Promise<void> {
  const session = await db.openSession();
  try {
    const file = {
      batches: toBatches(offers),
      portionRead: () => null,
      endsWithLineBreak: () => true,
    };
    const request: RunRequest = {
      kind: "catalog",
      mode: "merge",
      vendor: null,
      accountId: null,
      reverts: null,
      mapping: "",
      isDry: false,
      refusesFile: true,
      accepted: null,
      source: { fileName: "bench", bytes: null, sha256: null },
      startedBy: "bench",
      now: new Date(),
    };
    const limits = { fewerRows: 100, goesInactive: 100, priceMove: Number.POSITIVE_INFINITY };
    const onProgress = ({ rows }: { rows: number }) => report(rows);
    const source = { file, limits, refusedRows: null, onProgress };
    const { state, refusals } = await importCatalog(db, session, source, request);
    if (state !== "committed") throw new Error(`Offers were refused: ${JSON.stringify(refusals)}`);
  } finally {
    await session.close();
  }
}
