// Changed stock and prices from the distributor's own systems: the import of stock takes the rows of a
// request as it takes those of a file.
import { setTimeout as delay } from "node:timers/promises";
import { type Static, Type } from "typebox";
import type { Database } from "../db/database.ts";
import type { ApiCall, Operation } from "../kit/api.ts";
import type { FileRecord } from "../reading/files/fileRecord.ts";
import type { GuardRails } from "./guardRails.ts";
import { importStock, offerNumberColumn } from "./offers/importStock.ts";
import type { PlannedRow } from "./offers/stockQueries.ts";
import { keepRefusedRows } from "./refusedRows.ts";
import type { FeedFile } from "./rows/feed.ts";
import { describeFaults, type RefusedRows } from "./rows/refusals.ts";
import { RunCancelled, type RunId } from "./run.ts";
import { answerRun, later, maxWaitMs, runAnswer } from "./runAnswer.ts";
import { maxTurnWaitMs, type Turns, waitYourTurn } from "./runner.ts";

export type PatchContext = {
  readonly db: Database;
  readonly importLimits: GuardRails;
  readonly turns: Turns;
};

const text = (maxLength: number, example: string, more: object = {}) =>
  Type.Optional(Type.String({ maxLength, examples: [example], ...more }));
const count = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1_000_000_000, examples: [12], description }));

const fields = {
  [offerNumberColumn]: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      examples: [4711],
      description: "As a result has it. Without it, send `part_number`, `vendor`, `condition`.",
    }),
  ),
  part_number: text(100, "MS20470AD4-6"),
  vendor: text(200, "Acme"),
  condition: text(40, "NE"),
  unit_of_measure: text(40, "EA", { description: "If the part is sold in several." }),
  manufacturer: text(200, "Boeing", { description: "If several make the part." }),
  cage: text(5, "81205"),
  available_stock: count(0, "Units that no order has."),
  on_hand: count(-1_000_000_000, "All units, also those of confirmed orders; instead."),
  price: Type.Optional(
    Type.Object(
      {
        amount: Type.String({ maxLength: 16, pattern: "^[0-9]+(\\.[0-9]{1,7})?$" }),
        currency: Type.String({ maxLength: 3 }),
      },
      {
        title: "price",
        description: "List price of one unit, above 0.",
        examples: [{ amount: "12.50", currency: "USD" }],
      },
    ),
  ),
};
const example = { part_number: "MS20470AD4-6", vendor: "Acme", condition: "NE", on_hand: 12 };
const offer = Type.Object(fields, { title: "changed offer", examples: [example] });
const maxOffers = 1_000;
const body = Type.Object({
  offers: Type.Array(offer, {
    minItems: 1,
    maxItems: maxOffers,
    description: "What a row does not have stays.",
  }),
});

const query = Type.Object({
  accept: Type.Optional(
    Type.String({
      maxLength: 500,
      description: "Change offers although a guard rail stops it, for this reason.",
    }),
  ),
});

/** A `Result`. */
const result = Type.Object(
  {
    outcome: Type.Enum(["updated", "unchanged", "refused"], { examples: ["updated"] }),
    offer_id: { type: ["integer", "null"], examples: [4711] } as never,
    reason: { type: ["string", "null"], examples: [null], description: "Of a refusal." } as never,
  },
  { title: "changed offer result" },
);

const columns = [...Object.keys(fields), "currency"];
const numbers = new Set([offerNumberColumn, "available_stock", "on_hand", "price"]);
const kinds = columns.map((column) => (numbers.has(column) ? "number" : "text"));

/** The rows as records of named columns. */
function toRows(offers: Static<typeof body>["offers"]): FeedFile {
  const records = offers.map(({ price, ...one }, place): FileRecord => {
    const { amount, currency } = price ?? {};
    const sent = new Map(Object.entries({ ...one, price: amount, currency }));
    return { line: place + 1, cells: columns.map((name) => String(sent.get(name) ?? "")), kinds };
  });
  return {
    batches: (async function* () {
      yield records;
    })(),
    columns: {
      places: new Map(columns.map((name, place) => [name, place])),
      width: columns.length,
      ignored: [],
    },
    portionRead: () => null,
    endsWithLineBreak: () => true,
  };
}

type Result = {
  readonly outcome: "updated" | "unchanged" | "refused";
  readonly offer_id: number | null;
  readonly reason: string | null;
};

/** What became of each row, in the order of the request. */
function createResults() {
  const results: Result[] = [];
  return {
    results,
    onPlanned(rows: readonly PlannedRow[]): void {
      for (const { line, offerId: offer_id, isChanged } of rows) {
        results[line - 1] = {
          outcome: isChanged ? "updated" : "unchanged",
          offer_id,
          reason: null,
        };
      }
    },
    /** Also keeps the reasons of refused rows. */
    keepReasons: (refusedRows: RefusedRows): RefusedRows => ({
      ...refusedRows,
      add(record, faults) {
        const reason = describeFaults(faults);
        results[record.line - 1] = { outcome: "refused", offer_id: null, reason };
        return refusedRows.add(record, faults);
      },
    }),
  };
}

/** Changes offers in a run; `onStart` gets its number. */
async function changeOffers(
  { db, importLimits: limits }: PatchContext,
  { actor, now, input, body: given }: ApiCall,
  { onPlanned, keepReasons }: ReturnType<typeof createResults>,
  onStart: (runId: RunId) => void,
): Promise<RunId> {
  const { accept: accepted = null } = input as Static<typeof query>;
  const { offers } = given as Static<typeof body>;
  const kept = keepRefusedRows(db, onStart);
  const refusedRows = keepReasons(kept.refusedRows);
  const source = { file: toRows(offers), limits, ...kept, refusedRows, onPlanned };
  const request = {
    kind: "stock",
    mode: "merge",
    vendor: null,
    accountId: null,
    reverts: null,
    source: { fileName: null, bytes: null, sha256: null },
    startedBy: actor.key.name,
    origin: { actor, fileId: null },
    isDry: false,
    refusesFile: false,
    accepted,
    mapping: "",
    stock: { mode: "by column", asOf: null },
    now,
  } as const;
  const session = await db.openSession();
  try {
    const { runId } = await importStock(db, session, source, request);
    return runId;
  } finally {
    await session.close();
  }
}

async function patch(context: PatchContext, call: ApiCall) {
  const { db, turns } = context;
  if (!(await turns.take("offers", 1, maxTurnWaitMs))) throw waitYourTurn();
  const collected = createResults();
  const started = Promise.withResolvers<RunId>();
  const ended = changeOffers(context, call, collected, started.resolve).finally(() =>
    turns.end("offers"),
  );
  const runId = await Promise.race([started.promise, ended]);
  const late = delay(maxWaitMs, "late" as const, { ref: false });
  const cancelled = (error: unknown) => {
    if (!(error instanceof RunCancelled)) throw error;
  };
  const isLate = (await Promise.race([ended.catch(cancelled), late])) === "late";
  const answer = await answerRun(db, call, runId);
  return isLate ? answer : { ...answer, results: collected.results };
}

/** The one of the API that changes offers by rows. */
export const patchOffers: Operation<PatchContext> = {
  id: "changeOffers",
  method: "PATCH",
  path: "/offers",
  summary: `Change stock and prices of up to ${maxOffers} offers`,
  query,
  body,
  answer: Type.Object({
    ...runAnswer.properties,
    results: Type.Optional(
      Type.Array(result, { description: "In the order of the request; not with 202." }),
    ),
  }),
  later,
  errors: ["CONFLICT"],
  handle: patch,
};
