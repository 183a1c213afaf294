// The corpus sent to the console: each file has the same result as with the command.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FileId } from "../../src/imports/file.ts";
import { selectFile } from "../../src/imports/fileQueries.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import type { CorpusBytes, CorpusFile } from "../corpus/corpusFile.ts";
import { endOfRun, locationOf, sendImport } from "./sendImport.ts";
import { openTestApp, type TestApp } from "./testApp.ts";
import { openOperator, type TestOperator } from "./testOperator.ts";

const maxBytes = 8_000_000;

/** A site, and who imports there. */
type Site = { readonly app: TestApp; readonly admin: TestOperator };

export async function openCorpusSite(): Promise<Site> {
  const app = await openTestApp({ publicUrl: "https://parts.example", importFileBytes: maxBytes });
  return { app, admin: await openOperator(app) };
}

/** The file, or as much of it as exceeds the limit. */
async function readBytes(bytes: CorpusBytes): Promise<Buffer> {
  if (typeof bytes !== "function") return Buffer.from(await bytes);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes()) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(pieces);
}

function readText(page: string): string {
  const entities: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">" };
  return page
    .replace(/<[^>]+>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
}

function describeRun({ state, message, report }: ImportRun): string[] {
  if (state === "failed") return ["unreadable", message ?? ""];
  const refusals = (report?.refusals ?? []).map(
    ({ line, column, value, reason }) => `${line}, ${column ?? "-"}, ${value ?? "-"}, ${reason}`,
  );
  const stops = (report?.stops ?? []).map(({ code }) => `stops: ${code}`);
  return [`${report?.counts["created"] ?? 0} created`, ...stops, ...refusals];
}

/** The result of a file: as the CLI reports it, or the page that refuses it. */
export async function preview(
  { app, admin }: Site,
  bytes: Buffer,
): Promise<string[] | { readonly page: string }> {
  const sent = await sendImport(app, admin, bytes);
  if (sent.statusCode === 422) return { page: readText(sent.body) };
  const place = locationOf(sent);
  const fileId = place.split("/").at(-1) as FileId;
  const file = await selectFile(app.database.db, fileId);
  if (file?.unreadable != null) return ["unreadable", file.unreadable];
  const checked = await admin.post(`${place}/check`, { version: "1" });
  if (checked.statusCode === 422) return { page: readText(checked.body) };
  return describeRun(await endOfRun(app, checked));
}

async function expectOutcome(site: Site, [, bytes, outcome]: CorpusFile): Promise<void> {
  const collected = await readBytes(bytes);
  const result = await preview(site, collected);
  if (Array.isArray(result)) {
    // A long message is stored truncated.
    const [end, message = ""] = result;
    const isCut = end === "unreadable" && message.endsWith("…");
    if (!isCut) return assert.deepEqual(result, outcome);
    return assert.ok(outcome[1]?.startsWith(message.slice(0, -1)), message);
  }
  if (collected.length > maxBytes) return assert.match(result.page, /larger than 8 MB/);
  if (collected.length === 0) return assert.match(result.page, /The file is empty/);
  assert.equal(outcome[0], "unreadable", result.page);
  const [, fault = ""] =
    /^Line \d+: (.*?)(?: Line \d+ looks like.*)?$/s.exec(outcome[1] ?? "") ?? [];
  assert.notEqual(fault, "");
  // A page names columns by words.
  const inWords = fault.replaceAll("_", " ");
  assert.ok(result.page.replaceAll("_", " ").includes(inWords), `${fault} in ${result.page}`);
}

/** Adds a test of each file to the test file that calls it. */
export function testInConsole(files: readonly CorpusFile[]): void {
  let site: Site;
  before(async () => {
    site = await openCorpusSite();
  });
  after(() => site.app.close());
  for (const file of files) {
    test(`${file[0]} has the same result in the console as with the command`, () =>
      expectOutcome(site, file));
  }
}
