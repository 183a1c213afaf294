// Measures imports with the CLI, compared with a raw COPY of the same file, and the rate of lookups
// during an import.
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { offerFileColumns } from "../src/catalog/offerFields.ts";
import { readConfig } from "../src/server/config.ts";
import { connect } from "../src/server/connect.ts";
import { startChild } from "./children.ts";
import { type ImportFiles, makeImportFiles } from "./importFiles.ts";
import type { Load } from "./load.ts";
import { measureLoad } from "./measure.ts";
import { prepareLookups } from "./prepareLookups.ts";
import { readMemoryMb } from "./readMemoryMb.ts";
import { startServedNode } from "./servedNode.ts";

/** `faults` are failed lookups during the import. */
type ImportOutcome = {
  readonly name: string;
  readonly seconds: number;
  readonly peakMb: number;
  readonly counts: Readonly<Record<string, unknown>>;
  readonly lookupsPerSecond: number | null;
  readonly faults: number;
};

/** `lookupBaseline` is the rate of lookups per second without an import. */
export type ImportFigures = {
  readonly rows: number;
  readonly rawCopySeconds: number;
  readonly lookupBaseline: number;
  readonly imports: readonly ImportOutcome[];
};

const partsdesk = join(import.meta.dirname, "..", "bin", "partsdesk");
const memoryEveryMs = 200;
const lookupConnections = 4;
const lookupSeconds = 5;

/** Copies the file into a text table without an index: the time of the database only. */
async function measureRawCopy(client: Client, path: string): Promise<number> {
  const columns = offerFileColumns.map((column) => `"${column}" text`).join(", ");
  await client.query(`create temporary table raw_copy (${columns})`);
  const startMs = performance.now();
  const target = client.query(copyFrom("copy raw_copy from stdin (format csv, header)"));
  await pipeline(createReadStream(path), target);
  const seconds = (performance.now() - startMs) / 1000;
  await client.query("drop table raw_copy");
  return seconds;
}

type Command = Pick<ImportOutcome, "seconds" | "peakMb" | "counts">;

async function runCommand(dataDir: string, args: readonly string[]): Promise<Command> {
  const startMs = performance.now();
  const child = startChild(partsdesk, [...args, "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
  });
  let peakMb = 0;
  let printed = "";
  child.program.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  let isOver = false;
  const ended = child.ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    peakMb = Math.max(peakMb, readMemoryMb(child.pid)?.peak ?? 0);
    await Promise.race([ended, delay(memoryEveryMs)]);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const how = await ended;
  if (!how.endsWith("0")) throw new Error(`${args.join(" ")} ${how}: ${printed}`);
  const { created, updated, unchanged, refused } = JSON.parse(printed) as Record<string, unknown>;
  return { seconds, peakMb, counts: { created, updated, unchanged, refused } };
}

/** Sends lookups, a few seconds at a time, until `done`. */
export async function lookUpUntil(load: Load, done: Promise<unknown>) {
  let isOver = false;
  const over = done.finally(() => {
    isOver = true;
  });
  let requests = 0;
  let seconds = 0;
  let faults = 0;
  while (!isOver) {
    const round = await measureLoad(load);
    requests += round.requests;
    seconds += round.seconds;
    faults += Object.values(round.faults).reduce((sum, count) => sum + count, 0);
  }
  await over;
  return { lookupsPerSecond: requests / seconds, faults };
}

async function measureDuringLookups(
  dataDir: string,
  load: Load,
  name: string,
  args: readonly string[],
): Promise<ImportOutcome> {
  const command = runCommand(dataDir, args);
  const lookups = await lookUpUntil(load, command);
  return { name, ...(await command), ...lookups };
}

async function measureWith(
  dataDir: string,
  files: ImportFiles,
  rows: number,
): Promise<ImportFigures> {
  const node = await startServedNode(dataDir);
  const connection = await connect(readConfig({ DATA_DIR: dataDir }, {}), {
    applicationName: "partsdesk bench",
    report: () => undefined,
  });
  const client = new Client(connection.address);
  await client.connect();
  try {
    const rawCopySeconds = await measureRawCopy(client, files.catalog);
    const first = await runCommand(dataDir, ["catalog", "import", files.catalog]);
    const imports: ImportOutcome[] = [
      { name: "new offers", ...first, lookupsPerSecond: null, faults: 0 },
    ];
    const bodies = await prepareLookups(connection.db, client, node.url);
    const load: Load = {
      ...bodies,
      idempotency: null,
      connections: lookupConnections,
      seconds: lookupSeconds,
    };
    await measureLoad(load);
    const baseline = await measureLoad(load);
    const again = await runCommand(dataDir, ["catalog", "import", files.changed]);
    imports.push({ name: "one in twenty changed", ...again, lookupsPerSecond: null, faults: 0 });
    const stock = await runCommand(dataDir, ["stock", "import", files.stock]);
    imports.push({ name: "stock, half changed", ...stock, lookupsPerSecond: null, faults: 0 });
    const back = ["catalog", "import", files.catalog, "--accept", "measuring"];
    imports.push(await measureDuringLookups(dataDir, load, "changed back, during lookups", back));
    return { rows, rawCopySeconds, lookupBaseline: baseline.requests / baseline.seconds, imports };
  } finally {
    await client.end();
    await connection.close();
    await node.child.stop();
  }
}

/** Measures imports of `rows` rows with a new database in the folder. */
export async function measureImports(folder: string, rows: number): Promise<ImportFigures> {
  const files = await makeImportFiles(join(folder, "files"), rows);
  const dataDir = join(folder, "data");
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  return measureWith(dataDir, files, rows);
}
