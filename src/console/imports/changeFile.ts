// Actions on an uploaded file: map its columns, check it, discard it.

import { operatorActor } from "../../audit/actor.ts";
import { selectStockMode } from "../../catalog/stock/feedStockQueries.ts";
import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import type { FieldFault } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { hasSubject, type ImportFile } from "../../importFiles/importFile.ts";
import { selectFile, selectRememberedMappings } from "../../importFiles/queries.ts";
import { inspectUpload } from "../../importFiles/receiveImportFile.ts";
import { discardFile } from "../../importFiles/removeFile.ts";
import { checkFile } from "../../importFiles/startRun.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  noMapping,
  placeColumns,
  readMapping,
} from "../../imports/feedColumns.ts";
import type { StockDeclaration } from "../../imports/importRun.ts";
import { fileShapeKey } from "../../imports/layout/fileShape.ts";
import { guessColumns } from "../../imports/layout/guessColumns.ts";
import { findRememberedMapping, isEmptyMapping } from "../../imports/layout/rememberedMapping.ts";
import { selectFileRuns } from "../../imports/runListQueries.ts";
import { catalogManagers, mayUse } from "../../kit/access.ts";
import { type Fields, readFields, readFormVersion } from "../../site/fields.ts";
import { answerPage, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { answerBusy, busy, busyFault } from "./answerBusy.ts";
import { renderFilePage } from "./filePage.ts";
import { fillMapping, fitSavedMapping, readHeader, readMappingForm } from "./mappingForm.ts";
import {
  describeDeclaration,
  quantityFields,
  type RememberedMode,
  readQuantityFields,
} from "./quantityForm.ts";

const runsShown = 5;

/** The mapping with the sheet and the header line that an address or a form names, if any. */
function withChosen(mapping: ColumnMapping, { head }: ImportFile, chosen: Fields): ColumnMapping {
  const sheet = chosen.text("sheet");
  const line = chosen.text("header");
  const isSheet = head?.some((record) => record.sheet === sheet) === true;
  const isLine = head?.some((record) => String(record.line) === line) === true;
  return {
    ...mapping,
    ...(isSheet ? { sheet, headerLine: undefined } : {}),
    ...(isLine ? { headerLine: Number(line) } : {}),
  };
}

async function findRemembered(
  { db }: ConsoleContext,
  { vendor }: ImportFile,
): Promise<RememberedMode> {
  return vendor === null ? undefined : selectStockMode(db, vendor);
}

/**
 * The mapping that a file starts with, until it is checked: that of an earlier file with the same
 * header, else the last one from before there were shapes.
 */
async function findStart({ db }: ConsoleContext, file: ImportFile, sheet: string) {
  const remembered = hasSubject(file) ? await selectRememberedMappings(db, file) : new Map();
  const records = file.head ?? [];
  const chosen = records.filter((record) => record.sheet === sheet);
  const found = findRememberedMapping(chosen.length > 0 ? chosen : records, remembered);
  return found ?? fitSavedMapping(file, readMapping(remembered.get("") ?? ""));
}

function renderStart({ fileId }: ImportFile): Html {
  return renderNotice(
    "neutral",
    "Columns are prefilled from an earlier file with the same header.",
    html`<p><a href="${fileAddress(fileId, "?fresh=1")}">Start without them</a></p>`,
  );
}

export const showFile: Handler<ImportFile> = async (context, visit, file) => {
  const { query, signedIn } = visit;
  const isFresh = query.text("fresh") === "1";
  const isNew = file.version === 1;
  const known = isNew ? await findStart(context, file, query.text("sheet")) : null;
  const start = known ?? readMapping(file.mapping);
  const mapping = withChosen(isFresh ? noMapping : start, file, query);
  const read = readHeader(file, mapping) ?? null;
  const state = read === null ? { value: () => "", faults: [] } : fillMapping(file, read, mapping);
  const isRemembered = known !== null && !isFresh && !isEmptyMapping(known);
  const notice = isRemembered ? renderStart(file) : null;
  const mayImport = mayUse(catalogManagers, signedIn);
  const runs = await selectFileRuns(context.db, file.fileId, runsShown);
  const remembered = await findRemembered(context, file);
  const facts = { file, runs, read, state, notice, mayImport, remembered };
  const page = renderFilePage(facts);
  return answerPage(page);
};

/** Shows the columns by another sheet or header line, with what was typed for them. */
export const changeHeader: Handler<ImportFile> = async (context, { form }, file) => {
  const shown = readHeader(file, withChosen(noMapping, file, form));
  if (shown === undefined) return notFound;
  const isSheet = form.text("change") === "sheet";
  const chosen = new URLSearchParams({
    sheet: form.text(isSheet ? "to_sheet" : "sheet"),
    header: isSheet ? "" : form.text("to_line"),
  });
  const mapping = withChosen(readMappingForm(form, shown), file, readFields(String(chosen)));
  const read = readHeader(file, mapping) ?? shown;
  const filled = fillMapping(file, read, mapping);
  const kept: readonly string[] = quantityFields;
  const value = (name: string) => (kept.includes(name) ? form.text(name) : filled.value(name));
  const page = renderFilePage({
    file: { ...file, version: readFormVersion(form) },
    runs: await selectFileRuns(context.db, file.fileId, runsShown),
    read,
    state: { value, faults: [] },
    notice: null,
    mayImport: true,
    remembered: await findRemembered(context, file),
  });
  return answerPage(page);
};

function quoteHeader(header: string | undefined): string {
  return header === undefined ? "default" : `"${header}"`;
}

function describeColumn(mapping: ColumnMapping, name: string): string {
  const header = mapping.headers.get(name);
  const fixed = mapping.fixed.get(name);
  const words = [
    header === leftOutHeader ? "left out" : quoteHeader(header),
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
  const lines = [current, typed].map(({ headerLine, sheet }) => {
    const line = headerLine === undefined ? "found by its words" : `line ${headerLine}`;
    return sheet === undefined ? line : `${line} of sheet ${sheet}`;
  });
  const header = { label: "Header", current: lines[0], typed: lines[1] };
  const [now, own] = [describeDeclaration(file.stock), describeDeclaration(stock)];
  const quantities = {
    label: "Quantities",
    current: now,
    typed: own,
    differs: now !== own,
  };
  const all = [...fields, { ...header, differs: lines[0] !== lines[1] }, quantities];
  return renderConflict("Another operator changed the columns.", all);
}

export const checkColumns: Handler<ImportFile> = async (context, visit, file) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const header = readHeader(file, withChosen(noMapping, file, form));
  if (header === undefined) return notFound;
  const mapping = readMappingForm(form, header);
  const rows = header.rows.map(({ cells }) => cells);
  const placed = placeColumns(header.header.cells, header.rules, mapping, rows);
  const { stock, faults } = readQuantityFields(form, now);
  const sheetFaults = header.isSheetUnclear ? ["Choose the sheet with the rows."] : placed.faults;
  const allFaults = [...sheetFaults.map((text) => ({ field: "", text })), ...faults];
  const again = async (
    shown: ImportFile,
    status: PageStatus,
    faults: readonly FieldFault[],
    notice: Html | null = null,
  ) => {
    const state = { value: form.text, faults };
    const guesses = guessColumns(header.header.cells, rows, header.rules, mapping);
    const read = { ...header, placed, guesses };
    const remembered = await findRemembered(context, file);
    const facts = { file: shown, runs: [], read, state, notice, mayImport: true, remembered };
    return answerPage(renderFilePage(facts), status);
  };
  if (allFaults.length > 0) return again(file, 422, allFaults);
  const version = readFormVersion(form);
  const shape = fileShapeKey(header.header.cells);
  const request = { fileId: file.fileId, version, mapping, shape, stock };
  const checked = await checkFile(db, importRunner, request, operatorActor(visit), now);
  if (checked.outcome === "gone") return notFound;
  if (checked.outcome === "busy") {
    // The columns are saved, which makes another version of the file.
    return again((await selectFile(db, file.fileId)) ?? file, busy, [busyFault]);
  }
  if (checked.outcome === "changed") {
    return again(checked.file, 409, [], compare(checked.file, mapping, stock));
  }
  return redirect(runAddress(checked.runId));
};

export const inspectAgain: Handler<ImportFile> = async ({ db, importRunner }, _visit, file) => {
  const inspected = await inspectUpload(db, importRunner, file.fileId);
  return inspected === "busy" ? answerBusy : redirect(fileAddress(file.fileId));
};

export const discardImportFile: Handler<ImportFile> = async ({ db }, visit, { fileId }) => {
  const isDiscarded = await discardFile(db, fileId, operatorActor(visit), visit.now);
  return isDiscarded ? redirect("/console/imports?done=discarded") : notFound;
};
