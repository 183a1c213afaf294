// Files of the demo, imported like files of vendors.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { AccountId } from "../accounts/account.ts";
import type { StockDeclaration } from "../catalog/feedStock.ts";
import type { Database } from "../db/database.ts";
import { toFeedFile } from "../imports/rows/feed.ts";
import type { RunKind, RunRequest } from "../imports/run.ts";
import { importers } from "../jobs/importWork.ts";
import { openRecords } from "../reading/files/openRecords.ts";

/** The demo counts what is on hand. */
export const onHand: StockDeclaration = { mode: "on-hand", asOf: null };

type DemoFile = {
  readonly kind: RunKind;
  readonly name: string;
  readonly bytes: Buffer;
  readonly accountId?: AccountId;
  readonly startedBy?: string;
};

/** Reads a file of the folder `data`, such as the catalog of the demo. */
export function readDemoFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./data/${name}`, import.meta.url));
}

/**
 * Imports a file, unless it was the last of its kind. Throws for a refused row, which is a bug of
 * the demo.
 */
export async function importDemoFile(
  db: Database,
  { kind, name, bytes, accountId, startedBy = "demo" }: DemoFile,
  now: Date,
): Promise<void> {
  const request: RunRequest = {
    ...{ kind, mode: "merge", vendor: null, accountId: accountId ?? null, reverts: null, now },
    mapping: "",
    isDry: false,
    refusesFile: true,
    accepted: null,
    source: { fileName: name, bytes: null, sha256: createHash("sha256").update(bytes).digest() },
    startedBy,
    stock: onHand,
  };
  const limits = { fewerRows: 100, goesInactive: 100, priceMove: Number.POSITIVE_INFINITY };
  const opened = await openRecords(Readable.from([bytes]));
  const session = await db.openSession();
  try {
    const source = { file: toFeedFile(opened, bytes.length), limits, refusedRows: null };
    const { refusals } = await importers[kind](db, session, source, request);
    const [first] = refusals;
    if (first !== undefined) throw new Error(`${name}: refused: ${JSON.stringify(first)}`);
  } finally {
    await opened.close();
    await session.close();
  }
}
