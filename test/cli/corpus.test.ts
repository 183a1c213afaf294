import assert from "node:assert/strict";
import { test } from "node:test";
import { importCatalog } from "../../src/imports/offers/importCatalog.ts";
import { UnreadableFile } from "../../src/reading/files/fileRecord.ts";
import type { CorpusBytes } from "../corpus/corpusFile.ts";
import { textFiles } from "../corpus/textFiles.ts";
import { workbookFiles } from "../corpus/workbookFiles.ts";
import { openFeedBytes, toRequest, toSource } from "../support/importText.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(() => openTestDatabase(2));

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 5000) {
    yield bytes.subarray(start, start + 5000);
  }
}

async function preview(bytes: CorpusBytes): Promise<string[]> {
  const stream = typeof bytes === "function" ? bytes() : toStream(await bytes);
  const session = await database.db.openSession();
  try {
    const { file, close } = await openFeedBytes(stream);
    const request = toRequest("catalog", { dryRun: true });
    const run = await importCatalog(database.db, session, toSource(file), request).finally(close);
    const refusals = run.refusals.map(
      ({ line, column, value, reason }) => `${line}, ${column ?? "-"}, ${value ?? "-"}, ${reason}`,
    );
    const stops = run.stops.map(({ code }) => `stops: ${code}`);
    return [`${run.counts["created"] ?? 0} created`, ...stops, ...refusals];
  } catch (error) {
    if (error instanceof UnreadableFile) return ["unreadable", error.message];
    throw error;
  } finally {
    await session.close();
  }
}

for (const [name, bytes, outcome] of [...textFiles, ...workbookFiles]) {
  test(`the import handles ${name} as expected`, async () => {
    assert.deepEqual(await preview(bytes), outcome);
  });
}
