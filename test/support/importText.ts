// Imports of texts for tests, as the shell runs them but without a process.
import { type CatalogImport, importCatalog } from "../../src/catalog/importCatalog.ts";
import type { Database, Session } from "../../src/db/database.ts";
import { readCsv } from "../../src/files/readCsv.ts";
import type { ImportStep } from "../../src/imports/stageFeed.ts";

export type FeedOptions = {
  readonly vendor?: string | null;
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly now?: Date;
  readonly onStep?: (step: ImportStep) => void;
};

/** A text as the bytes of a file, in pieces of `size`. */
export async function* toBytes(text: string, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

/** Imports a catalog file from a text. */
export function importOn(
  session: Session,
  text: string,
  options: FeedOptions = {},
): Promise<CatalogImport> {
  return importCatalog(
    session,
    readCsv(toBytes(text)),
    {
      vendor: options.vendor ?? null,
      replace: options.replace ?? false,
      dryRun: options.dryRun ?? false,
      refusedRows: null,
      onStep: options.onStep ?? (() => undefined),
    },
    options.now ?? new Date(),
  );
}

/** As `importOn`, on a session of its own. */
export async function importText(
  db: Database,
  text: string,
  options: FeedOptions = {},
): Promise<CatalogImport> {
  const session = await db.openSession();
  try {
    return await importOn(session, text, options);
  } finally {
    await session.close();
  }
}

/** The counts of an import alone. */
export function countsOf(imported: CatalogImport) {
  const { created, updated, unchanged, deactivated, refused } = imported;
  return { created, updated, unchanged, deactivated, refused };
}
