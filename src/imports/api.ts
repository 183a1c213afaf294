// Imports for the distributor's own systems: the body is the file, the parameters are the options of
// the shell.
import { Readable, Transform } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { InvalidArgumentError } from "commander";
import { type Static, type TObject, Type } from "typebox";
import { selectAccount } from "../accounts/queries.ts";
import { type StockDeclaration, stockModes } from "../catalog/feedStock.ts";
import type { Database } from "../db/database.ts";
import {
  type ApiCall,
  CsvFile,
  type Operation,
  operatorApiPrefix,
  readQuery,
  refuseParameter,
} from "../kit/api.ts";
import { parseMoment } from "../kit/day.ts";
import { Failure } from "../kit/errors.ts";
import { readVendorName } from "../reading/cleanText.ts";
import { allowSlowBody } from "../server/http/connections/slowBody.ts";
import type { FileSubject } from "./file.ts";
import { selectFile, selectRefusedPiece, selectRememberedMappings } from "./fileQueries.ts";
import { inspectUpload, readPieces, receiveImportFile } from "./receiveFile.ts";
import { addRememberedValues } from "./rememberValues.ts";
import { type ColumnMapping, describeMapping, repeatRules } from "./rows/columns.ts";
import { findRememberedMapping, mergeMapping } from "./rows/sheets.ts";
import { createReport, type ImportRun, type RunId, type RunKind, readRunId } from "./run.ts";
import { type ImportRunner, waitYourTurn } from "./runner.ts";
import { selectRun } from "./runQueries.ts";
import { addColumn, addPair, addValue } from "./shellImport.ts";
import { describeRun } from "./shellReport.ts";
import { requestRun, startRevert } from "./startRun.ts";

export type ImportApiContext = {
  readonly db: Database;
  readonly importRunner: ImportRunner;
  readonly importFileBytes: number;
};

const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { description, maxItems: 100 }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const common = {
  name: Type.Optional(Type.String({ maxLength: 200, description: "Name of the file, to show." })),
  column: texts("`name=header`: the header of a column in the file."),
  set: texts("`name=value`: the value of rows without one."),
  value: texts("`column:written=read`: what a cell means."),
  header_line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 999_999, description: "Line of the header." }),
  ),
  sheet: Type.Optional(Type.String({ maxLength: 200, description: "Sheet of a workbook." })),
  dry_run: flag("`yes`: only check."),
  strict: flag("`yes`: import nothing if a row is refused."),
  accept: Type.Optional(
    Type.String({
      maxLength: 500,
      description: "Import although a guard rail stops it, for this reason.",
    }),
  ),
};

const offers = {
  ...common,
  vendor: Type.Optional(
    Type.String({ maxLength: 200, description: "Vendor, if the file has no vendor column." }),
  ),
  replace: flag("`yes`: also discontinue what is not in the file; of stock, set it to 0."),
  repeats: Type.Optional(
    Type.Enum([...repeatRules], { description: "Which rows of the same offer count." }),
  ),
  stock: Type.Optional(Type.Enum([...stockModes], { description: "What quantities mean." })),
  as_of: Type.Optional(
    Type.String({ maxLength: 40, description: "When quantities were counted." }),
  ),
  older_counts: flag("`yes`: replace stock that was counted later, too."),
};

const account = Type.String({ maxLength: 200, description: "ID or name." });

const offerQuery = Type.Object(offers);
const agreementQuery = Type.Object({ ...common, account });
type Sent = Partial<Static<typeof offerQuery> & Static<typeof agreementQuery>>;

const run = Type.Object(
  {
    run_id: Type.Integer({ examples: [4711] }),
    state: Type.String({ examples: ["committed"] }),
    dry_run: Type.Boolean({ examples: [false] }),
  },
  { title: "import", additionalProperties: true },
);
const answer = Type.Object({ import: run });

/** As the shell prints it; a run that has not ended has its progress. */
function toWire(found: ImportRun): Readonly<Record<string, unknown>> {
  const { runId, state, isDry, report, progress, message } = found;
  const ended = describeRun(
    { runId, state: "committed", ...(report ?? createReport({}, [])) },
    isDry,
  );
  return { ...ended, state, ...(progress && { progress }), ...(message !== null && { message }) };
}

/** Reads the options that can be repeated, as the shell does. */
function collect<Read>(
  name: string,
  given: readonly string[] | undefined,
  add: (text: string, read: Read) => Read,
  none: Read,
): Read {
  try {
    return (given ?? []).reduce((read, text) => add(text, read), none);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw refuseParameter(name, "format", `${name}: ${error.message}`);
  }
}

