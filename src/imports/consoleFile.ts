import { operatorActor } from "../audit/actor.ts";
import type { StockDeclaration } from "../catalog/feedStock.ts";
import { zeroPriceColumn } from "../catalog/readListPrice.ts";
import { fileAddress, runAddress, valuesAddress } from "../console/addresses.ts";
import type { ConsoleContext, Handler } from "../console/consoleContext.ts";
import { renderCard } from "../html/card.ts";
import { type ConflictField, renderConflict } from "../html/conflict.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { renderCellField, renderCellSelect, renderCheckbox, renderSelect } from "../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderNotice } from "../html/notice.ts";
import { renderQuestion } from "../html/question.ts";
import { renderRows } from "../html/table.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { nameHeaders, pricePerColumn } from "../reading/header.ts";
import type { ColumnRule } from "../reading/row.ts";
import { type Fields, readFields, readFormVersion } from "../site/fields.ts";
import { answerPage, notFound, type PageStatus, redirect, type SitePage } from "../site/visit.ts";
import {
  columnField,
  describeDeclaration,
  fillMapping,
  fitSavedMapping,
  fixedField,
  leftOut,
  noPricesField,
  quantityFields,
  type ReadHeader,
  type RememberedMode,
  readHeader,
  readMappingForm,
  readQuantityFields,
  renderQuantityFields,
} from "./consoleMapping.ts";
import {
  answerBusy,
  busy,
  busyFault,
  formatBytes,
  nameKind,
  nameSubject,
  renderRunState,
} from "./consoleRuns.ts";
import { hasSubject, type ImportFile } from "./file.ts";
import { selectFile, selectRememberedMappings } from "./fileQueries.ts";
import { fileTexts } from "./fileTexts.ts";
import { selectStockMode } from "./offers/stockTermQueries.ts";
import { discardFile, inspectUpload } from "./receiveFile.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  noMapping,
  placeColumns,
  readMapping,
} from "./rows/columns.ts";
import { type ColumnGuess, type ColumnSample, guessColumns, mayBeRow } from "./rows/header.ts";
import { fileShapeKey, findRememberedMapping, isEmptyMapping } from "./rows/sheets.ts";
import { type FileRun, selectFileRuns } from "./runQueries.ts";
import { checkFile } from "./startRun.ts";
import { texts } from "./texts.ts";

// The second step of an import: which header of the file each column is, with sample rows.

// The table that maps the headers of a file to columns, each with its reason and sample values.

const maxHeaderLength = 40;

function shorten(header: string): string {
  const isLong = header.length > maxHeaderLength;
  return isLong ? `${header.slice(0, maxHeaderLength)}…` : header;
}

function renderRequirement({ required, filledBy }: ColumnRule): Html | null {
  if (required === false) return null;
  const word =
    required === "either"
      ? "one of these"
      : filledBy === undefined
        ? "required"
        : `required, or ${filledBy}`;
  return html` <span class="quiet">${word}</span>`;
}

function joinValues({ values }: ColumnSample): string {
  return values.map(shorten).join(" · ");
}

function describeCandidate(sample: ColumnSample): string {
  return `“${shorten(sample.header)}” (${joinValues(sample)})`;
}

/** Why a column is where it is, or what to decide. */
function describeReason(rule: ColumnRule, guess: ColumnGuess | undefined, read: ReadHeader) {
  const { name, filledBy } = rule;
  const { places, fixed } = read.placed;
  if (guess?.certainty === "unclear") {
    const question = guess.candidates.map(describeCandidate).join(" or ");
    return `${guess.reason}. Is it ${question}?`;
  }
  if (guess?.certainty === "likely") return `${guess.reason}. Check that it is this column.`;
  if (guess !== undefined && guess.reason !== "") return guess.reason;
  if (filledBy !== undefined && places.has(filledBy)) return `Filled from ${filledBy}`;
  if (name === "price" && fixed.get(name) === "") return fileTexts.columns.noPrices;
  const isFromPrices = ["currency", pricePerColumn].includes(name);
  const found = isFromPrices ? fixed.get(name) : undefined;
  return found === undefined ? "" : `${found}, unless a default says otherwise`;
}

type ShownColumns = {
  readonly read: ReadHeader;
  readonly state: FormState;
  readonly mayImport: boolean;
  /** The id of the form that the fields belong to. */
  readonly form: string;
};

