// What an operator does with a file that waits: see its columns, have it checked, discard it.

import { operatorActor } from "../../audit/actor.ts";
import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import type { Html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { checkFile } from "../../importFiles/checkFile.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import { discardFile } from "../../importFiles/removeFile.ts";
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
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { answerBusy } from "./answerBusy.ts";
import { renderFilePage } from "./filePage.ts";
import { fillMapping, readHeader, readMappingForm } from "./mappingForm.ts";

const runsShown = 5;

/** The mapping with the header on another line, where the address asks for one. */
function withAskedLine(mapping: ColumnMapping, file: ImportFile, asked: string): ColumnMapping {
  if (!file.head?.some(({ line }) => String(line) === asked)) return mapping;
  const isFirst = asked === String(file.head[0]?.line);
  return { ...mapping, headerLine: isFirst ? undefined : Number(asked) };
}

export async function showFile(
  context: ConsoleContext,
  visit: Visit,
  file: ImportFile,
): Promise<Answer> {
  const { query, signedIn } = visit;
  const mapping = withAskedLine(readMapping(file.mapping), file, query.text("header"));
  const read = readHeader(file, mapping) ?? null;
  const state = read === null ? { value: () => "", faults: [] } : fillMapping(read, mapping);
  const kept =
    file.version > 1 || ["", describeMapping(noMapping)].includes(file.mapping)
      ? null
      : renderNotice("neutral", "The columns are as the last file of its kind was told.");
  const mayImport = mayUse(catalogManagers, signedIn);
  const runs = await selectFileRuns(context.db, file.fileId, runsShown);
  const page = renderFilePage({ file, runs, read, state, notice: kept, mayImport });
  return answerPage(page);
}

function describeColumn(mapping: ColumnMapping, name: string): string {
  const header = mapping.headers.get(name);
  const fixed = mapping.fixed.get(name);
  const words = [
    header === undefined ? "as the header says" : `"${header}"`,
    fixed === undefined ? [] : `else ${fixed}`,
  ];
  return words.flat().join(", ");
}

/** Both mappings, where somebody changed it since the form was opened. */
function compare(file: ImportFile, typed: ColumnMapping): Html {
  const stands = readMapping(file.mapping);
  const names = new Set(
    [stands, typed].flatMap(({ headers, fixed }) => [...headers.keys(), ...fixed.keys()]),
  );
  const fields: ConflictField[] = [...names].map((label) => {
    const [now, wished] = [describeColumn(stands, label), describeColumn(typed, label)];
    return { label, stands: now, typed: wished, differs: now !== wished };
  });
  const lines = [stands, typed].map(({ headerLine }) => `line ${headerLine ?? "1"}`);
  const header = { label: "Header", stands: lines[0], typed: lines[1] };
  const all = [...fields, { ...header, differs: lines[0] !== lines[1] }];
  return renderConflict("Another operator told the columns otherwise.", all);
}

export async function checkColumns(
  { db, importRunner }: ConsoleContext,
  visit: Visit,
  file: ImportFile,
): Promise<Answer> {
  const { form, now } = visit;
  const none = { headers: new Map<string, string>(), fixed: new Map<string, string>() };
  const line = withAskedLine(none, file, form.text("header"));
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
  const asked = { fileId: file.fileId, version, mapping };
  const checked = await checkFile(db, importRunner, asked, operatorActor(visit), now);
  if (checked.outcome === "gone") return notFound;
  if (checked.outcome === "busy") return answerBusy;
  if (checked.outcome === "changed") {
    return again(checked.file, compare(checked.file, mapping), 409);
  }
  return redirect(`/console/imports/${checked.runId}`);
}

export async function inspectAgain(
  { importRunner }: ConsoleContext,
  _visit: Visit,
  { fileId }: ImportFile,
): Promise<Answer> {
  const inspected = await importRunner.look(fileId);
  return inspected === "busy" ? answerBusy : redirect(`/console/imports/files/${fileId}`);
}

export async function discardImportFile(
  { db }: ConsoleContext,
  visit: Visit,
  { fileId }: ImportFile,
): Promise<Answer> {
  const isDiscarded = await discardFile(db, fileId, operatorActor(visit), visit.now);
  return isDiscarded ? redirect("/console/imports?done=discarded") : notFound;
}