type Given = {
  readonly subject: FileSubject;
  readonly mapping: ColumnMapping;
  readonly stock: StockDeclaration;
  readonly isDry: boolean;
  readonly refusesFile: boolean;
  readonly accepted: string | null;
};

async function readGiven(
  { db }: ImportApiContext,
  kind: RunKind,
  schema: TObject,
  { query, now }: ApiCall,
): Promise<Given> {
  const sent: Sent = readQuery(schema, query);
  const vendor = readVendorName(sent.vendor ?? "");
  if (vendor.outcome === "refused") {
    throw refuseParameter("vendor", "format", `vendor ${vendor.reason}.`);
  }
  const owner = sent.account === undefined ? null : await selectAccount(db, sent.account);
  if (owner === undefined) {
    throw refuseParameter("account", "format", "No account has this ID or name.");
  }
  const asOf = sent.as_of === undefined ? null : (parseMoment(sent.as_of) ?? null);
  if ((sent.as_of !== undefined && asOf === null) || (asOf !== null && asOf > now)) {
    const message = "as_of must be a time with its zone that is not in the future.";
    throw refuseParameter("as_of", "format", message);
  }
  const mode = sent.replace === true ? "replace" : "merge";
  return {
    subject: { kind, mode, vendor: vendor.vendor, accountId: owner?.accountId ?? null },
    mapping: {
      headers: new Map(collect("column", sent.column, addColumn, [])),
      fixed: new Map(collect("set", sent.set, addPair, [])),
      headerLine: sent.header_line,
      sheet: sent.sheet,
      values: collect("value", sent.value, addValue, new Map()),
      repeats: sent.repeats,
    },
    stock: { mode: sent.stock ?? null, asOf, appliesOlder: sent.older_counts === true },
    isDry: sent.dry_run === true,
    refusesFile: sent.strict === true,
    accepted: sent.accept ?? null,
  };
}

/** Stores the body; undefined if it is larger than a file may be. */
async function receive(
  { db, importFileBytes }: ImportApiContext,
  { body, actor, now, request, query }: ApiCall,
  subject: FileSubject,
) {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // What is too much is read and forgotten, so that the sender reads the answer.
      done(null, bytes > importFileBytes ? undefined : chunk);
      bytes += chunk.length;
    },
  });
  const file = body instanceof Readable ? body : Readable.from([]);
  file.on("error", (error) => counted.destroy(error)).pipe(counted);
  return allowSlowBody(request, () =>
    receiveImportFile(db, {
      subject,
      name: query.text("name"),
      bytes: counted,
      isTruncated: () => bytes > importFileBytes,
      sentBy: actor.key.name,
      now,
    }),
  );
}

/** The mapping with what earlier files of the vendor or account were read with. */
async function completeMapping(
  db: Database,
  { subject, mapping }: Given,
  file: { readonly head: Parameters<typeof findRememberedMapping>[0] },
): Promise<ColumnMapping> {
  const isKnown = subject.vendor !== null || subject.accountId !== null;
  const remembered = isKnown ? await selectRememberedMappings(db, subject) : new Map();
  const known = findRememberedMapping(file.head, remembered);
  return addRememberedValues(db, mergeMapping(known, mapping), subject.vendor);
}

const maxWaitMs = 10_000;
const pollMs = 50;

/** The run when it has ended, or as it is after ten seconds. */
async function awaitEnd(db: Database, runId: RunId): Promise<ImportRun> {
  const late = AbortSignal.timeout(maxWaitMs);
  for (;;) {
    const found = await selectRun(db, runId);
    if (found === undefined) throw new Failure("NOT_FOUND", { message: "The run was removed." });
    if (found.state !== "running" || late.aborted) return found;
    await delay(pollMs);
  }
}

/** The answer of a run that was started. A guard rail that stopped it is a conflict. */
async function answerRun(db: Database, { reply }: ApiCall, runId: RunId) {
  const found = await awaitEnd(db, runId);
  if (found.state === "running") {
    reply.code(202).header("location", `${operatorApiPrefix}/imports/${runId}`);
    return { import: toWire(found) };
  }
  if (found.state === "interrupted") {
    throw new Failure("UNAVAILABLE", { message: "The import was interrupted. Nothing changed." });
  }
  if (found.state === "cancelled") {
    const message = "An operator cancelled the import. Nothing changed.";
    const details = [{ path: "", code: "cancelled", message, run_id: runId }];
    throw new Failure("CONFLICT", { message, details });
  }
  if (found.state === "failed") {
    throw refuseParameter("", "unreadable", found.message ?? "The file cannot be read.");
  }
  const stops = (found.report?.stops ?? []).filter(({ code }) => code !== "same_file");
  if (found.state !== "stopped" || stops.length === 0) return { import: toWire(found) };
  const details = stops.map(({ code, message }) => ({
    path: "accept",
    code,
    message: `${message} To import anyway, send accept=REASON.`,
    run_id: runId,
  }));
  const message = "A guard rail stopped the import. Nothing changed.";
  throw new Failure("CONFLICT", { message, details });
}