function renderColumns({ read, state, mayImport, form }: ShownColumns): Html {
  const { rules, header, placed, guesses } = read;
  const names = nameHeaders(header.cells);
  const headers = header.cells.flatMap((cell, place) => {
    const hasValues = cell.trim() !== "" || read.rows.some(({ cells }) => cells[place] !== "");
    return hasValues ? [{ value: String(place), text: shorten(names[place] ?? cell) }] : [];
  });
  const guessOf = ({ name }: ColumnRule) => guesses.find((guess) => guess.name === name);
  const describePlace = (name: string): string => {
    const place = placed.places.get(name);
    const isMapped = state.value(columnField(name)) !== "";
    if (isMapped || place === undefined) return isMapped ? "Default" : "Not in the file";
    return shorten(names[place] ?? "");
  };
  const choose = (rule: ColumnRule): Html | string => {
    const { name } = rule;
    if (!mayImport) return describePlace(name);
    const own = { value: "", text: describePlace(name) };
    const field = { name: columnField(name), label: `Header of ${name}` };
    const none = { value: leftOut, text: "Do not import" };
    const isThere = (guessOf(rule)?.certainty ?? "missing") !== "missing";
    const options = isThere ? [own, ...headers, none] : [own, ...headers];
    return renderCellSelect(state, { ...field, options });
  };
  const enterFixed = ({ name }: ColumnRule): Html | string => {
    const field = fixedField(name);
    if (!mayImport) return state.value(field);
    if (name === zeroPriceColumn) {
      return renderCheckbox(state, { name: field, label: "A price of 0 means free of charge" });
    }
    const label = `Default for ${name}`;
    return renderCellField(state, { name: field, label, width: 14, maxLength: 200, form });
  };
  const nameColumn = (rule: ColumnRule): Html => html`${rule.name}${renderRequirement(rule)}`;
  const renderSample = (rule: ColumnRule): Html => {
    const sample = guessOf(rule)?.sample ?? null;
    return html`<span class="quiet">${sample === null ? "" : joinValues(sample)}</span>`;
  };
  const renderReason = (rule: ColumnRule): Html =>
    html`<span class="quiet">${describeReason(rule, guessOf(rule), read)}</span>`;
  return renderRows(fileTexts.columns.title, rules, [
    { title: "Column", kind: "code", cell: nameColumn },
    { title: "Header in the file", kind: "words", titled: true, cell: choose },
    { title: "Default value", kind: "words", titled: true, cell: enterFixed },
    { title: "First values", kind: "prose", cell: renderSample },
    { title: "Reason", kind: "prose", cell: renderReason },
  ]);
}

