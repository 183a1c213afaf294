// Imports for the distributor's own systems: the body is the file, the parameters are the options of
// the shell.
import { Readable, Transform } from "node:stream";
import { Command } from "commander";
import { Type } from "typebox";
import { selectAccount } from "../accounts/queries.ts";
import type { StockDeclaration } from "../catalog/feedStock.ts";
import type { Database, Queryable } from "../db/database.ts";
import {
  type ApiCall,
  CsvFile,
  type Operation,
  recordOperation,
  refuseParameter,
} from "../kit/api.ts";
import { Failure } from "../kit/errors.ts";
import { queryOf, readOptions } from "../kit/optionQuery.ts";
import { readVendorName } from "../reading/cleanText.ts";
import { allowSlowBody } from "../server/http/connections/slowBody.ts";
import { completeMapping } from "./completeMapping.ts";
import type { FileSubject } from "./file.ts";
import { selectFile, selectRefusedPiece } from "./fileQueries.ts";
import { addImportOptions, type OfferOptions, toMapping, toStock } from "./options.ts";
import { type PatchContext, patchOffers } from "./patchOffers.ts";
import { inspectUpload, readPieces, receiveImportFile } from "./receiveFile.ts";
import { type ColumnMapping, describeMapping } from "./rows/columns.ts";
import { type ImportRun, type RunKind, readRunId } from "./run.ts";
import { answerRun, later, runAnswer, runWire } from "./runAnswer.ts";
import { type ImportRunner, waitYourTurn } from "./runner.ts";
import { selectRun } from "./runQueries.ts";
import { requestRun, startRevert } from "./startRun.ts";

export type ImportApiContext = PatchContext & {
  readonly importRunner: ImportRunner;
  readonly importFileBytes: number;
};

const options = {
  catalog: addImportOptions(new Command(), "catalog"),
  stock: addImportOptions(new Command(), "stock"),
  agreement: addImportOptions(new Command(), "agreement"),
} as const satisfies Readonly<Record<RunKind, Command>>;

const fileName = Type.Optional(
  Type.String({ maxLength: 200, description: "name of the file, to show" }),
);

type Sent = OfferOptions & { readonly account?: string };

type Given = {
  readonly subject: FileSubject;
  readonly mapping: ColumnMapping;
  readonly stock: StockDeclaration;
  readonly isDry: boolean;
  readonly refusesFile: boolean;
  readonly accepted: string | null;
  /** Whether earlier files do not count. */
  readonly isFresh: boolean;
};

async function readGiven(
  { db }: ImportApiContext,
  kind: RunKind,
  { input, now }: ApiCall,
): Promise<Given> {
  const sent: Sent = readOptions(options[kind], input);
  const vendor = readVendorName(sent.vendor ?? "");
  if (vendor.outcome === "refused") {
    throw refuseParameter("vendor", "format", `vendor ${vendor.reason}.`);
  }
  const owner = sent.account === undefined ? null : await selectAccount(db, sent.account);
  if (owner === undefined) {
    throw refuseParameter("account", "format", "No account has this ID or name.");
  }
  const stock = toStock(sent);
  if (stock.asOf !== null && stock.asOf > now) {
    throw refuseParameter("as_of", "format", "as_of must not be in the future.");
  }
  const mode = sent.replace === true ? "replace" : "merge";
  return {
    subject: { kind, mode, vendor: vendor.vendor, accountId: owner?.accountId ?? null },
    mapping: toMapping(sent),
    stock,
    isDry: sent.dryRun,
    refusesFile: sent.strict,
    accepted: sent.accept ?? null,
    isFresh: sent.fresh === true,
  };
}

/** Stores the body; undefined if it is larger than a file may be. */
async function receive(
  { db, importFileBytes }: ImportApiContext,
  { body, actor, now, request, input }: ApiCall,
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
      name: (input as { readonly name?: string }).name ?? "",
      bytes: counted,
      isTruncated: () => bytes > importFileBytes,
      sentBy: actor.key.name,
      now,
    }),
  );
}

async function runImport(context: ImportApiContext, kind: RunKind, call: ApiCall) {
  const { db, importRunner } = context;
  const given = await readGiven(context, kind, call);
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
  const mapping = describeMapping((await completeMapping(db, file, given)).mapping);
  const { stock, isDry, refusesFile, accepted } = given;
  const asked = { mapping, stock, isDry, refusesFile, accepted };
  const started = await importRunner.start(requestRun(file, asked, call.actor, call.now));
  if (started.outcome === "busy") throw waitYourTurn();
  if (started.outcome === "gone") throw new Failure("UNAVAILABLE");
  return answerRun(db, call, started.runId);
}

function importOperation(kind: RunKind, summary: string): Operation<ImportApiContext> {
  return {
    id: `import${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    method: "POST",
    path: `/imports/${kind}`,
    summary,
    query: queryOf(options[kind], { name: fileName }),
    body: "file",
    answer: runAnswer,
    later,
    errors: ["CONFLICT", "NOT_FOUND"],
    handle: (context, call) => runImport(context, kind, call),
  };
}

const run = {
  name: "import",
  wire: runWire,
  find: async (db: Queryable, text: string) => {
    const runId = readRunId(text);
    return runId === undefined ? undefined : selectRun(db, runId);
  },
};

async function find(db: Database, text: string): Promise<ImportRun> {
  const found = await run.find(db, text);
  if (found === undefined) throw new Failure("NOT_FOUND", { message: "There is no such import." });
  return found;
}

export const importOperations: readonly Operation<ImportApiContext>[] = [
  importOperation("catalog", "Import offers from a file"),
  importOperation("stock", "Import the stock of offers from a file"),
  importOperation("agreement", "Import the prices of an account from a file"),
  patchOffers,
  recordOperation(run),
  {
    id: "readRefusedRows",
    method: "GET",
    errors: ["NOT_FOUND"],
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
    summary: "Revert what an import changed",
    body: Type.Object({}),
    answer: runAnswer,
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