async function runImport(context: ImportApiContext, kind: RunKind, schema: TObject, call: ApiCall) {
  const { db, importRunner } = context;
  const given = await readGiven(context, kind, schema, call);
  const received = await receive(context, call, given.subject);
  if (received.outcome === "truncated") throw new Failure("PAYLOAD_TOO_LARGE");
  if (received.outcome === "no room") throw new Failure("UNAVAILABLE");
  if (received.outcome === "empty") throw refuseParameter("", "empty", "The file is empty.");
  const { fileId } = received;
  if ((await inspectUpload(db, importRunner, fileId)) === "busy") throw waitYourTurn();
  const file = await selectFile(db, fileId);
  if (file?.head == null) {
    const message = file?.unreadable ?? "The file cannot be read.";
    throw refuseParameter("", "unreadable", message);
  }
  const mapping = describeMapping(await completeMapping(db, given, { head: file.head }));
  const { stock, isDry, refusesFile, accepted } = given;
  const asked = { mapping, stock, isDry, refusesFile, accepted };
  const started = await importRunner.start(requestRun(file, asked, call.actor, call.now));
  if (started.outcome === "busy") throw waitYourTurn();
  if (started.outcome === "gone") throw new Failure("UNAVAILABLE");
  return answerRun(db, call, started.runId);
}

const later = "The import takes longer than ten seconds: read it at `Location` until it has ended.";

function importOperation(
  kind: RunKind,
  query: TObject,
  summary: string,
): Operation<ImportApiContext> {
  return {
    id: `import${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    method: "POST",
    path: `/imports/${kind}`,
    scope: "catalog:write",
    summary,
    query,
    body: "file",
    answer,
    later,
    errors: ["CONFLICT", "NOT_FOUND"],
    handle: (context, call) => runImport(context, kind, query, call),
  };
}

async function find(db: Database, text: string): Promise<ImportRun> {
  const runId = readRunId(text);
  const found = runId === undefined ? undefined : await selectRun(db, runId);
  if (found === undefined) throw new Failure("NOT_FOUND", { message: "There is no such import." });
  return found;
}

const readOperation = {
  method: "GET",
  scope: "catalog:read",
  query: Type.Object({}),
  errors: ["NOT_FOUND"],
} as const;

export const importOperations: readonly Operation<ImportApiContext>[] = [
  importOperation("catalog", offerQuery, "Import offers from a file"),
  importOperation("stock", offerQuery, "Import the stock of offers from a file"),
  importOperation("agreement", agreementQuery, "Import the prices of an account from a file"),
  {
    ...readOperation,
    id: "readImport",
    path: "/imports/:import",
    summary: "Get an import by its number",
    answer,
    handle: async ({ db }, { param }) => ({ import: toWire(await find(db, param("import"))) }),
  },
  {
    ...readOperation,
    id: "readRefusedRows",
    path: "/imports/:import/refused.csv",
    summary: "Get the refused rows of an import, each with its reason",
    answer: "csv",
    async handle({ db }, { param }) {
      const { runId } = await find(db, param("import"));
      if ((await selectRefusedPiece(db, runId, 0)) === undefined) {
        throw new Failure("NOT_FOUND", { message: "The import has no refused rows." });
      }
      return new CsvFile(
        Readable.from(readPieces((place) => selectRefusedPiece(db, runId, place))),
      );
    },
  },
  {
    id: "revertImport",
    method: "POST",
    path: "/imports/:import/revert",
    scope: "catalog:write",
    summary: "Revert what an import changed",
    query: Type.Object({}),
    body: Type.Object({}),
    answer,
    later,
    errors: ["NOT_FOUND", "CONFLICT"],
    async handle({ db, importRunner }, call) {
      const { runId } = await find(db, call.param("import"));
      const started = await startRevert(db, importRunner, runId, call.actor, call.now);
      if (started.outcome === "busy") throw waitYourTurn();
      if (started.outcome === "started") return answerRun(db, call, started.runId);
      const { outcome: code } = started;
      const message = `The import cannot be reverted: ${code}.`;
      throw new Failure("CONFLICT", { message, details: [{ path: "", code, message }] });
    },
  },
];