/** `notice` is above the form. */
type FilePageFacts = {
  readonly file: ImportFile;
  /** Runs of the file, latest first. */
  readonly runs: readonly FileRun[];
  /** Null if the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice: Html | null;
  readonly mayImport: boolean;
  readonly remembered: RememberedMode;
};

const mappingForm = "mapping";

/** Sends the form of the columns, so that what was typed there is kept. */
function renderPlaceChoice(
  { fileId }: ImportFile,
  state: FormState,
  choice: { readonly name: "sheet" | "line"; readonly label: string; readonly button: string },
  options: readonly { readonly value: string; readonly text: string }[],
): Html {
  const { name, label, button } = choice;
  return html`<div class="filters" role="group" aria-label="${label}">
${[
  renderSelect(state, { name: `to_${name}`, label, options, form: mappingForm }),
  renderButton({
    text: button,
    form: mappingForm,
    action: fileAddress(fileId, "/header"),
    name: "change",
    value: name,
  }),
]}</div>
`;
}

/** The choice of the sheet, and of the line of the header. */
function renderHeaderLine({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null || (file.head ?? []).length < 2 || !mayImport) return null;
  const { records, sheets } = read;
  const lines = records.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const shown = { to_line: String(read.header.line), to_sheet: read.sheet ?? "" };
  const state = freshForm(shown);
  const names = sheets.map((name) => ({ value: name, text: name }));
  const sheet = {
    name: "sheet",
    label: "Sheet",
    button: "Change sheet",
  } as const;
  const line = {
    name: "line",
    label: "Header line",
    button: "Change header line",
  } as const;
  return html`${[
    names.length < 2 ? null : renderPlaceChoice(file, state, sheet, names),
    renderPlaceChoice(file, state, line, lines),
  ]}`;
}

function renderHiddenSheet({ sheet }: ReadHeader): Html | null {
  return sheet === undefined
    ? null
    : html`<input type="hidden" name="sheet" value="${sheet}">
`;
}

function renderUnpriced(state: FormState): Html | null {
  return state.value(noPricesField) === ""
    ? null
    : html`<input type="hidden" name="${noPricesField}" value="1">
`;
}

function renderSheetQuestion({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null) return null;
  const links = read.sheets.map((name) => {
    const link = fileAddress(file.fileId, `?sheet=${encodeURIComponent(name)}`);
    return html`<li><a href="${link}">${name}</a></li>\n`;
  });
  const choice = mayImport ? html`<ul>\n${links}</ul>` : html``;
  return renderNotice("short", "Several sheets may have the rows. Choose one.", choice);
}

/** The lines above the header, which are not imported. */
function renderTitles({ read }: FilePageFacts): Html | null {
  const [first] = read?.above ?? [];
  if (read === null || first === undefined) return null;
  const { above, header } = read;
  const mayBe = above.find((record) => mayBeRow(record, header));
  const title =
    mayBe === undefined
      ? `Lines above line ${header.line} are not imported`
      : `Line ${mayBe.line} may be a row, but it is above the header and is not imported`;
  const shown = (mayBe === undefined ? above : [mayBe]).slice(0, 3);
  const rows = shown.map(({ cells }) => shorten(cells.filter((cell) => cell !== "").join(", ")));
  return renderNotice(mayBe === undefined ? "neutral" : "short", title, rows.join(" · "));
}

/** Checks the file with all prices on request, by one click. */
function renderNoPrices({ fileId }: ImportFile): Html {
  return renderButton({
    text: fileTexts.columns.noPrices,
    form: mappingForm,
    action: fileAddress(fileId, "/check"),
    name: noPricesField,
    value: "1",
  });
}

function renderHeaderFaults({ file, read }: FilePageFacts): Html | null {
  if (read === null || read.placed.faults.length === 0) return null;
  const { likelyLine, placed, rules } = read;
  const needsPrice = rules.some(({ name, required }) => name === "price" && required === true);
  const isUnpriced = needsPrice && !placed.places.has("price") && !placed.fixed.has("price");
  const link = fileAddress(file.fileId, `?header=${likelyLine}`);
  const hint =
    likelyLine === null
      ? html`<p>For each missing column, choose a header or enter a default value.</p>`
      : html`<p><a href="${link}">Use line ${likelyLine} as the header</a></p>`;
  return renderNotice(
    "short",
    `The columns of line ${read.header.line} need an answer`,
    html`<p>${placed.faults.join(" ")}</p>\n${hint}${isUnpriced ? renderNoPrices(file) : null}`,
  );
}

function renderForms(shown: FilePageFacts): Html | null {
  const { file, read, state, mayImport } = shown;
  if (read === null) return null;
  const { ignored } = read.placed;
  const unread =
    ignored.length === 0
      ? null
      : html`<p class="quiet">Ignored: ${ignored.map(shorten).join(", ")}</p>\n`;
  const columns = { read, state, mayImport };
  if (read.isSheetUnclear) return renderSheetQuestion(shown);
  if (!mayImport) {
    return renderCard({
      title: fileTexts.columns.title,
      body: html`${renderColumns({ ...columns, form: "" })}${unread}`,
    });
  }
  const action = fileAddress(file.fileId, "/check");
  const notices = html`${renderHeaderFaults(shown)}${renderTitles(shown)}`;
  const table = renderColumns({ ...columns, form: mappingForm });
  const saved = hasSubject(file) ? ` ${fileTexts.columnsSaved[file.kind]}` : null;
  return renderCard({
    title: fileTexts.columns.title,
    body: html`${notices}${renderHeaderLine(shown)}<form class="form wide" id="${mappingForm}"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${renderHiddenSheet(read)}${renderUnpriced(state)}${renderFaults(state)}${table}${unread}${renderQuantityFields(
  state,
  file,
  shown.remembered,
)}${renderActions(
  renderButton({ text: "Check file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It shows what the import would do, and which rows it would refuse.${saved}</p>
</form>
`,
  });
}

function renderUnread({ file, read, mayImport }: FilePageFacts): Html | null {
  if (file.unreadable !== null) {
    const remedy = html`<p>Discard the file, correct it and upload it again.</p>`;
    return renderNotice("fault", `The file can't be read: ${file.unreadable}`, remedy);
  }
  if (read !== null) return null;
  const again = renderForm({
    action: fileAddress(file.fileId, "/inspect"),
    body: renderButton({ text: "Inspect file again", kind: "primary" }),
  });
  return renderNotice("short", "The file was not inspected completely.", mayImport ? again : null);
}

function nameRun(isDry: boolean, runId: number): string {
  return isDry ? `Check, run ${runId}` : `Import, run ${runId}`;
}

function renderRuns(runs: readonly FileRun[]): Html | null {
  if (runs.length === 0) return null;
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="${runAddress(runId)}">${nameRun(isDry, runId)}</a>
${renderRunState(state)} ${renderMoment(startedAt)}</li>\n`,
  );
  return renderCard({
    title: "Runs",
    body: html`<ul>
${points}</ul>
`,
  });
}

function linkValues(vendor: string): Html {
  return html`<a href="${valuesAddress(vendor)}">Saved values of ${vendor}</a>`;
}

function renderFilePage(shown: FilePageFacts): SitePage {
  const { file, notice, mayImport } = shown;
  const discard = renderQuestion(
    fileTexts.file.discard,
    "Discard this file? It was not imported.",
    renderForm({
      action: fileAddress(file.fileId, "/discard"),
      body: renderButton({ text: fileTexts.file.discard, kind: "danger" }),
    }),
  );
  return {
    title: file.fileName,
    above: { href: "/console/imports", text: texts.list.title },
    sentence: "Step 2 of 4: check the columns. Nothing is imported yet.",
    body: html`${notice}${renderUnread(shown)}${renderDefinitions([
      { term: "Type", value: nameKind(file.kind, file.mode) },
      { term: "Vendor or account", value: nameSubject(file.vendor, null, file.accountName) },
      { term: "Saved values", value: file.vendor && linkValues(file.vendor) },
      { term: "Size", value: formatBytes(file.fileBytes) },
      {
        term: "Uploaded",
        value: html`${renderMoment(file.sentAt)} by ${file.sentBy}`,
      },
    ])}${renderRuns(shown.runs)}${renderForms(shown)}${mayImport ? discard : null}`,
  };
}

// Actions on an uploaded file: map its columns, check it, discard it.

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
