// Actions on an uploaded file: map its columns, check it, discard it.

import { operatorActor } from "../../audit/actor.ts";
import { selectStockMode } from "../../catalog/stock/feedStockQueries.ts";
import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import type { Html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import { discardFile } from "../../importFiles/removeFile.ts";
import { checkFile } from "../../importFiles/startRun.ts";
import {
  type ColumnMapping,
  describeMapping,
  noMapping,
  placeColumns,
  readMapping,
} from "../../imports/feedColumns.ts";
import type { StockDeclaration } from "../../imports/importRun.ts";
import { selectFileRuns } from "../../imports/runListQueries.ts";
import { readFormVersion } from "../../site/fields.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { answerBusy } from "./answerBusy.ts";
import { renderFilePage } from "./filePage.ts";
import { fillMapping, readHeader, readMappingForm } from "./mappingForm.ts";
import { describeDeclaration, type RememberedMode, readQuantityFields } from "./quantityForm.ts";

const runsShown = 5;

/** The mapping with the header line that the address names, if any. */
function withHeaderLine(mapping: ColumnMapping, file: ImportFile, wanted: string): ColumnMapping {
  if (!file.head?.some(({ line }) => String(line) === wanted)) return mapping;
  const isFirst = wanted === String(file.head[0]?.line);
  return { ...mapping, headerLine: isFirst ? undefined : Number(wanted) };
}

async function findRemembered(
  { db }: ConsoleContext,
  { vendor }: ImportFile,
): Promise<RememberedMode> {
  return vendor === null ? undefined : selectStockMode(db, vendor);
}

export const showFile: Handler<ImportFile> = async (context, visit, file) => {
  const { query, signedIn } = visit;
  const mapping = withHeaderLine(readMapping(file.mapping), file, query.text("header"));
  const read = readHeader(file, mapping) ?? null;
  const state = read === null ? { value: () => "", faults: [] } : fillMapping(file, read, mapping);
  const notice =
    file.version > 1 || ["", describeMapping(noMapping)].includes(file.mapping)
      ? null
      : renderNotice("neutral", "The columns are those of the last file of this type.");
  const mayImport = mayUse(catalogManagers, signedIn);
  const runs = await selectFileRuns(context.db, file.fileId, runsShown);
  const remembered = await findRemembered(context, file);
  const page = renderFilePage({ file, runs, read, state, notice, mayImport, remembered });
  return answerPage(page);
};

function describeColumn(mapping: ColumnMapping, name: string): string {
  const header = mapping.headers.get(name);
  const fixed = mapping.fixed.get(name);
  const words = [
    header === undefined ? "default" : `"${header}"`,
    fixed === undefined ? [] : `else ${fixed}`,
  ];
  return words.flat().join(", ");
}

/** Shows both versions if someone changed them while the form was open. */
function compare(file: ImportFile, typed: ColumnMapping, stock: StockDeclaration): Html {
  const current = readMapping(file.mapping);
  const names = new Set(
    [current, typed].flatMap(({ headers, fixed }) => [...headers.keys(), ...fixed.keys()]),
  );
  const fields: ConflictField[] = [...names].map((label) => {
    const [now, own] = [describeColumn(current, label), describeColumn(typed, label)];
    return { label, current: now, typed: own, differs: now !== own };
  });
  const lines = [current, typed].map(({ headerLine }) => `line ${headerLine ?? "1"}`);
  const header = { label: "Header", current: lines[0], typed: lines[1] };
  const [now, own] = [describeDeclaration(file.stock), describeDeclaration(stock)];
  const quantities = { label: "Quantities", current: now, typed: own, differs: now !== own };
  const all = [...fields, { ...header, differs: lines[0] !== lines[1] }, quantities];
  return renderConflict("Another operator changed the columns.", all);
}

export const checkColumns: Handler<ImportFile> = async (context, visit, file) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const none = { headers: new Map<string, string>(), fixed: new Map<string, string>() };
  const line = withHeaderLine(none, file, form.text("header"));
  const header = readHeader(file, line);
  if (header === undefined) return notFound;
  const mapping = readMappingForm(form, file, header);
  const placed = placeColumns(header.header.cells, header.rules, mapping);
  const { stock, faults } = readQuantityFields(form, now);
  const allFaults = [...placed.faults.map((text) => ({ field: "", text })), ...faults];
  const again = async (shown: ImportFile, notice: Html | null, status: 409 | 422) => {
    const state = {
      value: (name: string) => form.text(name),
      faults: status === 409 ? [] : allFaults,
    };
    const read = { ...header, placed };
    const remembered = await findRemembered(context, file);
    const facts = { file: shown, runs: [], read, state, notice, mayImport: true, remembered };
    return answerPage(renderFilePage(facts), status);
  };
  if (allFaults.length > 0) return again(file, null, 422);
  const version = readFormVersion(form);
  const request = { fileId: file.fileId, version, mapping, stock };
  const checked = await checkFile(db, importRunner, request, operatorActor(visit), now);
  if (checked.outcome === "gone") return notFound;
  if (checked.outcome === "busy") return answerBusy;
  if (checked.outcome === "changed") {
    return again(checked.file, compare(checked.file, mapping, stock), 409);
  }
  return redirect(runAddress(checked.runId));
};

export const inspectAgain: Handler<ImportFile> = async ({ importRunner }, _visit, { fileId }) => {
  const inspected = await importRunner.inspect(fileId);
  return inspected === "busy" ? answerBusy : redirect(fileAddress(fileId));
};

export const discardImportFile: Handler<ImportFile> = async ({ db }, visit, { fileId }) => {
  const isDiscarded = await discardFile(db, fileId, operatorActor(visit), visit.now);
  return isDiscarded ? redirect("/console/imports?done=discarded") : notFound;
};
