// Measures what the distributor's ERP sends to the operator API: a file of stock, and changes of 1,000
// offers, alone and beside lookups.
import { shellActor } from "../src/audit/actor.ts";
import { issueOperatorKey } from "../src/keys/operatorKey.ts";
import { encodeCsvLine } from "../src/reading/files/writeCsv.ts";
import { measureLoad } from "./measure.ts";
import { lookUpUntil } from "./measureImports.ts";
import { sortForPercentiles } from "./percentiles.ts";
import { prepareLookups } from "./prepareLookups.ts";
import { readCpuMs, readPostgresCpuMs } from "./readMemoryMb.ts";
import { startServedNode } from "./servedNode.ts";
import { type BenchConnection, withBenchDatabase } from "./withBenchDatabase.ts";

/** `lookups` is their rate beside it, as a part of the rate alone. */
type ErpFigures = {
  readonly fileRows: number;
  readonly rowsPerSecond: number;
  readonly rowsPerSecondBeside: number;
  readonly lookupsBesideFile: number;
  readonly changeMs: number;
  readonly changeNodeCpuMs: number;
  readonly changePostgresCpuMs: number;
  readonly changeP50MsBeside: number;
  readonly changeP95MsBeside: number;
  readonly lookupsBesideChanges: number;
  readonly faults: number;
};

const fileRows = 200_000;
const changesAtOnce = 1_000;
const changes = 20;
const load = { idempotency: null, connections: 4, seconds: 5 };

type Counted = {
  readonly offer_id: number;
  readonly part_number: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unit_of_measure: string;
  readonly cage: string | null;
  readonly on_hand: number;
};

/** Offers at random, others for each `seed`. */
async function pickOffers({ client }: BenchConnection, count: number, seed: number) {
  const { rows } = await client.query<Counted>(
    `select offer_id::float8, part_number, vendor, condition, unit_of_measure, cage,
        (received - shipped)::float8 as on_hand
      from offers
      order by hashint8extended(offer_id, $2) limit $1`,
    [count, seed],
  );
  return rows;
}

type Sender = (method: string, path: string, body: string) => Promise<Record<string, unknown>>;

function createSender(url: string, key: string): Sender {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${url}/operator/v1${path}`, {
      method,
      headers,
      ...(method !== "GET" && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

/** Sends a file of stock in which every row differs; seconds until it is committed. */
async function sendFile(connection: BenchConnection, send: Sender, seed: number): Promise<number> {
  const offers = await pickOffers(connection, fileRows, seed);
  const lines = offers.map((one) => {
    const { part_number, vendor, condition, unit_of_measure, cage, on_hand } = one;
    const texts = [part_number, vendor, condition, unit_of_measure, cage ?? ""];
    return encodeCsvLine([...texts, String(on_hand + 1)]);
  });
  const columns = ["part_number", "vendor", "condition", "unit_of_measure", "cage", "on_hand"];
  const file = encodeCsvLine(columns) + lines.join("");
  const startMs = performance.now();
  const { import: run } = await send("POST", "/imports/stock?stock=on-hand", file);
  const { run_id } = run as { readonly run_id: number };
  for (;;) {
    const { import: now } = await send("GET", `/imports/${run_id}`, "");
    const { state } = now as { readonly state: string };
    if (state === "committed") return (performance.now() - startMs) / 1_000;
    if (state !== "running") throw new Error(`The import is ${state}.`);
  }
}

/** Milliseconds of each change of offers, one after the other. */
async function sendChanges(connection: BenchConnection, send: Sender, seed: number) {
  const offers = await pickOffers(connection, changes * changesAtOnce, seed);
  const times: number[] = [];
  for (let place = 0; place < changes; place += 1) {
    const part = offers.slice(place * changesAtOnce, (place + 1) * changesAtOnce);
    const rows = part.map(({ offer_id, on_hand }) => ({ offer_id, on_hand: on_hand + 1 }));
    const startMs = performance.now();
    const { results } = await send("PATCH", "/offers", JSON.stringify({ offers: rows }));
    times.push(performance.now() - startMs);
    const updated = (results as { outcome: string }[]).filter((one) => one.outcome === "updated");
    if (updated.length !== changesAtOnce) throw new Error(`${updated.length} offers changed.`);
  }
  return sortForPercentiles(times);
}

export async function measureErp(dataDir: string): Promise<ErpFigures> {
  const node = await startServedNode(dataDir);
  try {
    return await withBenchDatabase(dataDir, async (connection) => {
      const { db, client } = connection;
      const by = { actor: shellActor, now: new Date() };
      const terms = { name: "bench", scopes: ["catalog:write"], expiresAt: null } as const;
      const { key } = await db.transaction((tx) => issueOperatorKey(tx, terms, by));
      const send = createSender(node.url, key);
      const lookups = { ...(await prepareLookups(db, client, node.url)), ...load };
      await measureLoad(lookups);
      const alone = await measureLoad(lookups);
      const baseline = alone.requests / alone.seconds;
      const fileSeconds = await sendFile(connection, send, 1);
      const sendingFile = sendFile(connection, send, 2);
      const besideFile = await lookUpUntil(lookups, sendingFile);
      const [nodeBefore, before] = [readCpuMs(node.child.pid), readPostgresCpuMs(dataDir)];
      const changesAlone = await sendChanges(connection, send, 3);
      const nodeCpuMs = readCpuMs(node.child.pid) - nodeBefore;
      const postgresCpuMs = readPostgresCpuMs(dataDir) - before;
      const sendingChanges = sendChanges(connection, send, 4);
      const besideChanges = await lookUpUntil(lookups, sendingChanges);
      const changesBeside = await sendingChanges;
      return {
        fileRows,
        rowsPerSecond: fileRows / fileSeconds,
        rowsPerSecondBeside: fileRows / (await sendingFile),
        lookupsBesideFile: besideFile.lookupsPerSecond / baseline,
        changeMs: changesAlone(0.5),
        changeNodeCpuMs: nodeCpuMs / changes,
        changePostgresCpuMs: postgresCpuMs / changes,
        changeP50MsBeside: changesBeside(0.5),
        changeP95MsBeside: changesBeside(0.95),
        lookupsBesideChanges: besideChanges.lookupsPerSecond / baseline,
        faults: besideFile.faults + besideChanges.faults,
      };
    });
  } finally {
    await node.child.stop();
  }
}

export function describeErp(figures: ErpFigures): string[] {
  const perSecond = (rate: number) => `${rate.toFixed(0)} rows per second`;
  const ofRate = (part: number) => `lookups at ${part.toFixed(2)} of their rate`;
  const ms = (time: number) => `${time.toFixed(0)} ms`;
  return [
    `File of ${figures.fileRows} rows: ${perSecond(figures.rowsPerSecond)} alone, ` +
      `${perSecond(figures.rowsPerSecondBeside)} beside ${ofRate(figures.lookupsBesideFile)}.`,
    `${changesAtOnce} changes: ${ms(figures.changeMs)} alone, CPU of node and PostgreSQL ` +
      `${ms(figures.changeNodeCpuMs)} + ${ms(figures.changePostgresCpuMs)}; p50 ` +
      `${ms(figures.changeP50MsBeside)} and p95 ${ms(figures.changeP95MsBeside)} beside ` +
      `${ofRate(figures.lookupsBesideChanges)}.`,
  ];
}
