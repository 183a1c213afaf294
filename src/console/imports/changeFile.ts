// Actions on an uploaded file: map its columns, check it, discard it.

import { operatorActor } from "../../audit/actor.ts";
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
import { selectFileRuns } from "../../imports/runListQueries.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { answerBusy } from "./answerBusy.ts";
import { renderFilePage } from "./filePage.ts";
import { fillMapping, readHeader, readMappingForm } from "./mappingForm.ts";

const runsShown = 5;

/** The mapping with the header line that the address names, if any. */
function withHeaderLine(mapping: ColumnMapping, file: ImportFile, wanted: string): ColumnMapping {
  if (!file.head?.some(({ line }) => String(line) === wanted)) return mapping;
  const isFirst = wanted === String(file.head[0]?.line);
  return { ...mapping, headerLine: isFirst ? undefined : Number(wanted) };
}

export const showFile: Handler<ImportFile> = async (context, visit, file) => {
  const { query, signedIn } = visit;
  const mapping = withHeaderLine(readMapping(file.mapping), file, query.text("header"));
  const read = readHeader(file, mapping) ?? null;
  const state = read === null ? { value: () => "", faults: [] } : fillMapping(read, mapping);
  const notice =
    file.version > 1 || ["", describeMapping(noMapping)].includes(file.mapping)
      ? null
      : renderNotice("neutral", "The columns are those of the last file of this type.");
  const mayImport = mayUse(catalogManagers, signedIn);
  const runs = await selectFileRuns(context.db, file.fileId, runsShown);
  const page = renderFilePage({ file, runs, read, state, notice, mayImport });
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

/** Shows both mappings if someone changed the mapping while the form was open. */
function compare(file: ImportFile, typed: ColumnMapping): Html {
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
  const all = [...fields, { ...header, differs: lines[0] !== lines[1] }];
  return renderConflict("Another operator changed the columns.", all);
}

export const checkColumns: Handler<ImportFile> = async ({ db, importRunner }, visit, file) => {
  const { form, now } = visit;
  const none = { headers: new Map<string, string>(), fixed: new Map<string, string>() };
  const line = withHeaderLine(none, file, form.text("header"));
  const header = readHeader(file, line);
  if (header === undefined) return notFound;
  const mapping = readMappingForm(form, file, header);
  const placed = placeColumns(header.header.cells, header.rules, mapping);
  const again = (shown: ImportFile, notice: Html | null, status: 409 | 422): Answer => {
    const faults = status === 409 ? [] : placed.faults.map((text) => ({ field: "", text }));
    const state = { value: (name: string) => form.text(name), faults };
    const read = { ...header, placed };
    const page = renderFilePage({ file: shown, runs: [], read, state, notice, mayImport: true });
    return answerPage(page, status);
  };
  if (placed.faults.length > 0) return again(file, null, 422);
  const version = readFormVersion(form);
  const request = { fileId: file.fileId, version, mapping };
  const checked = await checkFile(db, importRunner, request, operatorActor(visit), now);
  if (checked.outcome === "gone") return notFound;
  if (checked.outcome === "busy") return answerBusy;
  if (checked.outcome === "changed") {
    return again(checked.file, compare(checked.file, mapping), 409);
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
